/** Primitive fields of the wire, each with the words a person reads when it is wrong. */
import { z } from 'zod'
import { hasInvisible } from '#lib/utils/text/invisible.ts'
import { isIanaZone } from '#lib/utils/time/zone-spelling.ts'

/** `<uuid>`: any 8-4-4-4-12 hex form, lower-cased, so that one id has one spelling. */
export const uuid = z.guid({ error: 'Not a UUID: 32 hex digits in groups of 8-4-4-4-12.' }).toLowerCase()

/** A name that a person types: nothing in it is invisible or turns other text around; spaces are single. */
export const typedName = z
  .string()
  .transform((name) => name.trim().replace(/ +/g, ' '))
  .pipe(
    z.string().refine((name) => !hasInvisible(name), {
      error: 'This name contains an invisible character. Type it instead of pasting it.',
      abort: true,
    }),
  )

/** `<date>`: a real calendar day, `YYYY-MM-DD`. */
export const isoDate = z.iso
  .date({
    error: ({ input }) => (input === '' ? 'Enter a date.' : 'Not a real date: use YYYY-MM-DD.'),
    abort: true,
  })
  .refine((date) => date >= '0001', 'Not a real date: the year must be 1 or later.')

/** A day on which somebody alive can have been born. */
export const birthDate = isoDate.refine(
  (date) => date >= '1900-01-01' && date <= new Date().toISOString().slice(0, 10),
  'Enter a birth date between 1900 and today.',
)

/** `<date-time>`: ISO 8601; without an offset it is read as UTC. */
export const isoDateTime = z.iso.datetime({
  offset: true,
  local: true,
  error: 'Not an ISO 8601 date-time, such as 2026-11-21T09:30:00Z.',
})

/** A bare date or a date-time, as the date filters of order search take it (spec, endpoint 13). */
export const dateOrDateTime = z
  .union([isoDate, isoDateTime], { error: 'Not a date (YYYY-MM-DD) or an ISO 8601 date-time.' })
  .meta({ description: 'YYYY-MM-DD or ISO 8601 date-time' })

/** A set that may grow (spec, "Versioning" 2): known values are documented, unknown ones are valid. */
export function openEnum(values: readonly string[]) {
  return z.string().min(1).meta({ 'x-extensible-enum': values })
}

/** An IANA time zone that this runtime knows. */
export const ianaZone = z.string().refine(isIanaZone, 'Not an IANA time zone, such as America/Denver.')

/** Counts of a page: integers, never negative, null where counting would hold the page up. */
export const nullableCount = z.int().min(0).nullable()

export const pageNumber = z.int().min(1).default(1)
export const pageSize = z.int().min(1).max(100).default(50)
