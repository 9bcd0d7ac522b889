/** Error bodies (spec, "Errors"; gap "errors"): `{detail}`, a string or a list of what is wrong where. */
import { z } from 'zod'

export const validationIssue = z.looseObject({
  /** Place: `body`, `query` or `path`, then field names and indexes down to the value. */
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.string(),
})
export type ValidationIssue = z.infer<typeof validationIssue>

/** `detail` is the spec's; the rest is what this project adds, so that another service's body needs none of it. */
export const errorBody = z.looseObject({
  detail: z.union([z.string(), z.array(validationIssue), z.looseObject({})]),
  /** One of `ERRORS` (api-error.ts) where this project answers. */
  code: z.string().optional().catch(undefined),
  issues: z.array(validationIssue).optional().catch(undefined),
  retry_after_ms: z.number().nonnegative().optional().catch(undefined),
  request_id: z.string().optional().catch(undefined),
})

export type InputPlace = 'body' | 'query' | 'path'

/** Issues listed at most: ten thousand invalid items would make a response of megabytes. */
export const MAX_ISSUES = 100

/** zod's issues in the wire's form, the first hundred. Values are never repeated: they may be patient data. */
export function validationIssues(place: InputPlace, error: Pick<z.ZodError, 'issues'>): ValidationIssue[] {
  return error.issues.slice(0, MAX_ISSUES).map((issue) => ({
    loc: [place, ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))],
    msg: issue.message,
    type: issue.code,
  }))
}

/** One sentence for a person from whatever an upstream sent as an error. */
export function readDetail(body: unknown, fallback: string): string {
  const parsed = errorBody.safeParse(body)
  if (!parsed.success) return fallback
  const { detail } = parsed.data
  if (typeof detail === 'string') return detail
  if (!Array.isArray(detail)) return fallback
  return detail.map((issue) => `${issue.loc.slice(1).join('.') || issue.loc.join('.')}: ${issue.msg}`).join('; ')
}
