/** Endpoint records; everything that speaks or serves the API derives from them. */

import { z } from 'zod'
import type { ErrorCode } from './api-error.ts'
import { withinWrapper } from './marks.ts'
import type { Permission } from './permissions.ts'

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Bytes that a body may have where its endpoint says nothing else: many times the largest that a page sends. */
export const BODY_BYTES = 64 * 1024

export interface EndpointRecord {
  readonly name: string
  /** Heading in the spec, section "Endpoints". */
  readonly section: string
  readonly method: HttpMethod
  /** Path below `{base_url}`; placeholders are the keys of `params`. */
  readonly path: string
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  /** Fields of the query that may name a person: the console never puts them into an address (`namesPeople`, wire.ts). */
  readonly personal?: readonly string[]
  readonly body: z.ZodObject | null
  /** Limit of the body; `BODY_BYTES` unless set. */
  readonly maxBodyBytes?: number
  readonly response: z.ZodType
  /** Success statuses; the first is the usual one. */
  readonly success: readonly number[]
  /** Reads are tried again after a failure; everything else is sent once. */
  readonly safe: boolean
  /** A file of many rows: no page of another site may make a browser fetch it. */
  readonly isExport?: boolean
  /** Codes that it can answer with besides those that all endpoints have. */
  readonly errors?: readonly ErrorCode[]
  /** "Closed beta": a team that is not enabled gets 403 (gap "errors"). */
  readonly closedBeta?: boolean
}

/** An endpoint for staff, by what their role includes. */
export interface Endpoint extends EndpointRecord {
  readonly permission: Permission
}

const declared: Endpoint[] = []

const nothing = z.object({})
/** Stand in a record that says nothing else; reads (GET) are safe. */
const DEFAULTS = {
  section: 'console',
  method: 'GET',
  params: nothing,
  query: nothing,
  body: null,
  success: [200],
} as const
type Defaults = typeof DEFAULTS & Pick<Endpoint, 'safe'>
type Stated = Omit<Endpoint, keyof Defaults> & Partial<Pick<Endpoint, keyof Defaults>>

/** Guarantee of the type: each key is what the record says, else its default. */
export function endpoint<const E extends Stated>(record: E): E & Omit<Defaults, keyof E> {
  const whole: Endpoint = { ...DEFAULTS, safe: (record.method ?? 'GET') === 'GET', ...record }
  declared.push(whole)
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: the guarantee above
  return whole as E & Endpoint & Omit<Defaults, keyof E>
}

let names: ReadonlySet<string> | null = null

/** Returns whether any endpoint takes or answers with a field of this name, which then says nothing of anybody. */
export function isFieldName(name: string): boolean {
  names ??= new Set(
    declared.flatMap(({ params, query, body, response }) => [params, query, body, response].flatMap(namesIn)),
  )
  return names.has(name)
}

function namesIn(schema: unknown): string[] {
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out].flatMap(namesIn)
  const wrapped = withinWrapper(schema)
  if (wrapped) return namesIn(wrapped)
  if (schema instanceof z.ZodArray) return namesIn(schema.element)
  if (schema instanceof z.ZodRecord) return namesIn(schema.valueType)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(namesIn)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, field]) => [name, ...namesIn(field)])
}

/** Input of a caller: params, query and body before defaults are filled in. */
export type EndpointInput<E extends Endpoint> = Section<'params', z.input<E['params']>> &
  Section<'query', z.input<E['query']>> &
  (E['body'] extends z.ZodType ? { body: z.input<E['body']> } : unknown)

/** Input of a handler: validated, with defaults filled in. */
export interface EndpointCall<E extends EndpointRecord> {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: E['body'] extends z.ZodType ? z.output<E['body']> : null
}

export type EndpointOutput<E extends EndpointRecord> = z.output<E['response']>

/** A section all of whose fields are optional may itself be left out. */
type Section<K extends string, V> = string extends keyof V
  ? unknown
  : Partial<V> extends V
    ? { [P in K]?: V }
    : { [P in K]: V }
