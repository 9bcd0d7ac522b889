/** Subjects and masking of a response, by the marks of its schema. */
import { z } from 'zod'
import { typedId } from '#lib/utils/ids/id-part.ts'
import { MASK } from '#lib/utils/text/mask.ts'
import { initials } from '#lib/utils/text/tiles.ts'
import { type EndpointRecord, isFieldName } from './endpoint.ts'
import { isUserMark, markOf, withinWrapper } from './marks.ts'
import { STATUS_DETAILS } from './values.ts'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Marked part of a schema; null for a part that identifies nobody. */
type Part =
  | { is: 'subject'; isUser: boolean }
  | { is: 'personal'; hide: (value: unknown) => unknown }
  | { is: 'list'; of: Part }
  /** A record of parts, or a plain value that identifies nobody. */
  | { is: 'either'; of: Keyed }
  | { is: 'record'; of: Part }
  /** `isOpen`: a later version of the service may add fields, of which nobody can say what is in them. */
  | { is: 'object'; fields: Readonly<Record<string, Part | null>>; isOpen: boolean }
  | { is: 'unknown' }

export interface Disclosure {
  /** Returns the ids of users and orders in a parsed answer, each once, in lower case. */
  subjectsIn(answer: unknown): { users: string[]; orders: string[] }
  /** Hides in a parsed answer, in place, what says who a patient is. Returns the answer. */
  mask(answer: unknown): unknown
}

const UNKNOWN: Part = { is: 'unknown' }

const known = new WeakMap<EndpointRecord, Disclosure | null>()

/** Returns what is to be done with the answers of an endpoint; null where they show nobody's data. */
export function disclosureOf(endpoint: EndpointRecord): Disclosure | null {
  const before = known.get(endpoint)
  if (before !== undefined) return before
  const part = partOf(endpoint.response)
  const isOfPeople = hasMark(part) || ['user_id', 'order_id'].some((name) => name in endpoint.params.shape)
  const disclosure = part && isOfPeople ? walks(part) : null
  known.set(endpoint, disclosure)
  return disclosure
}

function walks(part: Part): Disclosure {
  return {
    subjectsIn(answer) {
      const found = { users: new Set<string>(), orders: new Set<string>() }
      collect(part, answer, found)
      return { users: [...found.users], orders: [...found.orders] }
    },
    mask: (answer) => masked(part, answer),
  }
}

function partOf(schema: z.core.$ZodType): Part | null {
  const mark = markOf(schema)
  if (mark === 'subject') return { is: 'subject', isUser: isUserMark(schema) }
  if (mark) return { is: 'personal', hide: hiding(schema, mark) }
  const wrapped = withinWrapper(schema)
  if (wrapped) return partOf(wrapped)
  if (schema instanceof z.ZodArray) return within('list', partOf(schema.element))
  if (schema instanceof z.ZodRecord) return within('record', partOf(schema.valueType))
  if (schema instanceof z.ZodUnknown) return UNKNOWN
  if (schema instanceof z.ZodUnion) return eitherOf(schema.options.map(partOf))
  if (!(schema instanceof z.ZodObject)) return null
  const fields = Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, partOf(field)]))
  const isOpen = schema._zod.def.catchall instanceof z.ZodUnknown
  return isOpen || Object.values(fields).some((field) => field) ? { is: 'object', fields, isOpen } : null
}

function eitherOf(parts: readonly (Part | null)[]): Part | null {
  const keyed = parts.filter((part) => part !== null)
  const [of] = keyed
  return of && keyed.length === 1 && isKeyed(of) ? { is: 'either', of } : null
}

function within(is: 'list' | 'record', of: Part | null): Part | null {
  return of && { is, of }
}

function hasMark(part: Part | null): boolean {
  if (!part || part.is === 'unknown') return false
  if (part.is === 'object') return Object.values(part.fields).some((field) => hasMark(field))
  return 'of' in part ? hasMark(part.of) : true
}

/** Hides a marked value; a value that takes no text becomes null, so it must be nullable. */
function hiding(schema: z.core.$ZodType, mark: 'name' | 'text') {
  const substitute = z.safeParse(schema, MASK).data === MASK ? MASK : null
  return (value: unknown) => {
    if (value === null || value === undefined || value === '') return value
    if (mark === 'name' && typeof value === 'string') return maskedName(value)
    return substitute
  }
}

/** `Grace O'Hara` → `G▒ O▒`. */
function maskedName(name: string): string {
  const [first = '', second] = [...initials(name)]
  return [first, second].flatMap((letter) => (letter === undefined ? [] : `${letter}${MASK}`)).join(' ')
}

const maskedFieldName = (name: string, at: number) =>
  isFieldName(name) || OTHER_FIELDS.has(name) || UUID.test(name) ? name : `${MASK}${at + 1}`

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Found = Record<'users' | 'orders', Set<string>>

function collect(part: Part, value: unknown, found: Found): void {
  if (part.is === 'subject' && typeof value === 'string') {
    // In every spelling in which a page reads it.
    const id = UUID.test(value) ? value.toLowerCase() : typedId(value)
    if (UUID.test(id)) found[part.isUser ? 'users' : 'orders'].add(id)
  }
  if (part.is === 'either') collect(part.of, value, found)
  if (part.is === 'list' && Array.isArray(value)) for (const item of value) collect(part.of, item, found)
  if (isKeyed(part) && isRecord(value)) collectFields(part, value, found)
}

function collectFields(part: Keyed, value: Record<string, unknown>, found: Found): void {
  for (const name in value) {
    const field = partAt(part, name)
    if (field) collect(field, value[name], found)
  }
}

function masked(part: Part, value: unknown): unknown {
  if (part.is === 'personal') return part.hide(value)
  if (part.is === 'either') return isRecord(value) ? masked(part.of, value) : value
  if (part.is === 'list' && Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = masked(part.of, item)
    return value
  }
  if (isKeyed(part) && isRecord(value)) return maskedFields(part, value)
  // Also what has another form than its schema says.
  return maskedUnknown(value)
}

function maskedFields(part: Keyed, value: Record<string, unknown>): unknown {
  for (const [at, [name, held]] of Object.entries(value).entries()) {
    const field = partAt(part, name)
    if (!field) continue
    const shown = field.is === 'unknown' ? maskedFieldName(name, at) : name
    if (shown !== name) delete value[name]
    value[shown] = masked(field, held)
  }
  return value
}

type Keyed = Extract<Part, { is: 'record' | 'object' }>

function isKeyed(part: Part): part is Keyed {
  return part.is === 'record' || part.is === 'object'
}

function partAt(part: Keyed, name: string): Part | null {
  if (part.is === 'record') return part.of
  if (Object.hasOwn(part.fields, name)) return part.fields[name] ?? null
  return part.isOpen ? UNKNOWN : null
}

/** Fields of errors and of an order's details; any other name that no endpoint has may be what somebody typed. */
const OTHER_FIELDS: ReadonlySet<string> = new Set(
  'appointment_id status_detail reason recoverable is_recoverable detail code issues errors loc msg type message'.split(
    ' ',
  ),
)

/** Values of fields that no schema states, which say nothing of who a patient is. */
const CODES: ReadonlySet<string> = new Set(STATUS_DETAILS)

/** Its form stays, and ids and known codes, which name nobody; so do names of fields, unless they may be values themselves. */
export function maskedUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedUnknown)
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, item], at) => [maskedFieldName(name, at), maskedUnknown(item)]),
    )
  if (value === null || value === '' || typeof value === 'boolean') return value
  return typeof value === 'string' && (UUID.test(value) || CODES.has(value)) ? value : MASK
}
