/** Values in the forms that exports hold them: when a token expires, and which scopes were granted. */
import { parseInstant } from '#lib/utils/time/instants.ts'
import { type Cell, cellText } from './table.ts'

export const EXPIRY_FORMS = ['seconds', 'milliseconds', 'iso'] as const
export type ExpiryForm = (typeof EXPIRY_FORMS)[number]
export type ExpiryReading = 'automatic' | ExpiryForm

/** `at`: Unix seconds, whole. */
type Expiry = { ok: true; at: number; form: ExpiryForm } | { ok: false; why: string }

const WHOLE = /^\d{1,16}(?:\.0+)?$/
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)?\s?(?:Z|[+-]\d{2}:?\d{2}|UTC)?$/i
/** From here on a number is read as milliseconds: as seconds it would be the year 5138. */
const MILLISECONDS_FROM = 100_000_000_000

export const EXPIRY_LABELS: Readonly<Record<ExpiryForm, string>> = {
  seconds: 'Unix seconds',
  milliseconds: 'Unix milliseconds',
  iso: 'ISO 8601',
}

export function readExpiry(cell: Cell | undefined, reading: ExpiryReading): Expiry {
  const text = cellText(cell)
  if (text === '') return { ok: false, why: 'is empty' }
  if (WHOLE.test(text)) return fromNumber(Number(text), reading)
  if (reading === 'seconds' || reading === 'milliseconds')
    return { ok: false, why: `is not in ${EXPIRY_LABELS[reading]}` }
  if (!ISO.test(text)) return { ok: false, why: 'isn’t a time: use Unix seconds, Unix milliseconds or ISO 8601' }
  const instant = parseInstant(
    text
      .replace(' ', 'T')
      .replace(/\s?UTC$/i, 'Z')
      .replace(/\s(?=[+-])/, '')
      .replace(',', '.'),
  )
  if (Number.isNaN(instant)) return { ok: false, why: 'isn’t a real date' }
  return instant < 0 ? { ok: false, why: 'is before 1970' } : { ok: true, at: Math.floor(instant / 1000), form: 'iso' }
}

function fromNumber(value: number, reading: ExpiryReading): Expiry {
  if (reading === 'iso') return { ok: false, why: 'isn’t in ISO 8601' }
  const guess = value >= MILLISECONDS_FROM ? 'milliseconds' : 'seconds'
  const form = reading === 'automatic' ? guess : reading
  return { ok: true, at: form === 'seconds' ? value : Math.floor(value / 1000), form }
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
