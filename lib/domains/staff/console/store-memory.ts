/** Staff in memory, for the demo and as the model that the database must agree with. */
import { ROLES, type Role } from '#lib/domains/staff/roles.ts'
import { byCodePoint } from '#lib/utils/text/code-points.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import type { OneTimeLink, StaffRecord, StaffStore, StaffTransaction } from './store.ts'

export interface MemoryStaffOptions {
  /** Staff on the list from the start. */
  staff?: readonly StaffRecord[]
  now?: () => Date
  /** Public address for links. */
  publicUrl?: () => string
}

/** Milliseconds. */
const LINK_LIFETIME = 7 * DAY

/** Creates the store of staff in memory, for the demo and tests; a change that throws leaves nothing behind. */
export function createMemoryStaffStore(options: MemoryStaffOptions = {}): StaffStore {
  const { staff = [], now = () => new Date(), publicUrl = () => '' } = options
  let people: ReadonlyMap<string, StaffRecord> = new Map(staff.map((person) => [person.id, structuredClone(person)]))
  let expiries: ReadonlyMap<string, string> = new Map(
    staff.flatMap(({ id, activated_at, created_at }) => (activated_at === null ? [[id, linkEnd(created_at)]] : [])),
  )
  let needed: ReadonlySet<Role> = new Set()
  let last: Promise<unknown> = Promise.resolve()

  async function run<T>(work: (tx: StaffTransaction) => Promise<T>): Promise<T> {
    // The draft replaces the list only if the work succeeds.
    const draft = new Map(people)
    const links = new Map(expiries)
    const roles = new Set(needed)
    const result = await work(transaction(draft, links, roles))
    people = draft
    expiries = links
    needed = roles
    return result
  }

  function transaction(
    draft: Map<string, StaffRecord>,
    links: Map<string, string>,
    roles: Set<Role>,
  ): StaffTransaction {
    const put = (person: StaffRecord) => {
      draft.set(person.id, structuredClone(person))
      return structuredClone(person)
    }
    return {
      find: async (id) => structuredClone(draft.get(id) ?? null),

      async add({ id, name, role, environments, ...person }) {
        const email = person.email.toLowerCase()
        if ([...draft.values()].some((known) => known.email === email)) return 'taken'
        const created_at = now().toISOString()
        const unused = {
          activated_at: null,
          disabled_at: null,
          second_factor: false,
          last_seen_at: null,
          administrator_until: null,
          administrator_since: null,
          reset_request: null,
        }
        if (draft.has(id)) throw new Error('There is a person with this id.')
        return put({ id, email, name, role, environments, created_at, ...unused })
      },

      async update(id, changes) {
        const person = draft.get(id)
        if (!person) throw new Error('No person has this id.')
        return put({ ...person, ...changes, email: (changes.email ?? person.email).toLowerCase() })
      },

      isTaken: async (email, besides) =>
        [...draft.values()].some((known) => known.id !== besides && known.email === email.toLowerCase()),

      async setFactorRole(role, isRequired) {
        if (isRequired) roles.add(role)
        else roles.delete(role)
      },

      async remove(id) {
        draft.delete(id)
        links.delete(id)
      },

      hasAdministrator: async (except, since) =>
        [...draft.values()].some(
          (person) => !except.includes(person.id) && (isFullAdministrator(person) || wasOne(person, since)),
        ),

      async makeLink(id) {
        const made = oneTimeLink(publicUrl(), now())
        links.set(id, made.expires_at)
        return made
      },

      // Nobody signs in to a console in memory: there are no sessions, passwords or used links, and nobody to be told.
      dropLinks: async (id) => void links.delete(id),
      endSessions: async () => undefined,
      deleteCredentials: async () => undefined,
      notify: async () => undefined,
    }
  }

  return {
    async list() {
      return [...people.values()].map((person) => structuredClone(person)).sort((a, b) => byCodePoint(a.email, b.email))
    },

    factorRoles: async () => ROLES.filter((role) => needed.has(role)),
    linkExpiries: async () => expiries,
    notices: async () => [],
    dismissNotices: async () => undefined,

    change(work) {
      const result = last.then(() => run(work))
      last = result.catch(() => undefined)
      return result
    },
  }
}

function isFullAdministrator({ role, environments, activated_at, disabled_at }: StaffRecord): boolean {
  return role === 'administrator' && environments === null && activated_at !== null && disabled_at === null
}

function wasOne({ administrator_until }: StaffRecord, since: string | undefined): boolean {
  return since !== undefined && administrator_until !== null && administrator_until > since
}

/** Looks like a real one. The set-up page of a demo accepts none. */
function oneTimeLink(publicUrl: string, at: Date): OneTimeLink {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const token = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  const expires_at = linkEnd(at.toISOString())
  return { link: `${publicUrl.replace(/\/+$/, '')}/setup#${token}`, expires_at }
}

function linkEnd(made_at: string): string {
  return new Date(Date.parse(made_at) + LINK_LIFETIME).toISOString()
}
