/** The state of a connection as people see it, from what the service says of it (gap "connection status"). */
import type { Connection } from './connection.ts'
import { providerKind } from './providers.ts'
import type { BrokenState, ConnectionState } from './states.ts'

/** An error wins; `Retrying` is the historical pull's own word (spec, "Versioning" 3); the rest is as sent. */
export function connectionState({ slug, status, error_details }: Connection): ConnectionState {
  if (status === 'error' || error_details?.error_type) return connectionProblem(error_details?.error_type).state
  if (status.toLowerCase() === 'retrying') return 'retrying'
  if (status !== 'connected') return 'other'
  return providerKind(slug) === 'on_device' ? 'on_device' : 'connected'
}

export interface ConnectionProblem {
  /** `needs_sign_in` where a new sign-in link is the way on; `failing` where the patient can’t fix it. */
  state: BrokenState
  title: string
  advice: string
}

/** One line an error type of the gap "error_details"; every other type is shown as it was sent. */
const ERRORS: Readonly<Record<string, ConnectionProblem>> = {
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
      'This is between the service and the source; the patient can’t fix it. Check again in an hour. If it continues, disconnect it and connect it again, or ask your contact at the service.',
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
      'Check again in an hour; many of these clear up. If it continues, send a new sign-in link and give the error details to your contact at the service.',
  },
}

/** Returns what an error type means; null is the type `unknown`. A type that isn’t known is named as it was sent. */
export function connectionProblem(error_type: string | null | undefined): ConnectionProblem {
  const type = error_type ?? 'unknown'
  const known = Object.hasOwn(ERRORS, type) ? ERRORS[type] : undefined
  return (
    known ?? {
      state: 'failing',
      title: `The source reports “${type}”.`,
      advice:
        'This console doesn’t know this error. Check again in an hour. If it continues, send a new sign-in link and give the error details to your contact at the service.',
    }
  )
}
