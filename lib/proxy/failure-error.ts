/** Error messages for failures of an environment's service: what happened, then what to do. */
import { ApiError, type ErrorCode } from '#lib/kernel/api-error.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import type { UpstreamFailure } from './upstream.ts'

const HAPPENED: Readonly<Record<UpstreamFailure, (label: string) => string>> = {
  timeout: (label) => `The service “${label}” took too long to respond.`,
  unreachable: (label) => `The service “${label}” can’t be reached.`,
  cut: (label) => `The response from “${label}” was cut off.`,
  refused: (label) => `The service “${label}” refused this console’s API key.`,
  redirect: (label) => `The service “${label}” redirected the call. This console doesn’t follow redirects.`,
  oversize: (label) => `The response from “${label}” is too large.`,
  broken: (label) => `The service “${label}” sent a response this console can’t use.`,
}

const CODES: Readonly<Record<UpstreamFailure, ErrorCode>> = {
  timeout: 'service_timeout',
  unreachable: 'service_unreachable',
  refused: 'service_key_refused',
  cut: 'service_answer_unusable',
  redirect: 'service_answer_unusable',
  oversize: 'service_answer_unusable',
  broken: 'service_answer_unusable',
}

/** Returns 502 or 504 for a call that the service behind an environment failed. */
export function failureError(endpoint: Endpoint, label: string, fault: UpstreamFailure): ApiError {
  const advice = endpoint.safe
    ? 'Nothing was changed. Try again. If this continues, ask your administrator to check the address and the network.'
    : 'The change may or may not have been made. Check before you try again.'
  return new ApiError(CODES[fault], `${HAPPENED[fault](label)} ${advice}`)
}
