/** IDs only, never a name, token or free text: a call that names one is about people, so it's on record. */
import type { EndpointRecord } from './endpoint.ts'

/** The only form in which a value is taken. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The only fields that are read. */
export const SUBJECT_FIELDS: ReadonlySet<string> = new Set([
  'user_id',
  'user_ids',
  'client_user_id',
  'order_id',
  'order_ids',
  'orders',
  'order_transaction_id',
  'staff_id',
  'subject',
  'subjects',
])

/** A bulk import holds its users two levels down; nothing needs more. */
const DEPTH = 3

/** Fields of these hold ids of users and nothing else. */
const USER_FIELDS: ReadonlySet<string> = new Set(['user_id', 'user_ids'])

export interface CallInput {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** Each id once, in the order of the call; in lower case, so that one id has one spelling. */
export function auditSubjects(input: CallInput): string[] {
  return idsIn(input, SUBJECT_FIELDS)
}

export function userSubjects(input: CallInput): string[] {
  return idsIn(input, USER_FIELDS)
}

/** Returns whether a call asks about a person or an order, by an ID or by a part of a name. */
export function asksAboutPeople({ personal = [] }: EndpointRecord, { params, query, body }: CallInput): boolean {
  const names = new Set([...SUBJECT_FIELDS, ...personal])
  return [params, query, body].some((section) => holdsAny(names, section, DEPTH))
}

function holdsAny(names: ReadonlySet<string>, value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth === 0) return false
  return Object.entries(value).some(([field, held]) =>
    names.has(field) ? isGiven(held) : holdsAny(names, held, depth - 1),
  )
}

const isGiven = (held: unknown) => held !== undefined && held !== null && !(Array.isArray(held) && held.length === 0)

function idsIn({ params, query, body }: CallInput, fields: ReadonlySet<string>): string[] {
  const found = new Set<string>()
  for (const section of [params, query, body]) collect(section, DEPTH, { fields, found })
  return [...found]
}

interface Search {
  fields: ReadonlySet<string>
  found: Set<string>
}

function collect(value: unknown, depth: number, search: Search): void {
  if (typeof value !== 'object' || value === null || depth === 0) return
  if (Array.isArray(value)) {
    for (const item of value) collect(item, depth - 1, search)
    return
  }
  for (const [field, held] of Object.entries(value)) {
    if (search.fields.has(field)) addIds(held, search.found)
    else collect(held, depth - 1, search)
  }
}

function addIds(held: unknown, found: Set<string>): void {
  for (const id of Array.isArray(held) ? held : [held]) {
    if (typeof id === 'string' && UUID.test(id)) found.add(id.toLowerCase())
  }
}
