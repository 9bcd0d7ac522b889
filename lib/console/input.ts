/** Reads a request by the schemas of its endpoint: path first, then query, then body. */

import type { z } from 'zod'
import { ApiError, invalidInput } from '#lib/kernel/api-error.ts'
import type { InputPlace } from '#lib/kernel/error-body.ts'
import { unstorable } from '#lib/kernel/storable.ts'
import { decodeQuery } from '#lib/kernel/wire.ts'
import { isJson, NOT_JSON } from '#lib/utils/http/json-type.ts'
import { readBody } from '#lib/utils/http/read-body.ts'

/** Bytes: nothing the console is sent comes near it. */
const BODY_LIMIT = 256 * 1024

export interface RawInput {
  request: Request
  params: Readonly<Record<string, string>>
  search: URLSearchParams
}

/** @throws ApiError 422 */
export function readAddress<P extends z.ZodObject, Q extends z.ZodObject>(
  endpoint: { params: P; query: Q },
  { params, search }: RawInput,
): { params: z.output<P>; query: z.output<Q> } {
  return {
    params: checked('path', endpoint.params, params),
    query: checked('query', endpoint.query, decodeQuery(endpoint.query, search)),
  }
}

/** @throws ApiError 413, 415 or 422 */
export async function readInput<B extends z.ZodObject>(schema: B, request: Request): Promise<z.output<B>> {
  const text = await readBody(request, BODY_LIMIT)
  if (text === null) throw new ApiError('body_too_large', 'The body is too large.')
  if (!isJson(request.headers.get('content-type'))) throw new ApiError('unsupported_media_type', NOT_JSON)
  const value = parsed(text)
  const issue = unstorable('body', value)
  if (issue) throw new ApiError('invalid_input', [issue])
  return checked('body', schema, value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('invalid_input', [{ loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' }])
  }
}

function checked<S extends z.ZodType>(place: InputPlace, schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (!result.success) throw invalidInput(place, result.error)
  return result.data
}
