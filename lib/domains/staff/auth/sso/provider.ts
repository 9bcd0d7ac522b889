/** The identity provider, by OpenID Connect: where it asks people who they are, and who it says they are. */
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import { z } from 'zod'
import type { SsoOptions } from '#lib/domains/staff/auth/options.ts'
import type { SsoError } from '#lib/domains/staff/sign-in.ts'
import { ApiError } from '#lib/kernel/api-error.ts'

/** Seconds that the provider may take for an answer. */
const TIMEOUT = 10

/** Somebody whom the provider vouches for. */
export interface Identity {
  /** The provider's id of the person; it stays the same when their email address changes. */
  subject: string
  /** In lower case, and verified by the provider. */
  email: string
  name: string
  /** Whether the provider asked for more than one factor (`amr`, RFC 8176). */
  has_second_factor: boolean
}

/** What only this browser and this server know of one single sign-on. */
export interface Checks {
  state: string
  nonce: string
  verifier: string
}

/** Why somebody may not enter; the sign-in page says it in words. */
export class SsoRefused extends Error {
  readonly reason: SsoError
  constructor(reason: SsoError) {
    super(reason)
    this.reason = reason
  }
}

const claimsSchema = z.looseObject({
  sub: z.string().min(1),
  azp: z.string().optional(),
  amr: z.array(z.string()).optional().catch(undefined),
})

/** Some providers send the claim as text. */
const profileSchema = z.looseObject({
  email: z.email().max(254),
  email_verified: z.union([z.boolean(), z.literal('true')]).optional(),
  name: z.string().trim().min(1).max(100).optional().catch(undefined),
})

/** @param redirectUri where the provider sends browsers back to */
export function createProvider(sso: SsoOptions, redirectUri: () => string) {
  let found: Promise<Configuration> | null = null

  /** Asks the provider for its addresses at the first use, and again at the next if it did not answer. */
  function configuration(): Promise<Configuration> {
    found ??= discover(sso).catch(() => {
      found = null
      throw unreachable()
    })
    return found
  }

  return {
    /** Returns the address that a browser is sent to. @throws ApiError 502 when the provider does not answer */
    async address({ state, nonce, verifier }: Checks): Promise<string> {
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri(),
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },

    /**
     * Returns who came back: a signed ID token for us, of this sign-on, not expired, about a verified email address.
     * @param query of the address that the provider sent the browser to
     * @throws SsoRefused when somebody cancelled or the address is not verified; anything else when it does not hold
     */
    async identify(query: string, { state, nonce, verifier }: Checks): Promise<Identity> {
      const config = await configuration()
      const checks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      }
      const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri()}${query}`), checks).catch(cancelled)
      const claims = claimsSchema.parse(tokens.claims())
      // The library checks it among several audiences; a token that was made for another client is not for us.
      if (claims.azp !== undefined && claims.azp !== sso.client_id)
        throw new Error('The ID token is for another client.')
      const isWhole = claims.email !== undefined && claims.email_verified !== undefined
      const asked = !isWhole && config.serverMetadata().userinfo_endpoint !== undefined
      // Refused by the library unless it is about the `sub` of the ID token.
      const info = asked ? await fetchUserInfo(config, tokens.access_token, claims.sub) : {}
      const { email, email_verified, name } = profileSchema.parse({ ...info, ...claims })
      if (email_verified !== true && email_verified !== 'true') throw new SsoRefused('sso_unverified')
      return {
        subject: claims.sub,
        email: email.toLowerCase(),
        name: name ?? email,
        has_second_factor: claims.amr?.includes('mfa') ?? false,
      }
    },
  }
}

function discover({ issuer, client_id, client_secret }: SsoOptions): Promise<Configuration> {
  const url = new URL(issuer)
  // The configuration allows http for this machine alone.
  const isLocal = url.protocol === 'http:'
  return discovery(url, client_id, undefined, authentication(client_secret), {
    timeout: TIMEOUT,
    execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])],
  })
}

/** As the provider wants it; one that says nothing takes the secret in a header (OpenID Connect Discovery 1.0, 3). */
function authentication(secret: string): ClientAuth {
  const post = ClientSecretPost(secret)
  const basic = ClientSecretBasic(secret)
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? []
    const usesPost = methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
    return (usesPost ? post : basic)(server, client, body, headers)
  }
}

function cancelled(error: unknown): never {
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
    throw new SsoRefused('sso_cancelled')
  throw error
}

function unreachable() {
  const detail = 'The identity provider isn’t responding. Try again in a minute, or use your password.'
  return new ApiError('identity_provider_unreachable', detail)
}
