/** Learns names from what passes by: later and one answer at a time, so that nobody waits for it. */

import { z } from 'zod'
import type { PassedAnswer } from '#lib/console/sources.ts'
import { CATALOG_NAME_MAX_CHARS, type LabTestMethod } from '#lib/domains/catalog/catalog.ts'
import type { EndpointName } from '#lib/domains/service-endpoints.ts'
import { uuid } from '#lib/kernel/fields.ts'
import { unstorable } from '#lib/kernel/storable.ts'
import { parseJson } from '#lib/utils/text/bytes.ts'
import type { CatalogStore, LearnedFact } from './store.ts'

/** The endpoints whose answers are worth reading. */
const TELLING: ReadonlySet<string> = new Set<EndpointName>(['list_orders', 'list_markers', 'get_service_centers'])

const name = z
  .string()
  .trim()
  .min(1)
  .max(CATALOG_NAME_MAX_CHARS)
  .refine((text) => unstorable('body', text) === null)
const lab_id = z.int().min(0).max(2_147_483_647).transform(String)

/** The spec promises only the lab test's name on an order: tests without an ID are skipped. */
const labTest = z.object({
  id: uuid,
  name,
  lab_id: lab_id.nullish().catch(null),
  lab: z.object({ id: lab_id, name }).nullish().catch(null),
})

const orders = z.object({
  orders: z.array(z.object({ lab_test: labTest.nullable().catch(null) }).catch({ lab_test: null })),
})
const methods = z.object({
  orders: z.array(z.object({ lab_test: z.object({ name, method: name }).nullable().catch(null) })),
})
const markers = z.object({ markers: z.array(z.object({ lab_id })).min(1) })
const centers = z.object({ lab_id, slug: name })

interface Answer {
  endpoint: string
  params: Readonly<Record<string, string>>
  /** Parsed JSON. */
  body: unknown
}

/** Returns labs and lab tests that a response names; empty for other endpoints and unexpected shapes. */
export function factsOf({ endpoint, params, body }: Answer): LearnedFact[] {
  if (endpoint === 'list_orders') return ofOrders(body)
  if (endpoint === 'list_markers') return ofMarkers(body, params.lab_test_id)
  const center = centers.safeParse(body).data
  if (endpoint !== 'get_service_centers' || !center) return []
  return [{ kind: 'lab', id: center.lab_id, name: center.slug, lab_id: null, is_makeshift: true }]
}

/** Returns how the orders of a response are collected, each pair of test and method once. */
export function methodsOf({ endpoint, body }: Pick<Answer, 'endpoint' | 'body'>): LabTestMethod[] {
  const orders = endpoint === 'list_orders' ? methods.safeParse(body).data?.orders : undefined
  const tests = orders?.flatMap(({ lab_test }) => (lab_test ? [lab_test] : [])) ?? []
  const pairs = tests.map((test) => ({ lab_test: test.name, method: test.method }))
  return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()]
}

function ofOrders(body: unknown): LearnedFact[] {
  const tests = orders.safeParse(body).data?.orders.map(({ lab_test }) => lab_test) ?? []
  const distinct = new Map(tests.flatMap((test) => (test ? [[test.id, test] as const] : [])))
  return [...distinct.values()].flatMap(({ id, name: called, lab, lab_id: its }): LearnedFact[] => [
    { kind: 'lab_test', id, name: called, lab_id: lab?.id ?? its ?? null },
    ...(lab ? [{ kind: 'lab', id: lab.id, name: lab.name, lab_id: null } as const] : []),
  ])
}

/** Markers do not say what their test is called, only which lab runs it. */
function ofMarkers(body: unknown, given: string | undefined): LearnedFact[] {
  const [test, found] = [uuid.safeParse(given).data, markers.safeParse(body).data?.markers ?? []]
  const labs = new Set(found.map((marker) => marker.lab_id))
  const [lab] = labs
  return test !== undefined && lab !== undefined && labs.size === 1
    ? [{ kind: 'lab_test', id: test, name: null, lab_id: lab }]
    : []
}

export interface LearnerOptions {
  store: CatalogStore
  /** Resolves after so many milliseconds, or at once when the console stops. */
  pause: (milliseconds: number) => Promise<void>
  onError: (error: unknown) => void
}

export interface Learner {
  /** Never throws, and returns at once. */
  notice(answer: PassedAnswer): void
  /** Forgets what waits; resolves when nothing is being read or written any more. */
  stop(): Promise<void>
}

/** Answers that wait at most: what comes while more do is passed over, and seen again some other time. */
const WAITING = 8
/** Bytes: a page of a hundred orders is a quarter of it. */
const MAX_ANSWER_BYTES = 1024 * 1024
/** Milliseconds between two answers: reading one takes two or three. */
const PACE = 250
/** Facts remembered as stored, so that reading the same page again costs no write. */
const REMEMBERED = 20_000

/** Reads names from responses slowly, and drops responses when its queue is full. */
export function createLearner({ store, pause, onError }: LearnerOptions): Learner {
  const queue: PassedAnswer[] = []
  const told = new Set<string>()
  let work: Promise<void> | null = null
  let isStopped = false

  async function learn({ environment, body, ...answer }: PassedAnswer): Promise<void> {
    const said = { ...answer, body: parseJson(body) }
    await learnNews(environment, factsOf(said), (news) => store.learnCatalog(environment, news, 'learned'))
    await learnNews(environment, methodsOf(said), (news) => store.learnMethods(environment, news))
  }

  /** Saves what isn't remembered as saved. */
  async function learnNews<T>(environment: string, said: T[], save: (news: T[]) => Promise<unknown>): Promise<void> {
    const keyOf = (one: T) => JSON.stringify([environment, one])
    const news = said.filter((one) => !told.has(keyOf(one)))
    if (news.length === 0) return
    await save(news)
    if (told.size > REMEMBERED) told.clear()
    for (const one of news) told.add(keyOf(one))
  }

  async function drain(): Promise<void> {
    for (let next = queue.shift(); next && !isStopped; next = queue.shift()) {
      await pause(PACE)
      await learn(next).catch(onError)
    }
  }

  return {
    notice(answer) {
      if (
        isStopped ||
        !TELLING.has(answer.endpoint) ||
        answer.body.length > MAX_ANSWER_BYTES ||
        queue.length >= WAITING
      )
        return
      queue.push(answer)
      work ??= drain().finally(() => {
        work = null
      })
    },

    async stop() {
      isStopped = true
      queue.length = 0
      await work
    },
  }
}
