/** Sign-in, put together: who is calling, `/api/auth/…`, staff and the first administrator. */
import type { Hono } from 'hono'
import { createHashQueue } from '#lib/domains/staff/auth/passwords.ts'
import type { Context } from '#lib/domains/staff/auth/session/context.ts'
import { createCookies } from '#lib/domains/staff/auth/session/cookies.ts'
import { createRoutes } from '#lib/domains/staff/auth/session/http.ts'
import { createLimits } from '#lib/domains/staff/auth/session/limits.ts'
import { createSessions, type Session, type Sessions } from '#lib/domains/staff/auth/session/sessions.ts'
import type { OneTimeLink, StaffStore } from '#lib/domains/staff/console/store.ts'
import { type Admit, type BetterAuth, createBetterAuth } from './better-auth.ts'
import type { AuthOptions } from './options.ts'
import { addOwnAccount, isConfirmed } from './own-account.ts'
import { findPerson } from './people.ts'
import { createPostgresStaffStore } from './postgres-staff.ts'
import { type Credentials, createSetup } from './setup.ts'
import { addSignIn } from './sign-in.ts'
import { addNoSso, addSso } from './sso/sso.ts'

export interface Auth {
  /** Everything below `/api/auth`. */
  app: Hono
  /** Returns the caller; null without a session or after it has ended. */
  authenticate(request: Request): Promise<Session | null>
  viewer: Sessions['viewer']
  /** Whether the caller gave password and code again within the last minutes. */
  isConfirmed(request: Request): Promise<boolean>
  /** The people who may sign in, for the rules about staff. */
  staffStore: StaffStore
  /** Makes the configured administrator. @returns the terminal's link for a first one while there is none */
  firstAdministrator(configured: Credentials | null): Promise<OneTimeLink | null>
}

/** The other back ends call `identify` for each request. */
export function createAuth(options: AuthOptions): Auth {
  const { db, secret, publicUrl } = options
  const cookies = createCookies(secret, publicUrl)
  const sessions = createSessions({
    db,
    cookies,
    idle: options.session_idle_minutes * 60_000,
    life: options.session_hours * 3_600_000,
    needs_factor: options.needs_factor ?? [],
  })
  const { app, routes } = createRoutes(options, sessions)
  const setup = createSetup(options, sessions)
  const admit: Admit = async (staff_id) => {
    const person = await findPerson(db, staff_id)
    return person !== null && person.disabledAt === null
  }
  let made: BetterAuth | null = null
  const better = () => {
    made ??= createBetterAuth(options, admit)
    return made
  }
  const context: Context = {
    options,
    routes,
    cookies,
    sessions,
    limits: createLimits(db, secret),
    hashing: createHashQueue(),
    better,
  }
  addSignIn(context, setup)
  addOwnAccount(context)
  if (options.sso) addSso(context, options.sso)
  else addNoSso(context)
  return {
    app,
    authenticate: sessions.authenticate,
    viewer: sessions.viewer,
    async isConfirmed(request) {
      const session = await sessions.authenticate(request)
      return session !== null && (await isConfirmed(context, request, session.id))
    },
    staffStore: createPostgresStaffStore({ db, publicUrl, onChanged: sessions.changed }),
    async firstAdministrator(configured) {
      if (configured) await setup.administratorFromConfiguration(configured)
      return await setup.firstLink()
    },
  }
}
