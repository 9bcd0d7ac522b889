/** How someone gets in for the first time: by the configuration, by the link that the start prints, or by an invitation. */

import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import type { OneTimeLink } from '#lib/domains/staff/console/store.ts'
import { links, sessions as sessionRows, staff, twoFactors } from '#lib/domains/staff/console/tables.ts'
import { passwordProblem } from '#lib/domains/staff/password-check.ts'
import type { LinkAnswer, SetupInput } from '#lib/domains/staff/sign-in.ts'
import { ApiError, wrongField } from '#lib/kernel/api-error.ts'
import { hostOf } from '#lib/utils/http/own-path.ts'
import type { AuthOptions } from './options.ts'
import {
  activation,
  addPerson,
  changePerson,
  changeStaff,
  findByEmail,
  findPerson,
  hasAdministrator,
  type Person,
  type Queries,
  setPassword,
} from './people.ts'
import type { Sessions } from './session/sessions.ts'

export interface Credentials {
  email: string
  password: string
}

export type Setup = ReturnType<typeof createSetup>

const gone = () => new ApiError('link_expired', 'This link has been used or has expired. Ask for a new one.')

/** Sets people up by one-time links. @throws ApiError 410 `link_expired` for a used, expired or unknown one */
export function createSetup({ db, passwords, publicUrl }: AuthOptions, sessions: Sessions) {
  let isDone = false

  /** Returns a token's purpose and person; a disabled person's token has none. */
  async function look(tx: Queries, token: string) {
    const link = await findLink(tx, token)
    if (!link) throw gone()
    if (link.staffId === null) {
      if (await hasAdministrator(tx)) throw gone()
      return { link, person: null }
    }
    const person = await findPerson(tx, link.staffId)
    if (!person || person.disabledAt) throw gone()
    return { link, person }
  }

  return {
    /** Makes the administrator of the configuration where there is no staff at all; an existing password stays. */
    async administratorFromConfiguration({ email, password }: Credentials): Promise<boolean> {
      const hash = await passwords.hash(password)
      return await changeStaff(db, async (tx) => {
        const anyone = await tx.select({ id: staff.id }).from(staff).limit(1)
        if (anyone.length > 0) return false
        await makeAdministrator(tx, { email, name: nameOf(email) }, hash)
        return true
      })
    },

    /** A link for the first administrator; null where there is one. */
    async firstLink(): Promise<OneTimeLink | null> {
      return (await hasAdministrator(db)) ? null : await makeLink(db, publicUrl(), null)
    },

    /** Returns whether there is no administrator yet. Once there is one, one always remains, so nobody asks again. */
    async isNeeded(): Promise<boolean> {
      isDone ||= await hasAdministrator(db)
      return !isDone
    },

    async check(token: string): Promise<LinkAnswer> {
      const { link, person } = await look(db, token)
      return {
        kind: person ? 'invitation' : 'administrator',
        email: person?.email ?? null,
        name: person?.name ?? null,
        expires_at: link.expiresAt.toISOString(),
      }
    },

    /** Uses a link up: the person it is for, or the first administrator, has this password and is active. */
    async accept({ token, password, email, name }: SetupInput): Promise<{ person: Person; first: boolean }> {
      const { person } = await look(db, token)
      const who = person ?? { email: required('email', email), name: required('name', name) }
      const problem = passwordProblem(password, { email: who.email, name: who.name, host: hostOf(publicUrl()) })
      if (problem) throw wrongField('password', problem)
      const hash = await passwords.hash(password)
      const accepted = await changeStaff(db, async (tx) => {
        const again = await look(tx, token)
        if (!(await spendLink(tx, token))) throw gone()
        if (!again.person) return { person: await makeAdministrator(tx, who, hash), first: true }
        await setPassword(tx, again.person.id, hash)
        await dropLinks(tx, again.person.id)
        return { person: await changePerson(tx, again.person.id, activation(again.person)), first: false }
      })
      sessions.changed(accepted.person.id)
      return accepted
    },
  }
}

/** Makes an administrator; the server's operator may also promote someone who first came by single sign-on. */
async function makeAdministrator(
  tx: Queries,
  { email, name }: { email: string; name: string },
  hash: string,
): Promise<Person> {
  await dropLinks(tx, null)
  const rights = { role: 'administrator', environments: null, activatedAt: new Date() } as const
  const before = await findByEmail(tx, email)
  if (before) for (const table of [sessionRows, twoFactors]) await tx.delete(table).where(eq(table.userId, before.id))
  const person = before
    ? await changePerson(tx, before.id, { ...rights, disabledAt: null, twoFactorEnabled: false })
    : await addPerson(tx, { ...rights, email, name })
  await setPassword(tx, person.id, hash)
  return person
}

function required(field: 'email' | 'name', value: string | undefined): string {
  if (value === undefined) throw wrongField(field, field === 'email' ? 'Enter your email address.' : 'Enter your name.')
  return value
}

/** `rosa.adeyemi@…` is Rosa Adeyemi: the configuration has no name of its own. */
function nameOf(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[._+-]+/).filter(Boolean)
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(' ') || email
}

const HOUR = 3_600_000
const FIRST_LINK_LIFE = 24 * HOUR
const INVITATION_LIFE = 7 * 24 * HOUR

/** The token stands in the fragment of a link, which reaches no log, and here only as a hash. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Makes a link in place of earlier ones of the same person; without a person it is one for the first administrator. */
export async function makeLink(db: Queries, publicUrl: string, staff_id: string | null): Promise<OneTimeLink> {
  const now = Date.now()
  const expiresAt = new Date(now + (staff_id ? INVITATION_LIFE : FIRST_LINK_LIFE))
  const token = randomBytes(32).toString('base64url')
  // Instances that start at once each print their own: those for the first administrator stand side by side.
  await db.delete(links).where(staff_id ? eq(links.staffId, staff_id) : lte(links.expiresAt, new Date(now)))
  await db.insert(links).values({ hash: hashOf(token), staffId: staff_id, createdAt: new Date(now), expiresAt })
  return { link: `${publicUrl.replace(/\/+$/, '')}/setup#${token}`, expires_at: expiresAt.toISOString() }
}

export async function findLink(db: Queries, token: string) {
  const [found] = await db
    .select()
    .from(links)
    .where(and(eq(links.hash, hashOf(token)), gt(links.expiresAt, new Date())))
  return found ?? null
}

/** Takes a token out of use; true for exactly one of those who try. */
export async function spendLink(db: Queries, token: string): Promise<boolean> {
  const used = await db
    .delete(links)
    .where(and(eq(links.hash, hashOf(token)), gt(links.expiresAt, new Date())))
    .returning({ hash: links.hash })
  return used.length > 0
}

/** Takes every other link of a person, or all those for a first administrator, out of use. */
export async function dropLinks(db: Queries, staff_id: string | null): Promise<void> {
  await db.delete(links).where(staff_id ? eq(links.staffId, staff_id) : isNull(links.staffId))
}
