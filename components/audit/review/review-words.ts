/** How many people somebody viewed, against what is usual for them. Pure. */
import type { ReviewedPerson } from '#lib/domains/audit/review-schema.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'

/** So many times the usual number, and so many people more, are worth a look. */
const NOTABLE_RATIO = 2
const NOTABLE_MORE = 20

type Counts = Pick<ReviewedPerson, 'viewed' | 'usual' | 'usual_months'>

function isNotable({ viewed, usual }: Counts): boolean {
  return usual !== null && viewed >= usual * NOTABLE_RATIO && viewed - usual >= NOTABLE_MORE
}

/** `Usually 120 a month`, `No earlier month to compare with`. */
export function usualWords({ usual, usual_months }: Counts): string {
  if (usual === null) return 'No earlier month to compare with'
  return `Usually ${formatCount(Math.round(usual))} a month (${countOf(usual_months, 'month')})`
}

/** `3.4 times the usual number`; null where it is nothing to look at. */
export function notableWords(counts: Counts): string | null {
  if (!isNotable(counts) || counts.usual === null) return null
  if (counts.usual < 1) return 'Usually no one'
  const ratio = counts.viewed / counts.usual
  return `${ratio >= 10 ? Math.round(ratio) : ratio.toFixed(1)} times the usual number`
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** `2026-11` → `November 2026` */
export function monthLabel(month: string): string {
  const [year, number] = month.split('-')
  return `${MONTHS[Number(number) - 1] ?? ''} ${year}`
}

/** First and last day of a month, as an address has them. */
export function daysOf(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** Returns the month after: `2026-12` → `2027-01`. */
export function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}
