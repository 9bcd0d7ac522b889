/** Wire rules: how a typed query becomes a query string and back, and how a path is built and matched. */
import { z } from 'zod'
import type { EndpointRecord } from './endpoint.ts'
import { withinWrapper } from './marks.ts'

type Scalar = string | number | boolean
export type QueryValues = Readonly<Record<string, Scalar | readonly Scalar[] | null | undefined>>

/** Arrays become repeated keys; null, undefined and empty arrays are left out. */
export function encodeQuery(values: QueryValues): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null && item !== undefined) search.append(key, String(item))
    }
  }
  return search.toString()
}

type Kind = 'array' | 'number' | 'boolean' | 'string'

function kindOf(schema: z.core.$ZodType): Kind {
  const wrapped = withinWrapper(schema)
  if (wrapped) return kindOf(wrapped)
  if (schema instanceof z.ZodArray) return 'array'
  if (schema instanceof z.ZodNumber) return 'number'
  if (schema instanceof z.ZodBoolean) return 'boolean'
  return 'string'
}

/** Whether a key of a query takes several values. */
export const isList = (schema: z.core.$ZodType): boolean => kindOf(schema) === 'array'

/** A text that is no number or boolean stays a text, so that the schema names the field it refuses. */
function decodeScalar(kind: Kind, raw: string): Scalar {
  if (kind === 'number' && /^[+-]?\d{1,15}$/.test(raw)) return Number(raw)
  if (kind === 'boolean' && /^(true|1)$/i.test(raw)) return true
  if (kind === 'boolean' && /^(false|0)$/i.test(raw)) return false
  return raw
}

/** Reads the declared keys of a query string; undeclared ones are dropped, of a repeated scalar the last counts. */
export function decodeQuery(schema: z.ZodObject, search: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const key of new Set(search.keys())) {
    const field = Object.hasOwn(schema.shape, key) ? schema.shape[key] : undefined
    if (!field) continue
    const raw = search.getAll(key)
    const kind = kindOf(field)
    values[key] = kind === 'array' ? raw : decodeScalar(kind, raw.at(-1) ?? '')
  }
  return values
}

/** Keeps only what the endpoint declares; order and repetition stay. */
export function declaredQuery(endpoint: EndpointRecord, search: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams()
  for (const [key, value] of search) if (Object.hasOwn(endpoint.query.shape, key)) kept.append(key, value)
  return kept
}

/** Prefixes of the services, each below its environment, and of the console's own interface. */
export const PROXY_PREFIX = '/api/service'
export const WEBHOOK_PREFIX = '/api/webhooks'
export const CONSOLE_PREFIX = '/api/console'

const PLACEHOLDER = /\{(\w+)\}/g

/** Returns the names in braces of a path template, in order: `/v2/user/{user_id}` gives `['user_id']`. */
export function placeholders(path: string): string[] {
  return [...path.matchAll(PLACEHOLDER)].map(([, name]) => String(name))
}

/** Returns whether a program on the way may take a value of a path for a way up: `..`, `../x`, `a/./b`, `..;x`. */
export const hasDotSegment = (value: string): boolean => /(?:^|[/\\])\.{1,2}(?:$|[/\\;])/.test(value)

/** Fills the placeholders, each value percent-encoded, so that no value can change the path's shape. @throws Error for dots, which no address can hold */
export function buildPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(PLACEHOLDER, (_, name: string) => {
    if (hasDotSegment(String(params[name]))) throw new Error(`An address can’t hold ${name}.`)
    return encodeURIComponent(String(params[name]))
  })
}

interface EndpointMatch<E extends EndpointRecord = EndpointRecord> {
  endpoint: E
  params: Record<string, string>
}

interface Route<E extends EndpointRecord> {
  endpoint: E
  pattern: RegExp
  names: string[]
}

function route<E extends EndpointRecord>(endpoint: E): Route<E> {
  const source = endpoint.path.replace(/\/$/, '').replace(PLACEHOLDER, '([^/]+)')
  return { endpoint, pattern: new RegExp(`^${source}/?$`), names: placeholders(endpoint.path) }
}

/** A fixed word in a path wins over a placeholder: `/v2/user/providers/{id}` over `/v2/user/{id}/{provider}`. */
function bySpecificity(a: Route<EndpointRecord>, b: Route<EndpointRecord>) {
  return a.names.length - b.names.length
}

export type Matcher<E extends EndpointRecord> = (
  method: string,
  pathname: string,
) => { match: EndpointMatch<E> | null; methods: string[] }

/** `found` names the path's methods where the asked one isn't among them: none is a 404, others a 405. */
export function endpointMatcher<E extends EndpointRecord>(list: readonly E[]): Matcher<E> {
  const routes = list.map((each) => route(each)).sort(bySpecificity)
  return (method, pathname) => {
    const methods: string[] = []
    for (const { endpoint, pattern, names } of routes) {
      const hit = pattern.exec(pathname)
      if (!hit) continue
      methods.push(endpoint.method)
      if (endpoint.method !== method) continue
      const params: Record<string, string> = {}
      for (const [index, name] of names.entries()) {
        const value = safeDecode(hit[index + 1] ?? '', name)
        if (value === null) return { match: null, methods: [] }
        params[name] = value
      }
      return { match: { endpoint, params }, methods }
    }
    return { match: null, methods }
  }
}

/** How such a query travels to the proxy: as the body of a POST, in the spelling it would have in the address. */
export const QUERY_IN_BODY = 'application/x-www-form-urlencoded'

/** Whether a query may name a person. Addresses are written down in too many places: histories, logs, other programs. */
export function namesPeople({ personal = [] }: EndpointRecord, query: Readonly<Record<string, unknown>>): boolean {
  return personal.some((field) => query[field] !== undefined)
}

/** A read of the service as a line for a shell, whose variables hold the key, its header and, where `origin` is null, the address. It names no person. */
export function curlOf(
  endpoint: EndpointRecord,
  { params = {}, query = {} }: { params?: Readonly<Record<string, string>>; query?: QueryValues },
  origin: string | null,
): string {
  const { personal = [] } = endpoint
  const told = Object.entries(query).filter(([name]) => !personal.includes(name))
  const left = personal.filter((name) => (query[name] ?? null) !== null)
  const search = encodeQuery(Object.fromEntries(told))
  const address = `${origin ?? '$API_URL'}${buildPath(endpoint.path, params)}${search && `?${search}`}`
  return `curl -H "$API_KEY_HEADER: $API_KEY" "${address}"${left.length > 0 ? ` # without ${left.join(', ')}` : ''}`
}

/** As `endpointMatcher`, for the proxy: a read whose query may name people is found by a POST as well. */
export function proxyMatcher<E extends EndpointRecord>(list: readonly E[]): Matcher<E> {
  const find = endpointMatcher(list)
  return (method, pathname) => {
    const found = find(method, pathname)
    if (found.match || method !== 'POST') return found
    const read = find('GET', pathname)
    return read.match?.endpoint.personal ? read : found
  }
}

/** A malformed escape, or one that hides a control character, names no resource; a slash only in a reference, a person's own text. */
function safeDecode(value: string, name: string): string | null {
  try {
    const decoded = decodeURIComponent(value)
    const odd = name === 'client_user_id' ? /\p{Cc}/u : /[/\\\p{Cc}]/u
    return odd.test(decoded) || hasDotSegment(decoded) ? null : decoded
  } catch {
    return null
  }
}
