/** The closed set of errors the console answers with: every body is `{detail}`. */

import type { z } from 'zod'
import { type InputPlace, type ValidationIssue, validationIssues } from '#lib/kernel/error-body.ts'

export type ConsoleStatus = 403 | 404 | 405 | 409 | 413 | 415 | 422 | 503

export class ConsoleError extends Error {
  readonly status: ConsoleStatus
  readonly detail: string | ValidationIssue[]
  readonly headers: Readonly<Record<string, string>>

  constructor(status: ConsoleStatus, detail: ConsoleError['detail'], headers: Readonly<Record<string, string>> = {}) {
    super(`status ${status}`)
    this.status = status
    this.detail = detail
    this.headers = headers
  }
}

/** 422 with one entry a field, in the order the schema found them. */
export function invalid(place: InputPlace, error: z.ZodError): ConsoleError {
  return new ConsoleError(422, validationIssues(place, error))
}

export function errorResponse({ status, detail, headers }: ConsoleError): Response {
  return Response.json({ detail }, { status, headers })
}
