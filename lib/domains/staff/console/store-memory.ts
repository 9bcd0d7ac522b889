/** Staff in memory, for the demo and as the model that the database must agree with. */
import { byCodePoint } from '#lib/utils/text/code-points.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import type { OneTimeLink, StaffRecord, StaffStore, StaffTransaction } from './store.ts'

export interface MemoryStaffOptions {
  /** Who is on the list from the start. */
  staff?: readonly StaffRecord[]
  now?: () => Date
  /** Where the links lead. */
  publicUrl?: () => string
}

/** Milliseconds. */
const LINK_LIFETIME = 7 * DAY

/** Creates the store of staff in memory, for the demo and tests; a change that throws leaves nothing behind. */
export function createMemoryStaffStore(options: MemoryStaffOptions = {}): StaffStore {
  const { staff = [], now = () => new Date(), publicUrl = () => '' } = options
  let people: ReadonlyMap<string, StaffRecord> = new Map(staff.map((person) => [person.id, structuredClone(person)]))
  let last: Promise<unknown> = Promise.resolve()

  async function run<T>(work: (tx: StaffTransaction) => Promise<T>): Promise<T> {
    // The draft replaces the list only if the work succeeds.
    const draft = new Map(people)
    const result = await work(transaction(draft))
    people = draft
    return result
  }

  function transaction(draft: Map<string, StaffRecord>): StaffTransaction {
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
        return put({ ...person, ...changes })
      },

      hasAdministrator: async (except, since) =>
        [...draft.values()].some(
          (person) => !except.includes(person.id) && (isFullAdministrator(person) || wasOne(person, since)),
        ),

      makeLink: async () => oneTimeLink(publicUrl(), now()),

      // Nobody signs in to a console in memory: there are no sessions, passwords or used links, and nobody to be told.
      dropLinks: async () => undefined,
      endSessions: async () => undefined,
      deleteCredentials: async () => undefined,
      notify: async () => undefined,
    }
  }

  return {
    async list() {
      return [...people.values()].map((person) => structuredClone(person)).sort((a, b) => byCodePoint(a.email, b.email))
    },

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
  const expires_at = new Date(at.getTime() + LINK_LIFETIME).toISOString()
  return { link: `${publicUrl.replace(/\/+$/, '')}/setup#${token}`, expires_at }
}
