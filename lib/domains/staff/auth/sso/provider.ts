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
import { SSO_CLAIMS, type SsoClaim, type SsoError } from '#lib/domains/staff/sign-in.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { withoutInvisible } from '#lib/utils/text/invisible.ts'

/** Seconds that the provider may take for an answer. */
const TIMEOUT = 10

export interface Identity {
  /** The provider, and its id of the person; it stays the same when their email address changes. */
  subject: string
  /** In lower case; null where the provider says none. */
  email: string | null
  /** Whether the provider says that the address is verified; null where it doesn't say. */
  is_verified: boolean | null
  name: string | null
  /** Whether the provider asked for more than one factor (`amr`, RFC 8176). */
  has_second_factor: boolean
  /** When the provider last asked who it is (seconds since 1970); null where it doesn't say. */
  asked_at: number | null
}

/** An ID means one person at one provider: at the next one it's somebody else's. */
export const subjectOf = (issuer: string, sub: string) => `${issuer} ${sub}`

/** Secrets of one single sign-on, known only to this browser and this server. */
export interface Checks {
  state: string
  nonce: string
  verifier: string
}

/** Why somebody may not enter, and which claim is missing or wrong; the sign-in page says it in words. */
export class SsoRefused extends Error {
  readonly reason: SsoError
  readonly claim: SsoClaim | null
  constructor(reason: SsoError, claim: SsoClaim | null = null, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
    this.claim = claim
  }
}

/** Returns the refusal that an error of a sign-on amounts to, with the claim that it is about. */
export function refusalOf(error: unknown): SsoRefused {
  return error instanceof SsoRefused ? error : new SsoRefused('sso_failed', claimOf(error), { cause: error })
}

/** The library says the claim in a cause, or in its message where the claim is missing. */
function claimOf(error: unknown): SsoClaim | null {
  if (!(error instanceof Error)) return null
  const cause = causeSchema.safeParse(error.cause).data
  const ours = error instanceof z.ZodError ? error.issues[0]?.path[0] : undefined
  const named = ours ?? cause?.claim ?? cause?.attribute ?? /"(\w+)"/.exec(error.message)?.[1]
  return SSO_CLAIMS.find((claim) => claim === named) ?? claimOf(error.cause)
}

const causeSchema = z.looseObject({ claim: z.string().optional(), attribute: z.string().optional() })

const claimsSchema = z.looseObject({
  sub: z.string().min(1),
  azp: z.string().optional(),
  auth_time: z.number().optional().catch(undefined),
  amr: z
    .union([z.array(z.string()), z.string().transform((text) => text.split(/[\s,]+/))])
    .optional()
    .catch(undefined),
})

/** Some providers send a text or a number; nothing that can be read is as good as nothing said. */
const verifiedSchema = z.preprocess((value) => {
  const words: Readonly<Record<string, boolean>> = { true: true, 1: true, yes: true, false: false, 0: false, no: false }
  return words[String(value).trim().toLowerCase()]
}, z.boolean().optional())
/** As people may type theirs: without what nobody sees. */
const shownName = (text: string) => withoutInvisible(text).replace(/\s+/gu, ' ').trim()
const personName = z.string().overwrite(shownName).min(1).max(100).optional().catch(undefined)
/** Several addresses don't say which is meant. */
const onlyOne = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value)
const profileSchema = z.looseObject({
  email: z.preprocess(onlyOne, z.string().trim().pipe(z.email().max(254)).optional()).catch(undefined),
  email_verified: verifiedSchema,
  name: personName,
  given_name: personName,
  family_name: personName,
})

/** @param redirectUri where the provider sends browsers back to */
export function createProvider(sso: SsoOptions, redirectUri: () => string) {
  let found: Promise<Configuration> | null = null

  /** Asks the provider for its addresses at the first use, and again at the next if it did not answer. */
  function configuration(): Promise<Configuration> {
    found ??= discover(sso).catch((error: unknown) => {
      found = null
      throw mismatchOf(error, sso.issuer) ?? unreachable()
    })
    return found
  }

  return {
    ready: configuration,

    /** Returns the address that a browser is sent to; `asksAgain`: also who is signed in there. @throws ApiError 502 when the provider does not answer */
    async address({ state, nonce, verifier }: Checks, asksAgain = false): Promise<string> {
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri(),
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(asksAgain && { prompt: 'login', max_age: '0' }),
      })
      return url.href
    },

    /**
     * Returns who came back: a signed ID token for us, of this sign-on, not expired.
     * @param query of the address that the provider sent the browser to
     * @throws SsoRefused when somebody cancelled; anything else when it does not hold
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
      if (claims.azp !== undefined && claims.azp !== sso.client_id) throw new SsoRefused('sso_failed', 'azp')
      // Some providers send null or an empty text for what they don't say.
      const said = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null && value !== ''))
      const isWhole = said['email'] !== undefined && said['email_verified'] !== undefined
      const asked = !isWhole && config.serverMetadata().userinfo_endpoint !== undefined
      // Refused by the library unless it is about the `sub` of the ID token.
      const info = asked ? await fetchUserInfo(config, tokens.access_token, claims.sub).catch(unlessForeign) : {}
      // Azure AD B2C sends `emails`, Entra `xms_edov`; nobody vouches for `preferred_username` and `upn`.
      const all: Record<string, unknown> = { ...info, ...said }
      const { email, email_verified, name, given_name, family_name } = profileSchema.parse({
        ...all,
        email: all['email'] ?? all['emails'],
        email_verified: all['email_verified'] ?? all['xms_edov'],
      })
      const parts = [given_name, family_name].filter((part) => part !== undefined).join(' ')
      return {
        subject: subjectOf(sso.issuer, claims.sub),
        email: email?.toLowerCase() ?? null,
        is_verified: email_verified ?? null,
        name: (name ?? parts) || null,
        has_second_factor: claims.amr?.some((method) => method.toLowerCase() === 'mfa') ?? false,
        asked_at: claims.auth_time ?? null,
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
    throw new SsoRefused('sso_cancelled', null, { cause: error })
  throw error
}

/** A linked person needs no more than the ID token; only an answer about someone else is refused. */
function unlessForeign(error: unknown): object {
  if (claimOf(error) === 'sub') throw error
  return {}
}

/** Returns what to say when `OIDC_ISSUER` has no configuration, or one of another name; null for any other error. */
function mismatchOf(error: unknown, issuer: string): ApiError | null {
  if (error instanceof Error && error.cause instanceof Response && error.cause.status < 500) {
    const { status, url } = error.cause
    const found = `${url} answers ${status}, and no configuration of single sign-on. Check the path of OIDC_ISSUER.`
    return new ApiError('identity_provider_mismatch', found)
  }
  const cause = error instanceof Error && mismatchSchema.safeParse(error.cause).data
  if (!cause) return null
  const detail = `The identity provider calls itself ${cause.body.issuer}, but OIDC_ISSUER is ${issuer}. Set OIDC_ISSUER to exactly the former: a slash at the end and the tenant count.`
  return new ApiError('identity_provider_mismatch', detail)
}

const mismatchSchema = z.looseObject({
  attribute: z.literal('issuer'),
  body: z.looseObject({ issuer: z.url().max(500) }),
})

/** Asks the provider who it is. @throws ApiError in words when it doesn't answer, or is another than configured */
export async function checkIssuer(sso: SsoOptions): Promise<void> {
  await createProvider(sso, () => '').ready()
}

function unreachable() {
  const detail = 'The identity provider isn’t responding. Try again in a minute, or use your password.'
  return new ApiError('identity_provider_unreachable', detail)
}
