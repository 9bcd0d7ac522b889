/** A failed call as plain data: what travels from server to browser and what the error panels show. */
import { isDenial } from '#lib/kernel/denial.ts'
import { RequestError } from './errors.ts'

/** What a person needs to know of a failed call. Plain data, so that it survives the way to the browser. */
export interface RequestFailure {
  call: string
  detail: string
  status: number | null
  /** The console itself refused it: the detail says why, and whom to ask. */
  denied?: boolean
  request_id: string | null
  /** Milliseconds since 1970. */
  at: number
}

export function failureOf(error: Error): RequestFailure {
  if (!(error instanceof RequestError))
    return { call: '', detail: error.message, status: null, request_id: null, at: Date.now() }
  const { call, message, status = null, request_id = null, at } = error
  return { call, detail: message, status, denied: status === 403 && isDenial(message), request_id, at: at.getTime() }
}
