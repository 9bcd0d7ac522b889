/** Primitive fields of the wire, each with the words a person reads when it is wrong. */
import { z } from 'zod'
import { typedId } from '#lib/utils/ids/id-part.ts'
import { hasInvisible, invisibleName } from '#lib/utils/text/invisible.ts'
import { plainSigns } from '#lib/utils/text/typed-text.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { storableInstant, wireInstant } from '#lib/utils/time/instants.ts'
import { readTypedDay } from '#lib/utils/time/typed-dates.ts'
import { isIanaZone } from '#lib/utils/time/zone-spelling.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `<uuid>`: any 8-4-4-4-12 hex form, lower-cased, so that one id has one spelling. */
export const uuid = z
  .string()
  .overwrite((id) => (UUID.test(id) ? id : typedId(id)))
  .check(z.guid({ error: 'Not a UUID: 32 hex digits in groups of 8-4-4-4-12.' }))

/** A name that a person types: nothing in it is invisible or turns other text around; spaces are single. */
export const typedName = z
  .string()
  .transform((name) => name.replace(/\p{Zs}+/gu, ' ').trim())
  .pipe(
    z.string().refine((name) => !hasInvisible(name), {
      error: ({ input }) => `This name contains ${invisibleName(String(input))}. Type it instead of pasting it.`,
      abort: true,
    }),
  )

const CURSOR = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
/** Place in a list that is sorted by an instant, newest first, then by ID. */
export interface PageCursor {
  at: Date
  id: string
}

/** Goes on after a page of such a list: `writeCursor` of its last item. */
export const pageCursor = z.string().regex(CURSOR, 'Not a cursor that a page of this list gave.')

export function readCursor(text: string | undefined): PageCursor | null {
  const [, at, id] = CURSOR.exec(text ?? '') ?? []
  return at && id ? { at: storableInstant(new Date(Number(at))), id } : null
}

export const writeCursor = (at: string, id: string) => `${Date.parse(at)}.${id}`

/** Whether an item is on a later page. */
export const isBeyond = (after: PageCursor | null, at: number, id: string) =>
  !after || at < after.at.getTime() || (at === after.at.getTime() && id > after.id)

/** Makes a page of one item more than it holds. */
export function pageOf<T>(found: readonly T[], size: number, cursorOf: (last: T) => string) {
  const items = found.slice(0, size)
  const last = found.length > size ? items.at(-1) : undefined
  return { items, next_cursor: last === undefined ? null : cursorOf(last) }
}

const SIGNS = /^[!-~]*$/
/** Returns a code without what copying adds: spaces around it, signs that nobody sees, other hyphens. */
const plainCode = (text: string) => (SIGNS.test(text) ? text : plainSigns(text))
const code = z.string().overwrite(plainCode)

const noDate = ({ input }: { input?: unknown }) => (input === '' ? 'Enter a date.' : 'Not a real date: use YYYY-MM-DD.')

/** `<date>`: a real calendar day, `YYYY-MM-DD`. */
export const isoDate = code
  .check(z.iso.date({ error: noDate, abort: true }))
  .refine((date) => date >= '0001', 'Not a real date: the year must be 1 or later.')

/** Milliseconds that the first place on Earth to have a new day is ahead of UTC: Kiribati. */
const FIRST_PLACE_MS = 14 * 3_600_000

/** Returns the day that it already is somewhere on Earth; a child is born there today. */
const latestToday = (now = clockNow()) => new Date(now + FIRST_PLACE_MS).toISOString().slice(0, 10)

export const readBirthDate = (text: string) => readTypedDay(plainSigns(text), latestToday())

/** Birth dates are read in any usual form. */
const NO_BIRTH_DATE = 'Not a real date. Enter it as 03/07/1988 or 1988-03-07.'

/** Says why a text is no day, or which days it may mean. */
function dayProblem(text: string): string {
  if (text.trim() === '') return 'Enter a date.'
  // A program's own form gets no value back: errors are logged by those who call.
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return NO_BIRTH_DATE
  const read = readBirthDate(text)
  if (read === null) return NO_BIRTH_DATE
  if ('problem' in read) return read.problem
  if ('day' in read) return 'Use the form YYYY-MM-DD.'
  const years = [...new Set(read.choices.map((day) => day.slice(0, 4)))]
  return years.length === read.choices.length
    ? `Enter the year with four digits: ${years.join(' or ')}.`
    : `This can be ${read.choices.join(' or ')}. Enter one of them.`
}

/** Returns the day that a person wrote, as the wire has it; a text that can't be one day as it is. */
export function typedBirthDate(text: string): string {
  const read = readBirthDate(text)
  return read !== null && 'day' in read ? read.day : text.trim()
}

/** A day on which somebody alive can have been born. */
export const birthDate = code
  .check(z.iso.date({ error: ({ input }) => dayProblem(String(input)), abort: true }))
  .refine((date) => date >= '1900-01-01' && date <= latestToday(), 'Enter a birth date between 1900 and today.')

/** `<date-time>`: ISO 8601; without an offset it is read as UTC. Databases and addresses write it in forms of their own. */
export const isoDateTime = z
  .string()
  .overwrite((text) => wireInstant(plainCode(text)))
  .check(
    z.iso.datetime({
      offset: true,
      local: true,
      abort: true,
      error: 'Not an ISO 8601 date-time, such as 2026-11-21T09:30:00Z.',
    }),
  )

/** A bare date or a date-time, as the date filters of order search take it (spec, endpoint 13). */
export const dateOrDateTime = z
  .union([isoDate, isoDateTime], { error: 'Not a date (YYYY-MM-DD) or an ISO 8601 date-time.' })
  .meta({ description: 'YYYY-MM-DD or ISO 8601 date-time' })

/** A set that may grow (spec, "Versioning" 2): known values are documented, unknown ones are valid. */
export function openEnum(values: readonly string[]) {
  return z.string().min(1).meta({ 'x-extensible-enum': values })
}

/** A text of an answer, for which some services send a number, without its zeros: that must not cost the rest of the answer. */
export function digitsAsText<S extends z.ZodType>(schema: S, length = 0) {
  return z.preprocess((value) => (typeof value === 'number' ? String(value).padStart(length, '0') : value), schema)
}
export const looseText = digitsAsText(z.string().nullish())
export const looseZip = digitsAsText(z.string().nullish(), 5)

/** A day of an answer, for which some services send eight digits; what is none stays as it is. */
export function digitsAsDay<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => {
    const day = String(value).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
    return isoDate.safeParse(day).success ? day : value
  }, schema)
}

/** A value of an answer that may be missing, for which some services send an empty text. */
export function emptyAsNone<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (value === '' ? null : value), schema.nullish())
}

/** A value of an answer that some services leave out, and what stands for it then. */
export function missingAs<S extends z.ZodType>(fallback: unknown, schema: S) {
  return z.preprocess((value) => value ?? fallback, schema)
}

/** An IANA time zone that this runtime knows; screens write it with spaces. */
export const ianaZone = z
  .string()
  .overwrite((zone) => plainCode(zone).trim().replaceAll(' ', '_'))
  .refine(isIanaZone, 'Not an IANA time zone, such as America/Denver.')

/** Counts of a page: integers, never negative, null where counting would hold the page up. */
export const nullableCount = z.int().min(0).nullable()

export const pageNumber = z.int().min(1).default(1)
export const pageSize = z.int().min(1).max(100).default(50)

/** `missing` is why there is no number, or why there are at least so many, in words for people; null where it is exact. */
export const counted = z.object({ count: z.int().min(0).nullable(), missing: z.string().nullable() })
export type Counted = z.infer<typeof counted>
