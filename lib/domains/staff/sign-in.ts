/** Interface of `/api/auth/…`: sign-in, second factor, own sessions, one-time links, single sign-on. */
import { z } from 'zod'
import type { EndpointRecord, HttpMethod } from '#lib/kernel/endpoint.ts'
import { isoDateTime, typedName } from '#lib/kernel/fields.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'
import { plainSigns } from '#lib/utils/text/typed-text.ts'
import { PASSWORD_MAX } from './password.ts'

export const AUTH_PREFIX = '/api/auth'

/** Id of the identity provider in its callback's address. */
export const SSO_PROVIDER = 'sso'

const password = z
  .string()
  .normalize('NFC')
  .min(1, 'Enter your password.')
  .max(PASSWORD_MAX, 'This is too long for a password.')
const token = z.string().regex(/^[\w-]{20,100}$/, 'This link is incomplete.')
const email = z
  .string()
  .overwrite(TEXT_FIELDS.email.clean)
  .toLowerCase()
  .max(254, 'This is too long for an email address.')
  .pipe(z.email('Enter an email address.'))

export const signInBody = z.object({ email, password })

/** `second_factor`: the password is right, a code is still needed within ten minutes. */
const signInAnswer = z.object({ status: z.enum(['signed_in', 'second_factor']) })
export type SignInAnswer = z.infer<typeof signInAnswer>

/** A code as people copy it: `123 456`, `123-456`. */
const typedCode = z.string().transform((typed) => plainSigns(typed).replace(/[ -]/g, ''))

export const totpBody = z.object({
  code: typedCode.pipe(z.string().regex(/^\d{6}$/, 'Enter the six-digit code.')),
})
export const recoveryBody = z.object({
  code: z.string().overwrite(plainSigns).min(1, 'Enter a recovery code.').max(40, 'This is too long for a code.'),
})

/** Sensitive changes of one's own account ask for the password again. */
export const ownPasswordBody = z.object({ password })
/** Changes of the second factor also ask for six digits of the app, or for a recovery code, which is used up. */
export const ownFactorBody = ownPasswordBody.extend({
  code: typedCode.pipe(
    z.string().min(1, 'Enter a code from your app, or a recovery code.').max(40, 'This is too long for a code.'),
  ),
})
export const changePasswordBody = z.object({ current_password: password, new_password: z.string().max(1000) })

/** `uri` is what the QR code holds. Neither is shown again. */
export const enrollAnswer = z.object({ uri: z.string(), recovery_codes: z.array(z.string()) })
export const recoveryCodesAnswer = z.object({ recovery_codes: z.array(z.string()) })

/** How two-factor authentication of one's own account stands. */
export const ownFactorAnswer = z.object({
  /** Recovery codes that haven't been used; null where two-factor authentication is off. */
  recovery_codes_left: z.int().min(0).nullable(),
  /** Whether the role requires it, so that it can't be turned off. */
  required: z.boolean(),
})
export type OwnFactor = z.infer<typeof ownFactorAnswer>

const ownSession = z.object({
  id: z.string(),
  current: z.boolean(),
  created_at: isoDateTime,
  last_used_at: isoDateTime,
  ends_at: isoDateTime,
  /** As the browser calls itself; cut to 200 characters. */
  user_agent: z.string().nullable(),
  address: z.string().nullable(),
})
export const ownSessionsAnswer = z.object({ sessions: z.array(ownSession) })

const linkBody = z.object({ token })
/** `administrator`: the first one, who gives name and email too. */
const linkAnswer = z.object({
  kind: z.enum(['administrator', 'invitation']),
  email: z.string().nullable(),
  name: z.string().nullable(),
  expires_at: isoDateTime,
})
export type LinkAnswer = z.infer<typeof linkAnswer>

export const setupBody = z.object({
  token,
  password: z.string().max(1000),
  /** Both are for the first administrator only. */
  email: email.optional(),
  name: typedName.pipe(z.string().min(1, 'Enter your name.').max(100, 'This is too long for a name.')).optional(),
})
export type SetupInput = z.output<typeof setupBody>

/** Path in the console to open afterwards. */
const next = z.string().max(2000).optional()
/** `token`: of a one-time link, whose person the identity is linked to. */
const startSsoBody = z.object({ next, token: token.optional() })
/** Required where the second factor is on. */
const code = typedCode.pipe(z.string().max(40, 'This is too long for a code.')).default('')
const linkIdentityBody = ownPasswordBody.extend({ code, next })
/** `label` is what the identity provider is called; null without single sign-on. */
const ownIdentityAnswer = z.object({ label: z.string().nullable(), linked: z.boolean(), has_password: z.boolean() })
const startSsoAnswer = z.object({ url: z.string() })

/** Sign-in methods, readable by anyone; `sso` is null without single sign-on. */
export const methodsAnswer = z.object({
  sso: z.object({ label: z.string() }).nullable(),
  /** Minutes without activity after which a session ends. */
  idle_minutes: z.int().nullable(),
  /** Whether there is no administrator yet; says nothing of anybody, and the link stays in the terminal. */
  needs_setup: z.boolean(),
})

/** An endpoint of `/api/auth`: `anyone` may call it, or whoever is signed in, about their own account. */
export interface AuthEndpoint extends EndpointRecord {
  readonly access: 'anyone' | 'signed_in'
}

const none = z.object({})

/** Bytes: anyone may send one, and an email address and a password are all it holds. */
const BODY_BYTES = 16 * 1024

function record<
  const N extends string,
  M extends HttpMethod,
  const P extends string,
  A extends AuthEndpoint['access'],
  B extends z.ZodObject | null,
  R extends z.ZodType,
>(name: N, method: M, path: P, access: A, body: B, response: R) {
  const success = response instanceof z.ZodNull ? [204] : [200]
  return {
    name,
    section: 'sign-in',
    method,
    path,
    access,
    params: path.includes('{id}') ? z.object({ id: z.string() }) : none,
    query: none,
    body,
    maxBodyBytes: BODY_BYTES,
    response,
    success,
    safe: method === 'GET',
  } as const
}

/** The endpoint table of `/api/auth`; the handlers read the query of the identity provider's callback themselves. */
export const authEndpoints = {
  list_sign_in_methods: record('list_sign_in_methods', 'GET', '/methods', 'anyone', null, methodsAnswer),
  sign_in: record('sign_in', 'POST', '/sign-in', 'anyone', signInBody, signInAnswer),
  sign_in_with_code: record('sign_in_with_code', 'POST', '/second-factor/totp', 'anyone', totpBody, signInAnswer),
  sign_in_with_recovery_code: record(
    'sign_in_with_recovery_code',
    'POST',
    '/second-factor/recovery',
    'anyone',
    recoveryBody,
    signInAnswer,
  ),
  sign_out: record('sign_out', 'POST', '/sign-out', 'anyone', none, z.null()),
  check_link: record('check_link', 'POST', '/setup/check', 'anyone', linkBody, linkAnswer),
  use_link: record('use_link', 'POST', '/setup', 'anyone', setupBody, signInAnswer),
  start_sso: record('start_sso', 'POST', '/sso', 'anyone', startSsoBody, startSsoAnswer),
  finish_sso: record('finish_sso', 'GET', `/callback/${SSO_PROVIDER}`, 'anyone', null, z.null()),
  get_own_identity: record('get_own_identity', 'GET', '/identity', 'signed_in', null, ownIdentityAnswer),
  link_own_identity: record('link_own_identity', 'POST', '/identity', 'signed_in', linkIdentityBody, startSsoAnswer),
  confirm_owner: record(
    'confirm_owner',
    'POST',
    '/confirmation',
    'signed_in',
    ownPasswordBody.extend({ code }),
    z.null(),
  ),
  confirm_owner_by_sso: record(
    'confirm_owner_by_sso',
    'POST',
    '/confirmation/sso',
    'signed_in',
    z.object({ code, next }),
    startSsoAnswer,
  ),
  change_password: record('change_password', 'POST', '/password', 'signed_in', changePasswordBody, z.null()),
  get_own_second_factor: record('get_own_second_factor', 'GET', '/second-factor', 'signed_in', null, ownFactorAnswer),
  enroll_second_factor: record(
    'enroll_second_factor',
    'POST',
    '/second-factor/enroll',
    'signed_in',
    ownPasswordBody,
    enrollAnswer,
  ),
  confirm_second_factor: record(
    'confirm_second_factor',
    'POST',
    '/second-factor/confirm',
    'signed_in',
    totpBody,
    z.null(),
  ),
  disable_second_factor: record(
    'disable_second_factor',
    'POST',
    '/second-factor/disable',
    'signed_in',
    ownFactorBody,
    z.null(),
  ),
  replace_recovery_codes: record(
    'replace_recovery_codes',
    'POST',
    '/second-factor/recovery-codes',
    'signed_in',
    ownFactorBody,
    recoveryCodesAnswer,
  ),
  list_own_sessions: record('list_own_sessions', 'GET', '/sessions', 'signed_in', null, ownSessionsAnswer),
  end_own_session: record('end_own_session', 'DELETE', '/sessions/{id}', 'signed_in', null, z.null()),
  end_other_sessions: record('end_other_sessions', 'POST', '/sessions/end-others', 'signed_in', none, z.null()),
} as const

export const authEndpointList: readonly AuthEndpoint[] = Object.values(authEndpoints)

/** Why the single sign-on came back without a session: `/sign-in?error=…`. */
export const SSO_ERRORS = {
  sso_not_invited: 'There’s no account for this email address. Ask an administrator to invite you.',
  sso_not_linked:
    'Your identity isn’t linked to your account here yet. Open your invitation and continue from there, or sign in with your password and link it in Settings, Your account.',
  sso_taken: 'This identity is linked to someone else here. Ask an administrator.',
  sso_other_email:
    'Your identity provider has a different email address for you than the invitation. Ask for an invitation to that address, or choose a password.',
  sso_link_expired: 'This invitation has been used or has expired. Ask for a new one.',
  sso_no_email: 'Your identity provider didn’t send an email address, which the first sign-in needs.',
  sso_unverified: 'Your identity provider doesn’t say that it has verified this email address.',
  sso_second_factor:
    'Your role requires two-factor authentication, and your identity provider didn’t ask for it. Turn it on there, then try again.',
  sso_cancelled:
    'The sign-in was canceled, or your identity provider didn’t allow it. If you didn’t cancel it, ask your administrator.',
  sso_too_many: 'Too many attempts. Try again in 15 minutes.',
  sso_failed: 'The sign-in didn’t work. Try again, or sign in with your password.',
} as const
export type SsoError = keyof typeof SSO_ERRORS

/** Claims of an ID token that a refusal can be about. */
export const SSO_CLAIMS = [
  'iss',
  'aud',
  'azp',
  'exp',
  'iat',
  'nbf',
  'auth_time',
  'nonce',
  'sub',
  'email',
  'email_verified',
] as const
export type SsoClaim = (typeof SSO_CLAIMS)[number]

/** Returns the sentence for a reason and a claim in an address; null for anything else. */
export function ssoErrorText(name: unknown, claim?: unknown): string | null {
  const text = Object.entries(SSO_ERRORS).find(([known]) => known === name)?.[1]
  const about = SSO_CLAIMS.find((known) => known === claim)
  return text ? `${text}${about ? ` Ask your administrator about the claim “${about}”.` : ''}` : null
}
