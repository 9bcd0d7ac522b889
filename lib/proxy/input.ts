/** Checks what a call holds by the schemas of its endpoint: path, query and body, before any of it leaves. */

import { auditSubjects } from '#lib/domains/audit/audit-subjects.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { type InputPlace, type ValidationIssue, validationIssues } from '#lib/kernel/error-body.ts'
import { unstorable } from '#lib/kernel/storable.ts'
import { declaredQuery, decodeQuery, type EndpointMatch, QUERY_IN_BODY } from '#lib/kernel/wire.ts'
import { isJson, NOT_JSON } from '#lib/utils/http/json-type.ts'
import { BODY_LIMIT, readBody } from '#lib/utils/http/read-body.ts'

export interface RawCall {
  match: EndpointMatch
  request: Request
  search: URLSearchParams
}

/** What was checked, in the one spelling that was: a service that reads doublets otherwise gets none. */
export interface CheckedInput {
  query: string
  /** JSON, or empty; null where the endpoint takes none. */
  body: string | null
  /** Ids of the users and orders it is about. */
  subjects: string[]
}

/** Bytes: what would not fit into an address does not fit in its place either. */
const QUERY_LIMIT = 16 * 1024

/** The query of a read that was sent as a body; what its address says as well does not count. */
async function sentQuery({ match, request, search }: RawCall): Promise<URLSearchParams> {
  if (match.endpoint.method === request.method) return search
  const type = request.headers.get('content-type') ?? ''
  if (type.split(';', 1)[0]?.trim().toLowerCase() !== QUERY_IN_BODY) {
    throw new ApiError('unsupported_media_type', `Send the query as ${QUERY_IN_BODY}.`)
  }
  const text = await readBody(request, QUERY_LIMIT)
  if (text === null) throw new ApiError('body_too_large', 'The query is too large.')
  return new URLSearchParams(text)
}

/** Returns the checked input. @throws ApiError 413, 415 or 422, with everything that is wrong at once */
export async function checkedInput(call: RawCall): Promise<CheckedInput> {
  const { match, request } = call
  const { endpoint, params: rawParams } = match
  const search = await sentQuery(call)
  const text = endpoint.body ? await readBody(request, BODY_LIMIT) : ''
  if (text === null) throw new ApiError('body_too_large', 'The body is too large.')
  if (text !== '' && !isJson(request.headers.get('content-type')))
    throw new ApiError('unsupported_media_type', NOT_JSON)
  const issues: ValidationIssue[] = []
  const check = (place: InputPlace, result: ReturnType<Endpoint['params']['safeParse']>) => {
    if (!result.success) issues.push(...validationIssues(place, result.error))
    return result.data
  }
  const params = check('path', endpoint.params.safeParse(rawParams))
  const query = check('query', endpoint.query.safeParse(decodeQuery(endpoint.query, search)))
  const given = endpoint.body ? parsedJson(text) : null
  if (given?.issue) issues.push(given.issue)
  const body = endpoint.body && given && !given.issue ? check('body', endpoint.body.safeParse(given.value)) : null
  if (issues.length > 0) throw new ApiError('invalid_input', issues)
  return {
    query: queryText(endpoint, search),
    body: given && (text === '' ? '' : JSON.stringify(given.value)),
    subjects: auditSubjects({ params, query, body }),
  }
}

/** The declared keys in their order; of a repeated one that takes a single value the last, which was checked. */
function queryText(endpoint: Endpoint, search: URLSearchParams): string {
  const kept = declaredQuery(endpoint, search)
  for (const [key, value] of Object.entries(decodeQuery(endpoint.query, search))) {
    if (!Array.isArray(value)) kept.set(key, String(value))
  }
  return kept.toString()
}

function parsedJson(text: string): { value: unknown; issue: ValidationIssue | null } {
  try {
    const value: unknown = text === '' ? {} : JSON.parse(text)
    return { value, issue: unstorable('body', value) }
  } catch {
    return { value: null, issue: { loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' } }
  }
}
