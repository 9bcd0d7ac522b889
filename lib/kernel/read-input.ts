/**
 * Reads what a call holds by the schemas of its endpoint, the same way at every entry point.
 *
 * | mistake | answer |
 * |---|---|
 * | no body | read as `{}`, whatever its content type: fields that are required are missing then |
 * | too large, and of a wrong type | 413: size is looked at first |
 * | content type | `application/json` or `application/…+json`, with any parameters; any other is 415 |
 * | malformed JSON | 422, one issue of type `json_invalid` at `body` |
 * | too many values, too deep | 422 before it is parsed, one issue at `body` |
 * | wrong in several places | 422 with the issues of all: path, then query, then body, 100 at most each |
 * | NUL, lone surrogate | 422 with that issue alone for the query or the body |
 * | a key of the query repeated | a list takes all, any other field the last |
 * | a key that is not declared | dropped from the query; ignored in the body |
 * | a sign that nobody sees, left after cleaning | 422, with its name, but for line breaks in notes |
 * | a value of a stored record that today's rules refuse | stands, where it is sent as it is stored |
 */
import { z } from 'zod'
import { isJson, NOT_JSON, readBody, readText } from '#lib/utils/http/read-body.ts'
import { createBreath } from '#lib/utils/timers/delay.ts'
import { ApiError } from './api-error.ts'
import { createJsonReader, type ReadJson } from './body/json-reader.ts'
import { parseInSteps } from './body/parse-steps.ts'
import { BODY_BYTES, type EndpointCall, type EndpointRecord } from './endpoint.ts'
import { type InputPlace, type ValidationIssue, validationIssues } from './error-body.ts'
import { unstorable } from './storable.ts'
import { hiddenSigns, namingSigns } from './text-fields.ts'
import { parseChanged } from './unchanged.ts'
import { decodeQuery, QUERY_IN_BODY } from './wire.ts'

export interface RawInput {
  request: Request
  params: Readonly<Record<string, string>>
  search: URLSearchParams
}

/** Validated input; fields are typed where the endpoint's own type is known (`EndpointCall`). */
export interface ReadInput {
  params: Record<string, unknown>
  query: Record<string, unknown>
  /** Null where the endpoint takes no body. */
  body: Record<string, unknown> | null
  /** The query as it came, from the address or, for a read that was sent as a POST, from the body. */
  search: URLSearchParams
  /** The body as it came, before defaults; undefined where there was none. */
  sent: unknown
}

/** Bytes: what would not fit into an address does not fit in its place either. */
const QUERY_LIMIT_BYTES = 16 * 1024

type Inputs = Pick<EndpointRecord, 'method' | 'params' | 'query' | 'body' | 'maxBodyBytes'>

/** Reads the record that a body replaces; null where there is none, or nobody can say. */
export type ReadStored = () => Promise<unknown>

/** Returns the checked input. @throws ApiError 413, 415, or 422 with everything that is wrong at once */
export async function readInput(endpoint: Inputs, raw: RawInput, stored: ReadStored | null = null): Promise<ReadInput> {
  const search = await readSearch(endpoint, raw)
  const sent = endpoint.body ? await readJson(raw.request, endpoint.maxBodyBytes ?? BODY_BYTES) : NO_BODY
  const issues: ValidationIssue[] = []
  const check = (place: InputPlace, schema: z.ZodObject, value: unknown): Record<string, unknown> => {
    const parsed = schema.safeParse(value)
    issues.push(...(parsed.success ? hiddenSigns(place, parsed.data) : named(place, parsed.error, value)))
    return parsed.data ?? {}
  }
  const params = check('path', endpoint.params, raw.params)
  const asked = decodeQuery(endpoint.query, search)
  const badQuery = unstorable('query', asked)
  if (badQuery) issues.push(badQuery)
  const query = badQuery ? {} : check('query', endpoint.query, asked)
  if (sent.issue) issues.push(sent.issue)
  const body = endpoint.body && !sent.issue ? await checkBody(endpoint.body, sent.value, issues, stored) : null
  if (issues.length > 0) throw new ApiError('invalid_input', issues)
  return { params, query, body, search, sent: sent.value }
}

/** Returns the input as its endpoint types it. Guarantee: `readInput` has parsed it by the schemas of this very endpoint. */
export function typedCall<E extends EndpointRecord>(_endpoint: E, { params, query, body }: ReadInput): EndpointCall<E> {
  const call: unknown = { params, query, body }
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: the guarantee above
  return call as EndpointCall<E>
}

/** Reads the query of a read sent as POST from its body; the address is ignored. */
async function readSearch({ method }: Inputs, { request, search }: RawInput): Promise<URLSearchParams> {
  if (method === request.method) return search
  const text = await readText(request, QUERY_LIMIT_BYTES)
  if (text === null) throw new ApiError('body_too_large', 'The query is too large.')
  const type = request.headers.get('content-type') ?? ''
  if (type.split(';', 1)[0]?.trim().toLowerCase() !== QUERY_IN_BODY) {
    throw new ApiError('unsupported_media_type', `Send the query as ${QUERY_IN_BODY}.`)
  }
  return new URLSearchParams(text)
}

const HUGE_BYTES = 1024 * 1024
const NO_BODY: ReadJson = { value: undefined, issue: null }

/** Parses a body as it comes, with pauses where it is a large one. */
async function readJson(request: Request, maxBytes: number): Promise<ReadJson> {
  const reader = createJsonReader()
  const breathe = createBreath()
  let isEmpty = true
  const isRead = await readBody(request, maxBytes, (bytes) => {
    isEmpty = false
    reader.take(bytes)
    return breathe()
  }).catch((error: unknown) => {
    // Only the sender can end a body early; whoever still listens is told so.
    throw error instanceof ApiError ? error : new ApiError('canceled', 'The body was incomplete.')
  })
  if (!isRead) {
    // A very large rest isn't read just to keep a connection.
    const isHuge = Number(request.headers.get('content-length') ?? 0) > HUGE_BYTES
    throw new ApiError('body_too_large', 'The body is too large.', isHuge ? { headers: { connection: 'close' } } : {})
  }
  if (!isEmpty && !isJson(request.headers.get('content-type'))) {
    throw new ApiError('unsupported_media_type', NOT_JSON)
  }
  return reader.end()
}

async function checkBody(schema: z.ZodObject, sent: unknown, issues: ValidationIssue[], stored: ReadStored | null) {
  const { data, error } = await parseInSteps(schema, sent === undefined ? {} : sent)
  if (!error) {
    issues.push(...hiddenSigns('body', data))
    return data
  }
  // A body that is no object can't be the record that is stored, not even where none is.
  const changed = stored && record.safeParse(sent).success ? parseChanged(schema, sent, await stored()) : null
  if (changed?.issues.length === 0) return record.parse(changed.data)
  issues.push(...named('body', changed ?? error, sent))
  return {}
}

const record = z.record(z.string(), z.unknown())

const named = (place: InputPlace, error: Pick<z.ZodError, 'issues'>, sent: unknown) =>
  namingSigns(validationIssues(place, error), sent)
