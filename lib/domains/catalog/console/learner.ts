/** Learns names from what passes by: later and one answer at a time, so that nobody waits for it. */

import { factsOf, methodsOf, TELLING } from './facts.ts'
import type { CatalogStore } from './store.ts'

interface PassedAnswer {
  environment: string
  /** Name of the endpoint, and the values of its path. */
  endpoint: string
  params: Readonly<Record<string, string>>
  body: Uint8Array
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

/**
 * Creates a queue that reads names for the catalog from the service's responses, slowly, and drops responses when it
 * is full.
 */
export function createLearner({ store, pause, onError }: LearnerOptions): Learner {
  const queue: PassedAnswer[] = []
  const told = new Set<string>()
  let work: Promise<void> | null = null
  let isStopped = false

  async function learn({ environment, body, ...answer }: PassedAnswer): Promise<void> {
    const said = { ...answer, body: parsed(body) }
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

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}
