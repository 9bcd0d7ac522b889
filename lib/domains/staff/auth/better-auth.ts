/** better-auth, set up: the console's tables, its cookies, and no public sign-up. */

import { randomUUID } from 'node:crypto'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { CLIENT_ADDRESS_HEADER, cookiePrefix } from '#lib/domains/staff/auth/session/cookies.ts'
import { accounts, sessions, staff, twoFactors, verifications } from '#lib/domains/staff/console/tables.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#lib/domains/staff/password.ts'
import { AUTH_PREFIX } from '#lib/domains/staff/sign-in.ts'
import type { AuthOptions } from './options.ts'
import { createRecoveryCodes } from './recovery-codes.ts'

const APP_NAME = 'Vialdesk'

/** Decides whether a person may have a session now. */
export type Admit = (staff_id: string) => Promise<boolean>

/** Returns better-auth for passwords, sessions and second factors; single sign-on is not its work. */
export function createBetterAuth(options: AuthOptions, admit: Admit) {
  const origin = new URL(options.publicUrl()).origin
  const secure = origin.startsWith('https:')
  return betterAuth({
    appName: APP_NAME,
    baseURL: origin,
    basePath: AUTH_PREFIX,
    // As a list, so that no variable of the environment can take its place.
    secrets: [{ version: 1, value: options.secret }],
    database: drizzleAdapter(options.db, {
      provider: 'pg',
      schema: { user: staff, session: sessions, account: accounts, verification: verifications, twoFactor: twoFactors },
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      password: options.passwords,
    },
    user: {
      additionalFields: {
        role: { type: 'string', required: false, input: false },
      },
    },
    session: {
      expiresIn: options.session_hours * 3600,
      disableSessionRefresh: true,
      additionalFields: {
        lastUsedAt: { type: 'date', required: true, input: false, defaultValue: () => new Date() },
      },
    },
    account: { accountLinking: { enabled: false } },
    verification: { storeIdentifier: 'hashed' },
    databaseHooks: {
      session: { create: { before: async ({ userId }) => admit(userId) } },
    },
    // Failed codes and passwords are counted by the adapter in front, by account and by address.
    plugins: [
      twoFactor({
        issuer: APP_NAME,
        accountLockout: { enabled: false },
        backupCodeOptions: createRecoveryCodes(options.secret).plugin,
      }),
    ],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: { errorURL: `${origin}/sign-in` },
    advanced: {
      cookiePrefix: cookiePrefix(secure),
      // Its own prefix would be __Secure-; ours is the stricter __Host-.
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER], ipv6Subnet: 128 },
      database: { generateId: () => randomUUID() },
    },
  })
}

export type BetterAuth = ReturnType<typeof createBetterAuth>
