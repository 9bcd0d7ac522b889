/** The contact book, and requests of people about their data, over HTTP. */
import { z } from 'zod'
import { type RecordStore, recordsOf } from '#lib/console/records.ts'
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import {
  bookEntries,
  type ContactBook,
  changeContactBook,
  DEFAULT_REQUEST_DAYS,
  getContactBook,
} from '#lib/domains/contacts/contact-book.ts'
import {
  type DataRequest,
  finishDataRequest,
  isOpen,
  listDataRequests,
  MAX_REQUESTS,
  openDataRequest,
  storedRequest,
} from '#lib/domains/contacts/contacts.ts'
import { ApiError, wrongField } from '#lib/kernel/api-error.ts'
import { byCodePoint } from '#lib/utils/text/code-points.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import type { RequireUser } from './routes.ts'

interface Options {
  store: RecordStore
  now: () => Date
  requireUser: RequireUser
}

const BOOK_CHANGED = 'Someone else changed these contacts. Your changes weren’t saved. Review them, then try again.'
const EMPTY = { partners: [], source_changes: [], request_days: DEFAULT_REQUEST_DAYS }

const book = bookEntries.extend({ changed_by: z.string() })
const PARTS = ['partners', 'source_changes', 'request_days'] as const

export function contactBookRoutes({ store, now }: Pick<Options, 'store' | 'now'>): ConsoleRoute[] {
  const books = recordsOf(store, 'contact_book', book)

  async function readBook(environment: string): Promise<ContactBook> {
    const [kept] = await books.find(environment)
    if (!kept) return { ...EMPTY, version: 0, changed_at: null, changed_by: null }
    return { ...kept.body, version: kept.version, changed_at: kept.at }
  }

  return [
    // Companies' own numbers: they show no personal data, and every page with a wall requests them.
    route(getContactBook, async ({ params: { environment } }) => ({ body: await readBook(environment) }), {
      audited: false,
    }),

    route(changeContactBook, async ({ params: { environment }, body }, { viewer: { name }, note }) => {
      const { version, ...entries } = body
      const ids = [...entries.partners, ...entries.source_changes].map(({ id }) => id)
      if (new Set(ids).size < ids.length) throw wrongField('partners', 'Two entries have the same ID.')
      const before = await readBook(environment)
      note({ fields: PARTS.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(entries[part])) })
      const next = {
        key: 'book',
        version: version + 1,
        body: { ...entries, changed_by: name },
        at: now().toISOString(),
      }
      if ((await books.save(environment, next)) === 'stale') throw new ApiError('stale', BOOK_CHANGED)
      return { body: await readBook(environment) }
    }),
  ]
}

type Stored = z.infer<typeof storedRequest>

const SAME_OPEN = 'This person’s request of this kind is already open. Nothing was added.'
const REUSED = 'A request with this ID was already saved with other details. Nothing was changed.'
const UNKNOWN = 'This person has no request with this ID.'
const FINISHED = 'Someone else finished this request. Your change wasn’t saved.'
const BUSY = 'Someone else changed this person’s requests. Nothing was saved. Try again.'
/** Milliseconds from now between which a request can be due: a law gives weeks, a year at most. */
const DUE_FROM = -2 * DAY
const DUE_TO = 400 * DAY

export function dataRequestRoutes({ store, now, requireUser }: Options): ConsoleRoute[] {
  const ofPeople = recordsOf(store, 'data_request', z.object({ requests: z.array(storedRequest) }))

  async function requestsOf(environment: string, user_id: string) {
    const [kept] = await ofPeople.find(environment, [user_id])
    return { version: kept?.version ?? 0, requests: kept?.body.requests ?? [] }
  }

  async function save(of: { environment: string; user_id: string }, version: number, requests: Stored[]) {
    const next = { key: of.user_id, version: version + 1, body: { requests }, at: now().toISOString() }
    if ((await ofPeople.save(of.environment, next)) === 'stale') throw new ApiError('stale', BUSY)
  }

  return [
    route(listDataRequests, async ({ params: { environment }, query: { user_id } }) => {
      const kept = await ofPeople.find(environment, user_id === undefined ? undefined : [user_id])
      const all = kept.flatMap(({ key, body }) => body.requests.map((one): DataRequest => ({ ...one, user_id: key })))
      const requests =
        user_id === undefined
          ? all.filter(isOpen).sort((a, b) => byCodePoint(a.due_on, b.due_on) || byCodePoint(a.opened_at, b.opened_at))
          : all.sort((a, b) => byCodePoint(b.opened_at, a.opened_at))
      return { body: { requests: requests.slice(0, MAX_REQUESTS), total: requests.length } }
    }),

    route(openDataRequest, async ({ params, body }, { viewer: { name }, request: { signal } }) => {
      await requireUser({ ...params, signal })
      const { environment, user_id } = params
      const { id, kind, due_on, note } = body
      const wait = Date.parse(due_on) - now().getTime()
      if (wait < DUE_FROM || wait > DUE_TO) throw wrongField('due_on', 'Choose a day from today to a year from now.')
      const { version, requests } = await requestsOf(environment, user_id)
      const known = requests.find((one) => one.id === id)
      if (known) {
        const isSame = known.kind === kind && known.due_on === due_on && known.note === note
        if (!isSame) throw new ApiError('conflict', REUSED)
        return { status: 201, body: { ...known, user_id } }
      }
      if (requests.some((one) => isOpen(one) && one.kind === kind)) throw new ApiError('conflict', SAME_OPEN)
      const opened = { id, kind, due_on, note, opened_at: now().toISOString(), opened_by: name }
      const added = { ...opened, outcome: null, outcome_note: '', finished_at: null, finished_by: null }
      await save(params, version, [...requests, added])
      return { status: 201, body: { ...added, user_id } }
    }),

    route(finishDataRequest, async ({ params, body }, { viewer: { name } }) => {
      const { environment, user_id, request_id } = params
      const { version, requests } = await requestsOf(environment, user_id)
      const found = requests.find(({ id }) => id === request_id)
      if (!found) throw new ApiError('not_found', UNKNOWN)
      if (!isOpen(found)) throw new ApiError('stale', FINISHED)
      const finished = {
        outcome: body.outcome,
        outcome_note: body.note,
        finished_at: now().toISOString(),
        finished_by: name,
      }
      const done = { ...found, ...finished }
      await save(
        params,
        version,
        requests.map((one) => (one === found ? done : one)),
      )
      return { body: { ...done, user_id } }
    }),
  ]
}
