/** Links identities once, by a one-time link or a signed-in person, never by email address. */
import { randomUUID } from 'node:crypto'
import { and, eq, inArray, notLike, sql } from 'drizzle-orm'
import type { AuthAction, SsoOptions } from '#lib/domains/staff/auth/options.ts'
import {
  activation,
  addPerson,
  changePerson,
  findByEmail,
  findPerson,
  type Person,
  type Queries,
} from '#lib/domains/staff/auth/people.ts'
import { dropLinks, findLink, spendLink } from '#lib/domains/staff/auth/setup.ts'
import { accounts } from '#lib/domains/staff/console/tables.ts'
import { type Identity, SsoRefused, subjectOf } from './provider.ts'

/** In `accounts.provider_id`. */
const LINKED = 'sso'
/** An identity whose access was reset opens nothing until it's linked again. */
const BLOCKED = 'sso_blocked'

export interface Purpose {
  /** A one-time link, whose person the identity is to be linked to. */
  token: string | null
  /** A signed-in person, whom the identity is to be linked to. */
  staff_id: string | null
}

export interface Entry {
  /** Null for somebody new. */
  person: Person | null
  /** For the audit log, before anything is changed. */
  actions: readonly AuthAction[]
  carryOut(tx: Queries): Promise<Person>
}

type Joining = Pick<SsoOptions, 'default_role' | 'allowed_domains' | 'accepts_unstated_email'>

/** Returns the person an identity belongs to or will be linked to. @throws SsoRefused when there is none */
export async function entryOf(
  db: Queries,
  identity: Identity,
  { token, staff_id }: Purpose,
  joining: Joining,
): Promise<Entry> {
  const owner = await ownerOf(db, identity.subject)
  if (owner?.disabledAt) throw new SsoRefused('sso_not_invited')
  if (identity.is_verified === false) throw new SsoRefused('sso_unverified', 'email_verified')
  const email = () => verifiedEmail(identity, joining)
  if (token !== null) return await byLink(db, { ...identity, email }, token, owner)
  if (staff_id !== null) return await byChoice(db, { ...identity, email }, staff_id, owner)
  if (owner) return { person: owner, actions: [], carryOut: async () => owner }
  return await byDefaultRole(db, { ...identity, email }, joining)
}

/** An identity that is linked for the first time needs an address that the provider vouches for; a linked one doesn't. */
type Newcomer = Omit<Identity, 'email'> & { email: () => string }

/** @throws SsoRefused with the claim that is missing */
function verifiedEmail({ email, is_verified }: Identity, { accepts_unstated_email }: Joining): string {
  if (email === null) throw new SsoRefused('sso_no_email', 'email')
  if (is_verified === null && !accepts_unstated_email) throw new SsoRefused('sso_unverified', 'email_verified')
  return email
}

async function byLink(db: Queries, identity: Newcomer, token: string, owner: Person | null): Promise<Entry> {
  const link = await findLink(db, token)
  const person = link?.staffId ? await findPerson(db, link.staffId) : null
  if (!person || person.disabledAt) throw new SsoRefused('sso_link_expired')
  if (owner && owner.id !== person.id) throw new SsoRefused('sso_taken')
  if (!owner && identity.email() !== person.email) throw new SsoRefused('sso_other_email')
  return {
    person,
    actions: [...(owner ? [] : (['identity_linked'] as const)), 'invitation_accepted'],
    async carryOut(tx) {
      if (!(await spendLink(tx, token))) throw new SsoRefused('sso_link_expired')
      await dropLinks(tx, person.id)
      if (!owner) await linkIdentity(tx, person.id, identity.subject)
      return await changePerson(tx, person.id, activation(person))
    },
  }
}

async function byChoice(db: Queries, identity: Newcomer, staff_id: string, owner: Person | null): Promise<Entry> {
  const person = await findPerson(db, staff_id)
  if (!person || person.disabledAt) throw new SsoRefused('sso_failed')
  if (owner && owner.id !== person.id) throw new SsoRefused('sso_taken')
  if (owner || (await hasIdentity(db, staff_id))) return { person, actions: [], carryOut: async () => person }
  identity.email()
  return {
    person,
    actions: ['identity_linked'],
    async carryOut(tx) {
      await linkIdentity(tx, person.id, identity.subject)
      return person
    },
  }
}

async function byDefaultRole(
  db: Queries,
  identity: Newcomer,
  { default_role, allowed_domains }: Joining,
): Promise<Entry> {
  const { name, subject } = identity
  const email = identity.email()
  const named = await findByEmail(db, email)
  if (named && !named.disabledAt) throw new SsoRefused('sso_not_linked')
  const isAllowed = allowed_domains.includes(email.slice(email.lastIndexOf('@') + 1))
  if (named || default_role === null || !isAllowed || (await isBlocked(db, subject)))
    throw new SsoRefused('sso_not_invited')
  return {
    person: null,
    actions: ['staff_joined', 'identity_linked'],
    async carryOut(tx) {
      const added = { email, name: name ?? email, role: default_role, environments: null, activatedAt: new Date() }
      const person = await addPerson(tx, added)
      await linkIdentity(tx, person.id, subject)
      return person
    },
  }
}

const ofProvider = (provider: typeof LINKED | typeof BLOCKED, subject: string) =>
  and(eq(accounts.providerId, provider), eq(accounts.accountId, subject))

/** Links of before the issuer was kept with them are those of the provider that is configured now. */
export async function bindIdentities(db: Queries, issuer: string): Promise<void> {
  await db
    .update(accounts)
    .set({ accountId: sql`${subjectOf(issuer, '')} || ${accounts.accountId}` })
    .where(and(inArray(accounts.providerId, [LINKED, BLOCKED]), notLike(accounts.accountId, 'http%://% %')))
}

export async function ownerOf(db: Queries, subject: string): Promise<Person | null> {
  const [found] = await db.select({ id: accounts.userId }).from(accounts).where(ofProvider(LINKED, subject))
  return found ? await findPerson(db, found.id) : null
}

async function isBlocked(db: Queries, subject: string): Promise<boolean> {
  const found = await db.select({ id: accounts.id }).from(accounts).where(ofProvider(BLOCKED, subject))
  return found.length > 0
}

export async function hasIdentity(db: Queries, staff_id: string): Promise<boolean> {
  const isOwn = and(eq(accounts.userId, staff_id), eq(accounts.providerId, LINKED))
  return (await db.select({ id: accounts.id }).from(accounts).where(isOwn)).length > 0
}

export async function linkIdentity(tx: Queries, staff_id: string, subject: string): Promise<void> {
  const now = new Date()
  await tx.delete(accounts).where(ofProvider(BLOCKED, subject))
  await tx.insert(accounts).values({
    id: randomUUID(),
    accountId: subject,
    providerId: LINKED,
    userId: staff_id,
    createdAt: now,
    updatedAt: now,
  })
}

/** Takes a person's identity away: signing in with it does nothing until it is linked again by a new one-time link. */
export async function blockIdentity(tx: Queries, staff_id: string): Promise<void> {
  const isOwn = and(eq(accounts.userId, staff_id), eq(accounts.providerId, LINKED))
  await tx.update(accounts).set({ providerId: BLOCKED, updatedAt: new Date() }).where(isOwn)
}
