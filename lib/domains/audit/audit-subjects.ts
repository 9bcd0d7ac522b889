/** Whom a call is about, for the audit log: ids of users, orders and staff; never a name, a token or free text. */

/** The only form in which a value is taken. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The only fields that are read. */
const SUBJECT_FIELDS: ReadonlySet<string> = new Set([
  'user_id',
  'order_id',
  'order_ids',
  'order_transaction_id',
  'staff_id',
  'subject',
  'subjects',
])

/** A bulk import holds its users two levels down; nothing needs more. */
const DEPTH = 3

export interface CallInput {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** Each id once, in the order of the call; in lower case, so that one id has one spelling. */
export function auditSubjects({ params, query, body }: CallInput): string[] {
  const found = new Set<string>()
  for (const section of [params, query, body]) collect(section, DEPTH, found)
  return [...found]
}

function collect(value: unknown, depth: number, found: Set<string>): void {
  if (typeof value !== 'object' || value === null || depth === 0) return
  if (Array.isArray(value)) {
    for (const item of value) collect(item, depth - 1, found)
    return
  }
  for (const [field, held] of Object.entries(value)) {
    if (SUBJECT_FIELDS.has(field)) addIds(held, found)
    else collect(held, depth - 1, found)
  }
}

function addIds(held: unknown, found: Set<string>): void {
  for (const id of Array.isArray(held) ? held : [held]) {
    if (typeof id === 'string' && UUID.test(id)) found.add(id.toLowerCase())
  }
}
