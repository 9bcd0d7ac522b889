/** Details of a change for the audit log: field names, a source, a row count, a view. Never a value. */
import { z } from 'zod'
import { providerSlug } from '#lib/domains/connections/connection.ts'
import { CALLED } from '#lib/domains/orders/critical/callbacks.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { withinWrapper } from '#lib/kernel/marks.ts'

/** `address.zip_code`: names that a schema declares, joined by dots. */
const fieldPath = z.string().regex(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/)

/** Fields of one entry; no endpoint has as many. */
const MAX_FIELDS = 60
const MAX_SLUG_CHARS = 64
const MAX_HOST_CHARS = 300

export const auditDetails = z.object({
  /** Changed fields of the record; for a partial change, the fields sent. */
  fields: z.array(fieldPath).max(MAX_FIELDS).optional(),
  /** The whole record was sent, and nobody could say which of its fields had another value before. */
  is_whole: z.literal(true).optional(),
  /** Slug of the source that was connected, disconnected or imported from. */
  provider: providerSlug.max(MAX_SLUG_CHARS).optional(),
  /** Rows of an import, a file or a call about many. */
  rows: z.int().min(0).optional(),
  view: z
    .string()
    .regex(/^[a-z0-9_-]{1,64}$/)
    .optional(),
  /** Kind of person who was called about a result. */
  called: z.enum(CALLED).optional(),
  /** Id of the webhook endpoint. */
  endpoint: z.uuid().optional(),
  /** Name and port that a webhook endpoint sends to; never its path. */
  host: z
    .string()
    .max(MAX_HOST_CHARS)
    .regex(/^[a-z0-9.:[\]_-]+$/)
    .optional(),
})
export type AuditDetails = z.infer<typeof auditDetails>

/** Endpoints that take a whole record, so what was sent is not what was changed; see lib/proxy/upstream.ts. */
const WHOLE: ReadonlySet<string> = new Set(['update_user_info'])
/** Sent along with a change, and no field of what is changed. */
const NOT_FIELDS: ReadonlySet<string> = new Set([
  'version',
  'user_id',
  'order_id',
  'view_id',
  'provider',
  'result_at',
  'wait_for_completion',
  'consents_to',
  'ids',
])

interface Input {
  params: Readonly<Record<string, unknown>>
  body: Readonly<Record<string, unknown>> | null
  sent: unknown
}

/** Returns what a change says of itself before it is made; undefined for a read and for what says nothing. */
export function detailsOf({ name, safe, body }: Endpoint, input: Input): AuditDetails | undefined {
  if (safe) return undefined
  const fields = body ? sentFields(body, input.sent) : []
  const view = input.params.view_id ?? input.body?.view_id
  const provider = input.params.provider ?? input.body?.provider
  const endpoint = input.params.endpoint_id
  const called = input.body?.called
  const host = hostOf(input.body?.url)
  const rows = Object.values(input.body ?? {}).find((value) => Array.isArray(value) && isRecord(value[0]))
  const details = {
    ...(fields.length > 0 && { fields: fields.slice(0, MAX_FIELDS) }),
    ...(fields.length > 0 && WHOLE.has(name) && { is_whole: true }),
    ...(provider !== undefined && provider !== null && { provider }),
    ...(Array.isArray(rows) && { rows: rows.length }),
    ...(typeof view === 'string' && { view }),
    ...(called !== undefined && { called }),
    ...(typeof endpoint === 'string' && { endpoint }),
    ...(host !== null && { host }),
  }
  const { data } = auditDetails.safeParse(details)
  return data && Object.keys(data).length > 0 ? data : undefined
}

function hostOf(url: unknown): string | null {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).host : null
}

/** Returns the declared fields that a body holds, those of an object by its own; lists and their items have none. */
export function sentFields(schema: z.core.$ZodType, sent: unknown): string[] {
  return [...pathsOf(schema, sent, '')]
}

/** Returns declared fields that differ; null, a missing field and an empty text are the same. */
export function changedFields(schema: z.core.$ZodType, before: unknown, after: unknown): string[] {
  return sentFields(schema, after).filter((path) => flat(valueAt(before, path)) !== flat(valueAt(after, path)))
}

function* pathsOf(schema: z.core.$ZodType, sent: unknown, above: string): Generator<string> {
  const object = objectIn(schema)
  if (!object || !isRecord(sent)) return
  for (const [name, field] of Object.entries(object.shape)) {
    if (!Object.hasOwn(sent, name) || NOT_FIELDS.has(name)) continue
    const value = sent[name]
    if (Array.isArray(value) && isRecord(value[0])) continue
    const below = [...pathsOf(field, value, `${above}${name}.`)]
    yield* below.length > 0 ? below : [`${above}${name}`]
  }
}

/** Returns the object that a schema is once wrappers such as `.nullish()` are taken off; null where it is none. */
function objectIn(schema: z.core.$ZodType): z.ZodObject | null {
  const wrapped = withinWrapper(schema)
  if (wrapped) return objectIn(wrapped)
  return schema instanceof z.ZodObject ? schema : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function valueAt(record: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), record)
}

function flat(value: unknown): string {
  return JSON.stringify(value === undefined || value === '' ? null : value)
}

/** Fields that a change names, in words. A field without any is shown by its name. */

const WORDS: Readonly<Record<string, string>> = {
  first_name: 'the first name',
  last_name: 'the last name',
  email: 'the email address',
  phone_number: 'the phone number',
  gender: 'the gender',
  dob: 'the birth date',
  address: 'the address',
  zip_code: 'the ZIP code',
  medical_proxy: 'the medical proxy',
  race: 'the race',
  ethnicity: 'the ethnicity',
  sexual_orientation: 'the sexual orientation',
  gender_identity: 'the gender identity',
  client_user_id: 'the reference',
  fallback_time_zone: 'the time zone',
  fallback_birth_date: 'the fallback birth date',
  ingestion_start: 'the start of ingestion',
  ingestion_end: 'the end of ingestion',
  name: 'the name',
  shared: 'the sharing',
  filter: 'the filters',
  look: 'the columns',
  role: 'the role',
  environments: 'the environments',
  disabled: 'the access',
}

const PARTS: Readonly<Record<string, string>> = {
  first_line: 'street',
  second_line: 'second line',
  zip_code: 'ZIP code',
  state: 'state',
  city: 'city',
}

/** Fields that a sentence names before it only counts them. */
const NAMED = 4

const spaced = (name: string) => name.replaceAll('_', ' ')

/** Returns one field in words: `address.zip_code` → `Address: ZIP code`. */
export function fieldLabel(path: string): string {
  const [first = '', ...rest] = path.split('.')
  const words = (WORDS[first] ?? spaced(first)).replace(/^the /, '')
  const part = rest.map((name) => PARTS[name] ?? (WORDS[name] ?? spaced(name)).replace(/^the /, '')).join(', ')
  const label = part ? `${words}: ${part}` : words
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** Returns fields as the object of a sentence, an address as a whole: `the phone number and the address`, `7 fields`. */
export function fieldPhrase(paths: readonly string[]): string {
  const things = [...new Set(paths.map((path) => path.split('.', 1)[0] ?? path))]
  if (things.length > NAMED) return `${things.length} fields`
  const words = things.map((name) => WORDS[name] ?? `the ${spaced(name)}`)
  const last = words.at(-1) ?? 'nothing'
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last
}
