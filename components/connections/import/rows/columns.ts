/** Which column of a file holds which field of a connection: guessed by name, then by what is in it. */
import { connectionRecipe } from '#lib/domains/connections/connection.ts'
import { compactKey, plainSigns } from '#lib/utils/text/typed-text.ts'
import { isRealDay, parseInstant, wireInstant } from '#lib/utils/time/instants.ts'
import { readTypedDay } from '#lib/utils/time/typed-dates.ts'
import { type Cell, cellText, type Table, UUID } from './table.ts'

export const FIELDS = connectionRecipe.keyof().options
export type RecipeField = (typeof FIELDS)[number]

/** Index of the column of each field; null where the file has none. */
export type Mapping = Readonly<Record<RecipeField, number | null>>

export const NO_MAPPING: Mapping = {
  user_id: null,
  access_token: null,
  refresh_token: null,
  provider_id: null,
  expires_at: null,
  oauth_scopes: null,
}

export const REQUIRED_FIELDS = FIELDS.filter((field) => !connectionRecipe.shape[field].isOptional())

export const SECRET_FIELDS: ReadonlySet<RecipeField> = new Set<RecipeField>(['access_token', 'refresh_token'])

/** Names in lower-case letters and digits, the likeliest first. */
const NAMES: Readonly<Record<RecipeField, string>> = {
  user_id: 'userid useruuid memberuuid user uuid memberid patientid id',
  access_token: 'accesstoken access accesskey oauthtoken token at bearer bearertoken',
  refresh_token: 'refreshtoken refresh rt oauthrefreshtoken',
  provider_id:
    'providerid provideruserid externalid externaluserid externalaccount extaccount accountid account sourceuserid sourceid provideruser',
  expires_at:
    'expiresat expiry expires expiration expirationdate expireson exp tokenexpiry accesstokenexpiresat validuntil',
  oauth_scopes: 'oauthscopes scopes scope grantedscopes permissions',
}

export function guessMapping({ columns, rows }: Pick<Table, 'columns' | 'rows'>): Mapping {
  const names = columns.map((name) => compactKey(name).replace(/[^a-z0-9]/g, ''))
  const free = new Set(columns.keys())
  const mapping: Record<RecipeField, number | null> = { ...NO_MAPPING }
  const assign = (field: RecipeField, fits: (column: number) => boolean) => {
    const column = [...free].find(fits)
    if (column === undefined || mapping[field] !== null) return
    free.delete(column)
    mapping[field] = column
  }
  const candidates = FIELDS.flatMap((field) => NAMES[field].split(' ').map((name, rank) => ({ field, name, rank })))
  // The first names of all fields come before the second name of any.
  for (const { field, name } of candidates.sort((a, b) => a.rank - b.rank))
    assign(field, (column) => names[column] === name)
  const holdsOnly = (test: (text: string) => boolean) => (column: number) => {
    const texts = rows.slice(0, 20).map((row) => cellText(row[column]))
    return texts.some(Boolean) && texts.filter(Boolean).every(test)
  }
  assign(
    'user_id',
    holdsOnly((text) => UUID.test(text)),
  )
  assign(
    'expires_at',
    holdsOnly((text) => readExpiry(text, 'automatic').ok),
  )
  return mapping
}

/** Long and without spaces: a token, whatever column it is in. */
export function looksSecret(text: string): boolean {
  return text.length >= 32 && !/\s/.test(text) && !UUID.test(text)
}

/** Returns as much of a token as tells two apart; of a short one nothing. */
export function tokenEnd(text: string): string {
  return text.length >= 12 ? text.slice(-4) : ''
}

/** A value of a column; of a token at most its end. */
export interface Sample {
  text: string
  secret: boolean
}

/** Returns a cell as it may be shown; of what may be a token no more than its end. */
export function shownValue(field: RecipeField, cell: Cell | undefined): Sample {
  const text = cellText(cell)
  const secret = SECRET_FIELDS.has(field) || (field !== 'oauth_scopes' && looksSecret(text))
  return { text: secret ? tokenEnd(text) : text.slice(0, 48), secret }
}

export function sampleOf(field: RecipeField, rows: readonly (readonly Cell[])[], column: number): Sample {
  return shownValue(field, rows.find((row) => cellText(row[column]) !== '')?.[column])
}

/** Values in the forms that exports hold them: when a token expires, and which scopes were granted. */
export const EXPIRY_FORMS = ['seconds', 'milliseconds', 'iso'] as const
export type ExpiryForm = (typeof EXPIRY_FORMS)[number]
type ExpiryReading = 'automatic' | ExpiryForm

/** `at`: Unix seconds, whole. */
type Expiry = { ok: true; at: number; form: ExpiryForm } | { ok: false; why: string }

const NUMBER = /^\d{1,16}(?:\.\d+)?$/
const ISO = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?(?:Z|[+-]\d{2}:?\d{2})?$/
/** From here on a number is read as milliseconds: as seconds it would be the year 5138. */
const MILLISECONDS_FROM = 100_000_000_000

export const EXPIRY_LABELS: Readonly<Record<ExpiryForm, string>> = {
  seconds: 'Unix seconds',
  milliseconds: 'Unix milliseconds',
  iso: 'ISO 8601',
}

export function readExpiry(cell: Cell | undefined, reading: ExpiryReading): Expiry {
  const text = plainSigns(cellText(cell))
  if (text === '') return { ok: false, why: 'is empty' }
  if (/^20\d{6}$/.test(text) && isRealDay(text.replace(/^(....)(..)/, '$1-$2-')))
    return { ok: false, why: 'is a day without hyphens: write it as 2026-11-20' }
  if (NUMBER.test(text)) return fromNumber(Number(text), reading)
  if (reading === 'seconds' || reading === 'milliseconds')
    return { ok: false, why: `is not in ${EXPIRY_LABELS[reading]}` }
  // Only a month by its name says which number is the day.
  const typed = /\p{L}{3}/u.test(text) ? readTypedDay(text, '9999-12-31') : null
  const wire = typed && 'day' in typed ? typed.day : wireInstant(text).replace(' ', 'T')
  if (!ISO.test(wire)) return { ok: false, why: 'isn’t a time: use Unix seconds, Unix milliseconds or ISO 8601' }
  const instant = parseInstant(wire)
  if (Number.isNaN(instant) || !isRealDay(wire)) return { ok: false, why: 'isn’t a real date' }
  return instant < 0 ? { ok: false, why: 'is before 1970' } : { ok: true, at: Math.floor(instant / 1000), form: 'iso' }
}

function fromNumber(value: number, reading: ExpiryReading): Expiry {
  if (reading === 'iso') return { ok: false, why: 'isn’t in ISO 8601' }
  if (reading === 'automatic' && value >= 20_000 && value < 100_000)
    return { ok: false, why: 'is how a spreadsheet counts a day: show the column as text or in ISO 8601' }
  const guess = value >= MILLISECONDS_FROM ? 'milliseconds' : 'seconds'
  const form = reading === 'automatic' ? guess : reading
  return { ok: true, at: Math.floor(form === 'seconds' ? value : value / 1000), form }
}

/** Each scope once; null for none at all, which the service reads as all of them (gap "ConnectionRecipe"). */
export function readScopes(cell: Cell | undefined): string[] | null {
  const parts = Array.isArray(cell) ? cell.map(cellText) : splitScopes(cellText(cell))
  const scopes = [...new Set(parts.map((part) => part.trim()).filter(Boolean))]
  return scopes.length > 0 ? scopes : null
}

function splitScopes(text: string): string[] {
  const inner = /^\[(.*)\]$/s.exec(text)?.[1]
  if (inner !== undefined) return inner.split(',').map((part) => part.trim().replace(/^["']|["']$/g, ''))
  return text.split(/[\s,;|]+/)
}
