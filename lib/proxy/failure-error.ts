/** Error messages for failures of an environment's service: what happened, then what to do. */
import { ApiError, type ErrorCode } from '#lib/kernel/api-error.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import type { UpstreamFailure } from './upstream.ts'

const HAPPENED: Readonly<Record<UpstreamFailure, (label: string) => string>> = {
  timeout: (label) => `The service behind “${label}” took too long to answer.`,
  unreachable: (label) => `The service behind “${label}” cannot be reached.`,
  cut: (label) => `The answer of the service behind “${label}” broke off before its end.`,
  refused: (label) => `The service behind “${label}” refused the key of this console.`,
  redirect: (label) => `The service behind “${label}” sent the call to another address, which is never followed.`,
  oversize: (label) => `The answer of the service behind “${label}” is too large to be passed on.`,
  broken: (label) => `The service behind “${label}” gave an answer that cannot be used.`,
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
    ? 'Nothing was changed. Try again; if it lasts, ask whoever runs this console to check the address and the network.'
    : 'The change may or may not have been made. Look before you try again.'
  return new ApiError(CODES[fault], `${HAPPENED[fault](label)} ${advice}`)
}
