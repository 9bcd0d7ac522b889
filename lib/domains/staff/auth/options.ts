import type { Context } from 'hono'
import type { PersonEvent } from '#lib/console/audit-port.ts'
import type { PersonTurns } from '#lib/console/person-turns.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import type { Database } from '#lib/platform/database/database.ts'
import type { Passwords } from './passwords.ts'

export interface SsoOptions {
  issuer: string
  client_id: string
  client_secret: string
  label: string
  /** Role of people who sign in without an invitation; null refuses them. */
  default_role: Extract<Role, 'read_only'> | null
  /** Whether an email address counts as verified where the provider doesn't say. */
  accepts_unstated_email: boolean
  /** Domains of email addresses, in lower case, whose people get the default role. */
  allowed_domains: readonly string[]
}

export type AuthEvent = PersonEvent<AuthAction>

export type AuthAction =
  | 'sign_in'
  | 'sign_in_failed'
  | 'sign_in_password_accepted'
  | 'sign_in_identity_accepted'
  | 'identity_linked'
  | 'sign_in_limited'
  | 'sign_out'
  | 'second_factor_failed'
  | 'second_factor_enabled'
  | 'second_factor_disabled'
  | 'recovery_codes_replaced'
  | 'recovery_code_used'
  | 'owner_confirmed'
  | 'password_changed'
  | 'session_revoked'
  | 'administrator_set_up'
  | 'invitation_accepted'
  | 'staff_joined'

export interface AuthOptions {
  db: Database
  /** At least 32 characters; signs cookies and encrypts second factors. */
  secret: string
  passwords: Passwords
  /** Public origin of the console, without a path; read at the first request. */
  publicUrl: () => string
  /** The caller's network address, as far as it can be trusted; see `trustedAddress`. */
  clientAddress: (c: Context) => string
  /** The configured ones, as anyone may see them: the sign-in page names them. */
  environments: readonly Environment[]
  session_idle_minutes: number
  session_hours: number
  sso: SsoOptions | null
  /** Roles that need a second factor; none unless set. */
  needs_factor?: readonly Role[]
  /** Writes the audit log; when it fails, the request is refused. */
  onEvent: (event: AuthEvent) => Promise<void> | void
  /** For the log: what went wrong inside, never a value of a call. */
  onError: (error: unknown) => void
  /** Queues calls by person, or by network without a session; calls are not queued unless set. */
  turns?: PersonTurns
}
