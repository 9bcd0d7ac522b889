import {
  Ban,
  CircleQuestionMark,
  CloudOff,
  type LucideIcon,
  PlugZap,
  RefreshCw,
  Smartphone,
  Unplug,
} from 'lucide-react'
import type { Tone } from '#components/ui/display/pill.tsx'
import type { Connection } from '#lib/domains/connections/connection.ts'
import { type ProviderKind, providerKind } from '#lib/domains/connections/providers.ts'

export interface StatusLabel {
  label: string
  icon: LucideIcon
  tone: Tone
}

/** One record per state; every page that names the state of a connection takes it from here. */
const STATES = {
  connected: { label: 'Connected', icon: PlugZap, tone: 'ok' },
  needs_sign_in: { label: 'Needs sign-in', icon: Unplug, tone: 'bad' },
  revoked: { label: 'Revoked', icon: Ban, tone: 'closed' },
  failing: { label: 'Failing', icon: CloudOff, tone: 'bad' },
  retrying: { label: 'History retrying', icon: RefreshCw, tone: 'wait' },
  on_device: { label: 'On device', icon: Smartphone, tone: 'place' },
} as const satisfies Record<string, StatusLabel>

/** What an error type says, beyond the state that it means. */
interface ErrorRecord {
  /** `needs_sign_in` where a new sign-in link is the way on; `failing` where the patient can’t fix it. */
  state: 'needs_sign_in' | 'revoked' | 'failing'
  title: string
  advice: string
}

/** What is wrong with a connection, and what to do. */
export interface ErrorAdvice extends StatusLabel {
  title: string
  advice: string
}

/** One line an error type of the gap "error_details"; every other type is shown raw with the last of them. */
const ERRORS: Readonly<Record<string, ErrorRecord>> = {
  token_refresh_failed: {
    state: 'needs_sign_in',
    title: 'The source refused to renew access.',
    advice:
      'The patient probably changed their password or removed access at the source. Send a new sign-in link; data resumes once the patient signs in.',
  },
  webhook_registration_failed: {
    state: 'failing',
    title: 'The source didn’t accept the subscription to updates.',
    advice:
      'This is between the service and the source; the patient can’t fix it. Check again in an hour. If it continues, reconnect the source or contact your account contact at the service.',
  },
  user_not_found: {
    state: 'needs_sign_in',
    title: 'The source no longer knows this account.',
    advice:
      'The patient may have closed it or opened another one. Ask which account they use now, then send a new sign-in link.',
  },
  deregistered_per_provider: {
    state: 'revoked',
    title: 'The patient removed the connection at the source.',
    advice:
      'This may be intentional. Ask before you send a new sign-in link. If they don’t want it anymore, disconnect it here.',
  },
  required_scopes_not_granted: {
    state: 'needs_sign_in',
    title: 'The patient didn’t grant a required permission.',
    advice:
      'The table below shows what was denied. Send a new sign-in link and ask the patient to allow everything marked as required.',
  },
  provider_credential_error: {
    state: 'needs_sign_in',
    title: 'The source didn’t accept the username or password.',
    advice: 'Ask the patient to sign in at the source directly first. When that works, send a new sign-in link.',
  },
  provider_password_expired: {
    state: 'needs_sign_in',
    title: 'The password at the source has expired.',
    advice: 'Ask the patient to set a new one at the source, then send a new sign-in link.',
  },
  unknown: {
    state: 'failing',
    title: 'The source returned an error without an explanation.',
    advice:
      'Check again in an hour; many of these clear up. If it continues, send a new sign-in link and give the error details to your account contact at the service.',
  },
}

export function adviceFor(error_type: string | null | undefined): ErrorAdvice {
  const known = Object.hasOwn(ERRORS, error_type ?? 'unknown') ? ERRORS[error_type ?? 'unknown'] : undefined
  const { state, title, advice } = known ?? {
    state: 'failing',
    title: `The source reports “${error_type}”.`,
    advice:
      'This console doesn’t know this error. Check again in an hour. If it continues, send a new sign-in link and give the error details to your account contact at the service.',
  }
  return { ...STATES[state], title, advice }
}

export type ConnectionState = 'connected' | 'error' | 'retrying' | 'on_device' | 'unknown'

/** `error` wins; `Retrying` is the historical pull's own word (spec, "Versioning" 3); the rest is as sent. */
export function stateOf({ slug, status, error_details }: Connection): ConnectionState {
  if (status === 'error' || error_details?.error_type) return 'error'
  if (status.toLowerCase() === 'retrying') return 'retrying'
  if (status !== 'connected') return 'unknown'
  return providerKind(slug) === 'on_device' ? 'on_device' : 'connected'
}

export function statusLabel(connection: Connection): StatusLabel {
  const state = stateOf(connection)
  if (state === 'unknown') return { label: connection.status, icon: CircleQuestionMark, tone: 'place' }
  return state === 'error' ? adviceFor(connection.error_details?.error_type) : STATES[state]
}

/** What kind of source this is, and what follows from it for the person at the desk. */
export const KIND_LABELS: Readonly<Record<ProviderKind, string>> = {
  cloud_oauth: 'Cloud account, sign-in on the source’s page',
  password: 'Cloud account, sign-in with username and password',
  on_device: 'On the patient’s device',
  manual: 'Entered manually',
}
