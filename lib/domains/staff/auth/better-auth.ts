/** better-auth, set up: the console's tables, its cookies, no public sign-up, and nothing kept of what an issuer hands over. */

import { randomUUID } from 'node:crypto'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { CLIENT_ADDRESS_HEADER, cookiePrefix } from '#lib/domains/staff/auth/session/cookies.ts'
import { accounts, sessions, staff, twoFactors, verifications } from '#lib/domains/staff/console/tables.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#lib/domains/staff/password.ts'
import { AUTH_PREFIX, SSO_PROVIDER } from '#lib/domains/staff/sign-in.ts'
import type { AuthOptions, SsoOptions } from './options.ts'
import { createRecoveryCodes } from './recovery-codes.ts'

const APP_NAME = 'Vialdesk'

/** Decides whether a person may have a session now. */
export type Admit = (staff_id: string) => Promise<boolean>

/**
 * @param sso only for the instance that single sign-on uses: making it asks the issuer for its addresses.
 */
export function createBetterAuth(options: AuthOptions, admit: Admit, sso: SsoOptions | null) {
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
      validateUserInfo: ({ source }) =>
        source.oauth && !isVerified(source.oauth.profile) ? { error: 'sso_unverified' } : undefined,
    },
    session: {
      expiresIn: options.session_hours * 3600,
      disableSessionRefresh: true,
      additionalFields: {
        lastUsedAt: { type: 'date', required: true, input: false, defaultValue: () => new Date() },
      },
    },
    account: { updateAccountOnSignIn: false, accountLinking: { enabled: true, trustedProviders: [] } },
    verification: { storeIdentifier: 'hashed' },
    databaseHooks: {
      session: { create: { before: async ({ userId }) => admit(userId) } },
      account: { create: { before: async () => ({ data: NO_TOKENS }) } },
      user: {
        create: {
          before: async () => ({
            data: { role: sso?.default_role ?? 'read_only', image: undefined },
          }),
        },
      },
    },
    // Failed codes and passwords are counted by the adapter in front, by account and by address.
    plugins: [
      twoFactor({
        issuer: APP_NAME,
        accountLockout: { enabled: false },
        backupCodeOptions: createRecoveryCodes(options.secret).plugin,
      }),
      genericOAuth({ config: sso ? [provider(sso)] : [] }),
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

/** Signing in is all that the issuer is asked for: its tokens are of no use afterwards. */
const NO_TOKENS = {
  accessToken: undefined,
  refreshToken: undefined,
  idToken: undefined,
  accessTokenExpiresAt: undefined,
  refreshTokenExpiresAt: undefined,
}

function provider({ issuer, client_id, client_secret, label, default_role }: SsoOptions) {
  return {
    providerId: SSO_PROVIDER,
    name: label,
    discoveryUrl: `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
    requireIdTokenVerification: true,
    clientId: client_id,
    clientSecret: client_secret,
    scopes: ['openid', 'email', 'profile'],
    disableSignUp: default_role === null,
    accountSubject: ({ profile }: { profile: { sub?: unknown } }) => String(profile.sub ?? ''),
    mapProfileToUser: (profile: { name?: unknown; email?: unknown }) => ({
      name: String(profile.name || profile.email),
    }),
  }
}

/** Some issuers send the claim as text. */
function isVerified(profile: Record<string, unknown> | undefined): boolean {
  const claim = profile?.email_verified
  return claim === true || claim === 'true'
}
