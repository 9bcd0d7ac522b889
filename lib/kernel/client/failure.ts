/** A failed call as plain data: what travels from server to browser and what the error panels show. */
import type { ErrorCode } from '#lib/kernel/api-error.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { RequestError } from './errors.ts'

/** Failure of a call in plain data, so that it survives the way to the browser. */
export interface RequestFailure {
  call: string
  detail: string
  status: number | null
  /** This console itself refused it: the detail says why, and whom to ask. */
  denied?: boolean
  request_id: string | null
  /** Milliseconds since 1970. */
  at: number
}

/** Refusals of this console by role or environment; any other is the service's. */
const DENIALS: readonly (string | undefined)[] = ['role_denied', 'unknown_environment'] satisfies ErrorCode[]

/**
 * Returns a serializable description of a failed call, with `at` in milliseconds since 1970; `denied` means this
 * console refused it, not the service.
 */
export function failureOf(error: Error): RequestFailure {
  if (!(error instanceof RequestError))
    return { call: '', detail: error.message, status: null, request_id: null, at: clockNow() }
  const { call, message, status = null, code, request_id = null, at } = error
  return { call, detail: message, status, denied: DENIALS.includes(code), request_id, at: at.getTime() }
}
