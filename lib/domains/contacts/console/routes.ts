import type { RecordStore, StoredEntry } from '#lib/console/records.ts'
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { addContact, type Contact, contactBody, listContacts, type NewContact } from '#lib/domains/contacts/contacts.ts'
import { denialOf } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { ApiError, wrongField } from '#lib/kernel/api-error.ts'

const KIND = 'contact'
const REUSED = 'This entry was already saved with other details. Nothing was changed. Add another one.'
const UNKNOWN = 'This user has no entry with this ID to correct.'

interface ContactOptions {
  store: RecordStore
  now: () => Date
  /** Names of the people who can enter an environment, by their IDs. */
  staffOf: (environment: string) => Promise<ReadonlyMap<string, string>>
  /** @throws ApiError 404 for a user that the environment doesn't have */
  requireUser: (user: { environment: string; user_id: string; signal: AbortSignal }) => Promise<unknown>
}

const read = ({ key, body, ...entry }: StoredEntry): Contact => ({ ...contactBody.parse(body), ...entry, user_id: key })

export function contactRoutes({ store, now, staffOf, requireUser }: ContactOptions): ConsoleRoute[] {
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
      await requireUser({ ...params, signal })
      if (given.corrects) await checkCorrection(given.corrects, params, viewer)
      const body = bodyOf(given, await mentioned(environment, given.mentions))
      const by = { by_id: viewer.id, by_name: viewer.name }
      const entry = { id: given.id, key: user_id, body, at: now().toISOString(), ...by }
      const kept = await store.addEntry(environment, KIND, entry)
      const isSame = JSON.stringify([kept.key, kept.by_id, kept.body]) === JSON.stringify([user_id, viewer.id, body])
      if (!isSame) throw new ApiError('conflict', REUSED)
      return { status: 201, body: read(kept) }
    }),
  ]
}
