/** Identifies the caller with at most one indexed query, and none within a few seconds of the last. */
import { randomBytes, randomUUID } from 'node:crypto'
import { and, desc, eq, exists, gt, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { AuthOptions } from '#lib/domains/staff/auth/options.ts'
import { countOfNotices, type Queries } from '#lib/domains/staff/auth/people.ts'
import { factorRoles, sessions, staff } from '#lib/domains/staff/console/tables.ts'
import { ROLES, type Role } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { BACKGROUND_HEADER } from '#lib/kernel/client/session.ts'
import type { Database } from '#lib/platform/database/database.ts'
import type { Cookies } from './cookies.ts'

export interface Session {
  id: string
  user: Readonly<{
    id: string
    email: string
    name: string
    role: Role
    /** Ids of the environments the person may enter; null for all. */
    environments: readonly string[] | null
    second_factor: boolean
  }>
  /** When it ends regardless of use. */
  ends_at: Date
  /** How many notices the person has not seen yet. */
  notices: number
  /** Whether the identity provider asked for a second factor. */
  identity_factor: boolean
  /** Whether the console's setting required a second factor of the role when the session began. */
  needed_factor: boolean
}

/** Milliseconds that another process may still let a person in after this one ended the session or changed the role. */
export const CACHE_WINDOW = 3_000
/** Milliseconds between two notes of a session's last use. */
const NOTE_EVERY = 30_000
const CACHE_SIZE = 5_000

interface Known {
  session: Session
  read_at: number
  used_at: number
  noted_at: number
}

export interface SessionsOptions {
  db: Database
  cookies: Cookies
  /** Milliseconds without a request after which a session ends. */
  idle: number
  /** Milliseconds after which it ends regardless of use. */
  life: number
  needs_factor: readonly Role[]
}

/** Origin of a session, as stored. */
interface Opening {
  address: string
  user_agent: string | null
  /** Whether the identity provider asked for a second factor. */
  identity_factor: boolean
}

export type Sessions = ReturnType<typeof createSessions>

/** Creates the store of sessions, which caches a valid one for up to `CACHE_WINDOW` milliseconds. */
export function createSessions({ db, cookies, idle, life, needs_factor }: SessionsOptions) {
  /** By the cookie as sent: what is in here had a valid signature. */
  const known = new LRUCache<string, Known>({ max: CACHE_SIZE })
  /** Counts what ended, so that a read under way at that moment is not remembered. */
  let endings = 0

  const read = db
    .select({
      id: sessions.id,
      ends_at: sessions.expiresAt,
      used_at: sessions.lastUsedAt,
      user_id: staff.id,
      email: staff.email,
      name: staff.name,
      role: staff.role,
      environments: staff.environments,
      second_factor: staff.twoFactorEnabled,
      identity_factor: sessions.identityFactor,
      needed_factor: neededFactorAtSignIn(db),
      notices: sql<number>`(${countOfNotices(db)})::int`,
    })
    .from(sessions)
    .innerJoin(staff, and(eq(staff.id, sessions.userId), isNull(staff.disabledAt)))
    .where(eq(sessions.token, sql.placeholder('token')))
    .prepare('auth_session')

  async function find(request: Request, raw: string): Promise<Known | null> {
    const now = Date.now()
    const before = known.get(raw)
    if (before && now - before.read_at < CACHE_WINDOW) return before
    const seen = endings
    const token = await cookies.verified(request, 'session')
    const [row] = token ? await read.execute({ token }) : []
    if (!row) {
      known.delete(raw)
      return null
    }
    const { id, ends_at, used_at, user_id, notices, identity_factor, needed_factor, ...user } = row
    const found: Known = {
      session: { id, ends_at, notices, identity_factor, needed_factor, user: { ...user, id: user_id } },
      read_at: now,
      // The note may be older than the last use: nobody is signed out before the page has warned them in full.
      used_at: before && before.used_at >= used_at.getTime() ? before.used_at : used_at.getTime() + NOTE_EVERY,
      noted_at: used_at.getTime(),
    }
    if (seen === endings) known.set(raw, found)
    return found
  }

  /** Records the use; returns false when the session has been ended elsewhere. */
  async function note(found: Known, now: number): Promise<boolean> {
    found.noted_at = now
    const at = new Date(now)
    const noted = await db
      .update(sessions)
      .set({ lastUsedAt: at })
      .where(eq(sessions.id, found.session.id))
      .returning({ id: sessions.id })
    if (noted.length === 0) return false
    await db.update(staff).set({ lastSeenAt: at }).where(eq(staff.id, found.session.user.id))
    return true
  }

  function forget(ended: (session: Session) => boolean) {
    endings += 1
    for (const [raw, { session }] of known) if (ended(session)) known.delete(raw)
  }

  return {
    async authenticate(request: Request): Promise<Session | null> {
      const raw = cookies.raw(request, 'session')
      if (!raw) return null
      const found = await find(request, raw)
      if (!found) return null
      const now = Date.now()
      if (now >= found.session.ends_at.getTime() || now - found.used_at >= idle) {
        known.delete(raw)
        await db.delete(sessions).where(eq(sessions.id, found.session.id))
        return null
      }
      if (request.headers.has(BACKGROUND_HEADER)) return found.session
      found.used_at = now
      if (now - found.noted_at < NOTE_EVERY || (await note(found, now))) return found.session
      known.delete(raw)
      return null
    },

    viewer(session: Session): Viewer {
      const { user, ends_at, notices } = session
      return {
        ...user,
        notices,
        must_enroll: mustEnroll(session, needs_factor),
        environments: user.environments && [...user.environments],
        idle_timeout: idle,
        ends_at: ends_at.toISOString(),
      }
    },

    /** The sessions of a person that are still good, newest use first. */
    async list(staff_id: string) {
      const now = Date.now()
      return await db
        .select()
        .from(sessions)
        .where(
          and(
            eq(sessions.userId, staff_id),
            gt(sessions.expiresAt, new Date(now)),
            gt(sessions.lastUsedAt, new Date(now - idle)),
          ),
        )
        .orderBy(desc(sessions.lastUsedAt))
    },

    /** Opens a session of a person whom the caller has made sure of. @returns its token, for their browser alone */
    async open(staff_id: string, { address, user_agent, identity_factor }: Opening): Promise<string> {
      const token = randomBytes(24).toString('base64url')
      const now = new Date()
      await db.insert(sessions).values({
        id: randomUUID(),
        token,
        userId: staff_id,
        expiresAt: new Date(now.getTime() + life),
        lastUsedAt: now,
        ipAddress: address,
        userAgent: user_agent?.slice(0, 200) ?? null,
        identityFactor: identity_factor,
        createdAt: now,
        updatedAt: now,
      })
      return token
    },

    /** Ends one session of a person; false when there is no such. */
    async end(staff_id: string, id: string): Promise<boolean> {
      const ended = await db
        .delete(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.userId, staff_id)))
        .returning({ id: sessions.id })
      forget((session) => session.id === id)
      return ended.length > 0
    },

    /** Ends the session with this token: one that was made, and that its owner never got. */
    async endToken(token: string): Promise<void> {
      await db.delete(sessions).where(eq(sessions.token, token))
    },

    /** Ends all sessions of a person but one; returns how many. */
    async endOthers(staff_id: string, keep: string): Promise<number> {
      const ended = await db
        .delete(sessions)
        .where(and(eq(sessions.userId, staff_id), ne(sessions.id, keep)))
        .returning({ id: sessions.id })
      forget((session) => session.user.id === staff_id && session.id !== keep)
      return ended.length
    },

    /** Ends all sessions of a person but the one with this token. */
    async endAllBut(staff_id: string, token: string): Promise<void> {
      await db.delete(sessions).where(and(eq(sessions.userId, staff_id), ne(sessions.token, token)))
      forget(({ user }) => user.id === staff_id)
    },

    /** Removes rows of a person that can never be used again. */
    async sweep(staff_id: string): Promise<void> {
      const now = Date.now()
      const over = or(lt(sessions.expiresAt, new Date(now)), lt(sessions.lastUsedAt, new Date(now - idle - NOTE_EVERY)))
      await db.delete(sessions).where(and(eq(sessions.userId, staff_id), over))
    },

    /** After anything changed about a person: the next request asks the database. */
    changed(staff_id: string): void {
      forget(({ user }) => user.id === staff_id)
    },
  }
}

/** Returns the roles of the console's own setting, in the order of roles. */
export async function readFactorRoles(db: Queries): Promise<Role[]> {
  const rows = await db.select({ role: factorRoles.role }).from(factorRoles)
  return ROLES.filter((role) => rows.some((row) => row.role === role))
}

/** Adds a role to the setting, from now on, or takes it out. */
export async function writeFactorRole(tx: Queries, role: Role, isRequired: boolean): Promise<void> {
  if (isRequired) await tx.insert(factorRoles).values({ role, since: new Date() }).onConflictDoNothing()
  else await tx.delete(factorRoles).where(eq(factorRoles.role, role))
}

export async function needsFactor({ db, needs_factor = [] }: Pick<AuthOptions, 'db' | 'needs_factor'>, role: Role) {
  return needs_factor.includes(role) || (await readFactorRoles(db)).includes(role)
}

/** A part of the query for a session: whether its person's role needed a second factor when it began. */
function neededFactorAtSignIn(db: Queries): SQL<boolean> {
  const isNeeded = and(eq(factorRoles.role, staff.role), lte(factorRoles.since, sessions.createdAt))
  return sql<boolean>`${exists(db.select({ role: factorRoles.role }).from(factorRoles).where(isNeeded))}`
}

interface Enrollment {
  user: { role: Role; second_factor: boolean }
  identity_factor: boolean
  needed_factor: boolean
}

/** Returns whether somebody can do nothing yet but set up the second factor that their role needs. */
function mustEnroll({ user, identity_factor, needed_factor }: Enrollment, needs_factor: readonly Role[]): boolean {
  return (needed_factor || needs_factor.includes(user.role)) && !user.second_factor && !identity_factor
}
