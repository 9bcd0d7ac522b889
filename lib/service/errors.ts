/** The closed set of errors the service answers with (gap "errors"): every body is `{detail}`. */

import type { z } from 'zod'
import { type InputPlace, type ValidationIssue, validationIssues } from '#lib/kernel/error-body.ts'

export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 500 | 503

export class ServiceError extends Error {
  readonly status: ErrorStatus
  readonly detail: string | ValidationIssue[] | Record<string, unknown>
  readonly headers: Readonly<Record<string, string>>

  constructor(status: ErrorStatus, detail: ServiceError['detail'], headers: Readonly<Record<string, string>> = {}) {
    super(`status ${status}`)
    this.status = status
    this.detail = detail
    this.headers = headers
  }
}

/** 422 with one entry a field, in the order the schema found them. */
export function invalid(place: InputPlace, error: z.ZodError): ServiceError {
  return new ServiceError(422, validationIssues(place, error))
}

export function notFound(what: string): ServiceError {
  return new ServiceError(404, `${what} not found.`)
}
