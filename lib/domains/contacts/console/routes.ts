import { z } from 'zod'
import { type RecordStore, recordsOf, type StoredEntry } from '#lib/console/records.ts'
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { type InfoSource, SourceFailure } from '#lib/console/sources.ts'
import {
  CALLER_FACTS,
  CALLER_LIMITS,
  CALLER_VERIFIED,
  type CallerCheck,
  type CallerFacts,
  factsIn,
  getCallerCheck,
  isVerified,
  VERIFIED_FOR_MS,
  verifyCaller,
} from '#lib/domains/contacts/callers.ts'
import {
  addContact,
  type Contact,
  contactBody,
  getMyWork,
  listContacts,
  MAX_TOLD,
  MENTIONED_FOR,
  type NewContact,
} from '#lib/domains/contacts/contacts.ts'
import {
  blankProblem,
  changeMessageTemplate,
  listMessageTemplates,
  MESSAGES,
  type MessageTemplate,
  messageTexts,
  prepareMessage,
  TEMPLATES,
  type Template,
} from '#lib/domains/contacts/messages.ts'
import { denialOf } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { ApiError, wrongField } from '#lib/kernel/api-error.ts'
import { DAY, formatDuration, MINUTE } from '#lib/utils/time/durations.ts'

const KIND = 'contact'
/** Apart for each person, so that one contact can mention several. */
const mentionOf = (staff_id: string) => `mention ${staff_id}`
const mentionBody = z.object({ user_id: z.string(), order_id: z.string().nullable() })
const REUSED = 'This entry was already saved with other details. Nothing was changed. Add another one.'
const UNKNOWN = 'This user has no entry with this ID to correct.'

/** @throws ApiError 404 for a user that the environment doesn't have, 422 for an order that is known to be another user's */
export type RequireUser = (user: {
  environment: string
  user_id: string
  order_id?: string | null | undefined
  signal: AbortSignal
}) => Promise<unknown>

interface Options {
  store: RecordStore
  now: () => Date
}

interface ContactOptions extends Options {
  /** Names of the people who can enter an environment, by their IDs. */
  staffOf: (environment: string) => Promise<ReadonlyMap<string, string>>
  /** Orders of the worklist that are a person's. */
  assignedTo: (environment: string, staff_id: string) => Promise<{ assigned: number; assigned_at: string | null }>
  requireUser: RequireUser
}

const read = ({ key, body, ...entry }: StoredEntry): Contact => ({ ...contactBody.parse(body), ...entry, user_id: key })

export function contactRoutes({ store, now, staffOf, assignedTo, requireUser }: ContactOptions): ConsoleRoute[] {
  /** Only the author and administrators correct, and only what is on this person's record. */
  async function checkCorrection(corrects: string, of: { environment: string; user_id: string }, viewer: Viewer) {
    const entries = (await store.entries(of.environment, KIND, of.user_id)).map(read)
    const first = entries.find(({ id, corrects: earlier }) => id === corrects && earlier === null)
    if (!first) throw new ApiError('not_found', UNKNOWN)
    const isOwn = first.by_id === viewer.id || can(viewer.role, 'staff:manage')
    if (!isOwn) throw new ApiError('role_denied', denialOf(viewer.role, 'staff:manage'))
  }

  async function mentioned(environment: string, ids: readonly string[] = []) {
    const staff = ids.length > 0 ? await staffOf(environment) : new Map<string, string>()
    return [...new Set(ids)].map((id) => {
      const name = staff.get(id)
      if (name === undefined) throw wrongField('mentions', 'Choose colleagues who can open this environment.')
      return { id, name }
    })
  }

  const bodyOf = ({ id: _, mentions: __, ...given }: NewContact, mentions: Contact['mentions']) =>
    contactBody.parse({
      ...{ order_id: null, pinned: false, channel: null, outcome: null, contacted: null, ticket_url: null },
      ...{ corrects: null, ...given, order_id: given.order_id ?? null, mentions },
    })

  return [
    route(listContacts, async ({ params: { environment, user_id }, query: { kind } }) => {
      const contacts = (await store.entries(environment, KIND, user_id)).map(read)
      const isAsked = ({ channel }: Contact) => kind === undefined || kind === (channel ?? 'note')
      return { body: { contacts: contacts.filter(isAsked).reverse() } }
    }),

    route(addContact, async ({ params, body: given }, { viewer, request: { signal } }) => {
      const { environment, user_id } = params
      await requireUser({ ...params, order_id: given.order_id, signal })
      if (given.corrects) await checkCorrection(given.corrects, params, viewer)
      const body = bodyOf(given, await mentioned(environment, given.mentions))
      const by = { by_id: viewer.id, by_name: viewer.name }
      const entry = { id: given.id, key: user_id, body, at: now().toISOString(), ...by }
      const kept = await store.addEntry(environment, KIND, entry)
      const isSame = JSON.stringify([kept.key, kept.by_id, kept.body]) === JSON.stringify([user_id, viewer.id, body])
      if (!isSame) throw new ApiError('conflict', REUSED)
      for (const { id } of body.mentions) {
        if (id === viewer.id) continue
        const about = { user_id, order_id: body.order_id }
        await store.addEntry(environment, mentionOf(id), { ...entry, key: id, body: about })
      }
      return { status: 201, body: read(kept) }
    }),

    route(getMyWork, async ({ params: { environment } }, { viewer: { id: viewer_id } }) => {
      const since = now().getTime() - MENTIONED_FOR * DAY
      const entries = await store.entries(environment, mentionOf(viewer_id), viewer_id)
      const mentions = entries
        .filter(({ at }) => Date.parse(at) >= since)
        .slice(-MAX_TOLD)
        .reverse()
        .map(({ id, at, by_name, body }) => ({ id, at, by_name, ...mentionBody.parse(body) }))
      return { body: { ...(await assignedTo(environment, viewer_id)), mentions } }
    }),
  ]
}

/** One record a member of staff: IDs, times and which facts were asked about; never what was said. */
const checks = z.object({
  checks: z.array(
    z.object({
      user_id: z.string(),
      at: z.string(),
      is_verified: z.boolean(),
      facts: z.array(z.enum(CALLER_FACTS)),
      /** When the session ends that it was made in. */
      session: z.string(),
    }),
  ),
})
type Check = z.infer<typeof checks>['checks'][number]

interface Limited {
  environment: string
  user_id: string
  viewer: Viewer
}

/** Several checks at once of one person are saved one after the other; more than these come from no one who types. */
const MOST_TURNS = 5
const BUSY = new ApiError('conflict', 'Another check was made at the same time. Try again.')

/** Creates the log of one member of staff's checks, which is saved before a check has a result. */
export function createCallerChecks({ store, now }: Options) {
  const records = recordsOf(store, 'caller_checks', checks)

  async function read({ environment, viewer }: Pick<Limited, 'environment' | 'viewer'>) {
    const [record] = await records.find(environment, [viewer.id])
    const since = new Date(now().getTime() - CALLER_LIMITS.window_ms).toISOString()
    return { version: record?.version ?? 0, recent: record?.body.checks.filter(({ at }) => at > since) ?? [] }
  }

  const failedOf = (recent: readonly Check[], user_id: string) =>
    recent.filter((check) => !check.is_verified && check.user_id === user_id)

  const lastOf = (recent: readonly Check[], user_id: string) => recent.findLast((check) => check.user_id === user_id)

  /** A check holds in the very session that it was made in: one that follows it has shown nobody yet. */
  function stateOf(recent: readonly Check[], { user_id, viewer }: Pick<Limited, 'user_id' | 'viewer'>): CallerCheck {
    const last = lastOf(recent, user_id)
    const until = last?.is_verified && last.session === viewer.ends_at ? Date.parse(last.at) + VERIFIED_FOR_MS : 0
    const attempts_left = Math.max(0, CALLER_LIMITS.perPerson - failedOf(recent, user_id).length)
    if (!last || until <= now().getTime())
      return { user_id, verified_at: null, verified_until: null, facts: [], attempts_left }
    const verified_until = new Date(until).toISOString()
    return { user_id, verified_at: last.at, verified_until, facts: last.facts, attempts_left }
  }

  /** @throws ApiError 429 until the first failed check of those that count is old enough */
  function checkLimits(recent: readonly Check[], user_id: string) {
    const ofPerson = failedOf(recent, user_id)
    const ofAll = recent.filter((check) => !check.is_verified)
    const isFull = ofPerson.length >= CALLER_LIMITS.perPerson
    const [first] = isFull ? ofPerson : ofAll
    if (!first || !(isFull || ofAll.length >= CALLER_LIMITS.perStaff)) return
    const retry_after_ms = Date.parse(first.at) + CALLER_LIMITS.window_ms - now().getTime()
    const whom = isFull ? 'this person' : 'callers'
    const detail = `Too many failed checks of ${whom}. You can check again in ${formatDuration(Math.max(MINUTE, retry_after_ms))}.`
    throw new ApiError('too_many_requests', detail, { retry_after_ms })
  }

  const state = async (of: Limited) => stateOf((await read(of)).recent, of)

  return {
    state,

    isVerified: async (environment: string, viewer: Viewer, user_id: string) =>
      (await state({ environment, viewer, user_id })).verified_until !== null,

    requireAttempts: async (of: Limited) => checkLimits((await read(of)).recent, of.user_id),

    /** Saves a result, within the limits, and returns it; a success replaces those before it. */
    async save(of: Limited, facts: CallerFacts, is_verified: boolean): Promise<CallerCheck> {
      const { environment, user_id, viewer } = of
      for (let turn = 0; turn < MOST_TURNS; turn++) {
        const { version, recent } = await read(of)
        checkLimits(recent, user_id)
        const at = now().toISOString()
        const check = { user_id, at, is_verified, facts: factsIn(facts), session: viewer.ends_at }
        const all = [...recent.filter((each) => !(each.is_verified && each.user_id === user_id)), check]
        const next = { key: viewer.id, version: version + 1, body: { checks: all }, at }
        if ((await records.save(environment, next)) === 'saved') return stateOf(all, of)
      }
      throw BUSY
    },
  }
}

interface CallerOptions extends Options {
  infos: InfoSource
  requireUser: RequireUser
}

export function callerRoutes({ infos, requireUser, ...options }: CallerOptions): ConsoleRoute[] {
  const made = createCallerChecks(options)
  const readInfo = (environment: string, user_id: string, signal: AbortSignal) =>
    infos.readInfo(environment, user_id, signal).catch((error: unknown) => {
      throw error instanceof SourceFailure ? new ApiError('unavailable', error.message) : error
    })
  return [
    route(getCallerCheck, async ({ params }, { viewer }) => ({ body: await made.state({ ...params, viewer }) })),

    route(verifyCaller, async ({ params, body }, { viewer, request: { signal }, note }) => {
      const of = { ...params, viewer }
      await made.requireAttempts(of)
      await requireUser({ ...params, signal })
      const fits = isVerified(body, await readInfo(params.environment, params.user_id, signal))
      const check = await made.save(of, body, fits)
      note({ fields: [...factsIn(body), ...(fits ? [CALLER_VERIFIED] : [])] })
      return { body: check }
    }),
  ]
}

const storedTexts = messageTexts.extend({ changed_by: z.string() })
const STALE_TEXT =
  'Someone else changed this message. Your changes weren’t saved. Review the current texts, then try again.'

/** Texts of an environment's messages, and the record that one was prepared. */
export function messageRoutes({ store, now, requireUser }: Omit<CallerOptions, 'infos'>): ConsoleRoute[] {
  const records = recordsOf(store, 'message_template', storedTexts)

  async function read(environment: string, asked: readonly Template[] = TEMPLATES): Promise<MessageTemplate[]> {
    const kept = new Map((await records.find(environment)).map((record) => [record.key, record]))
    return asked.map((template) => {
      const { label: _, blank: __, ...defaults } = MESSAGES[template]
      const { version = 0, at: changed_at = null, body = { ...defaults, changed_by: null } } = kept.get(template) ?? {}
      return { template, version, changed_at, ...body }
    })
  }

  return [
    route(
      listMessageTemplates,
      async ({ params: { environment } }) => ({ body: { templates: await read(environment) } }),
      { audited: false },
    ),

    route(changeMessageTemplate, async ({ params, body: { version, ...texts } }, { viewer, note }) => {
      const { environment, template } = params
      for (const field of ['email_text', 'sms_text'] as const) {
        const problem = blankProblem(template, texts[field])
        if (problem) throw wrongField(field, problem)
      }
      const body = { ...texts, changed_by: viewer.name }
      const next = { key: template, version: version + 1, body, at: now().toISOString() }
      if ((await records.save(environment, next)) === 'stale') throw new ApiError('stale', STALE_TEXT)
      note({ fields: [template] })
      const [saved] = await read(environment, [template])
      return { body: saved ?? null }
    }),

    route(prepareMessage, async ({ params, body: { template, channel, order_id } }, { request: { signal }, note }) => {
      await requireUser({ ...params, order_id, signal })
      note({ fields: [`${template}.${channel}`] })
      return { body: null }
    }),
  ]
}
