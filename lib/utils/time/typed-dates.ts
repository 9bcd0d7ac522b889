/** Dates as people write them, read without guessing: what can be two days stays two. */

export const MONTH_NAMES = [
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
] as const

/** The same in English, German, French, Spanish, Portuguese, Italian and Dutch, each whole and as it is shortened. */
const MONTHS = [
  'january jan januar januari jänner jän janvier janv enero ene janeiro gennaio gen',
  'february feb februar februari février févr fév febrero fevereiro fev febbraio',
  'march mar märz mär mrz mars marzo março maart mrt',
  'april apr avril avr abril abr aprile',
  'may mai mayo maio maggio mag mei maj',
  'june jun juni juin junio junho giugno giu',
  'july jul juli juillet juil julio julho luglio lug',
  'august aug août agosto ago augustus',
  'september sept sep septembre septiembre setiembre setembro set settembre',
  'october oct oktober okt octobre octubre outubro out ottobre ott',
  'november nov novembre noviembre novembro',
  'december dec dezember dez décembre déc diciembre dic dezembro dicembre',
].map((words) => words.split(' ').flatMap((word) => [word, word.normalize('NFD').replace(/\p{M}/gu, '')]))
/** Any of them, the longer ones first. */
export const MONTH_WORD = [...new Set(MONTHS.flat())].sort((a, b) => b.length - a.length).join('|')

const NAME = `(${MONTH_WORD})(?!\\p{L})\\.?`
const DAY = '(?:(?:the|el|le|il)\\s+)?(\\d{1,2})(?:st|nd|rd|th|er|\\.?º)?'
const GAP = '[\\s,/.-]*(?:(?:of|del?|di)\\s+)?'
const YEAR = "(\\d{4}|['’]?\\d{2})"
/** Midnight, which spreadsheets and programs add to a day, with the zone that it is midnight in; in UTC where it is that in the US. */
const MIDNIGHT =
  '(?:[t,\\s]+(?:(?:0?0|(?:0[4-9]|10)(?=:00:00\\.000z)):00(?::00(?:\\.0+)?)?|12:00(?::00)?\\s*am)(?:\\s*(?:z|gmt|utc|[+-]\\d{2}:?\\d{2}))*(?: \\([a-z ]+ time\\)?)?|z|[+-]\\d{2}:\\d{2})?'

/** Forms of a date, the named parts in the order of their groups. */
const FORMS: readonly { pattern: string; parts: string }[] = [
  { pattern: '(\\d{4})\\s*[-/.\\s年년]\\s*(\\d{1,2})\\s*[-/.\\s月월]\\s*(\\d{1,2})[日일]?', parts: 'ymd' },
  { pattern: `(\\d{1,2})\\s*[-/]\\s*(\\d{1,2})\\s*[-/]\\s*${YEAR}`, parts: 'mdy' },
  { pattern: `(\\d{1,2})\\s*\\.\\s*(\\d{1,2})\\s*\\.\\s*${YEAR}`, parts: '??y' },
  { pattern: '(\\d{1,2})\\s+(\\d{1,2})\\s+(\\d{4})', parts: 'mdy' },
  { pattern: `${DAY}${GAP}${NAME}${GAP}${YEAR}`, parts: 'dny' },
  { pattern: `${NAME}${GAP}${DAY}(?:[\\s,/.-]+|(?=['’]))${YEAR}`, parts: 'ndy' },
  { pattern: `(\\d{4})${GAP}${NAME}${GAP}${DAY}`, parts: 'ynd' },
  { pattern: '((?:19|20)\\d{2})(\\d{2})(\\d{2})(?:t?0{4,6}z?)?', parts: 'ymd' },
  { pattern: '(\\d{2})(\\d{2})((?:19|20)\\d{2})', parts: 'mdy' },
]
const EDGE = '[\\p{L}\\p{N}-]'
const RULES = FORMS.map(({ pattern, parts }) => ({
  rule: new RegExp(`(?<!${EDGE})${pattern}${MIDNIGHT}(?!${EDGE})`, 'iu'),
  parts,
}))

interface Reading {
  year: string
  month: number
  day: number
}

/** Two digits. */
const pad = (value: number) => String(value).padStart(2, '0')

const daysIn = (year: number, month: number) => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

const isReal = (year: number, month: number, day: number) =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)

/** With slashes the month comes first, the other way round only where it can't; with dots people write both. */
const ORDERS: Readonly<Record<string, readonly string[]>> = { '??y': ['dmy', 'mdy'], mdy: ['mdy', 'dmy'] }

function readingsOf(groups: readonly string[], parts: string): Reading[] {
  const readings = (ORDERS[parts] ?? [parts]).map((order) => {
    const of = (part: string) => groups[order.indexOf(part)] ?? ''
    const named = MONTHS.findIndex((words) => words.includes(of('n').toLowerCase())) + 1
    return { year: of('y').replace(/\D/g, ''), month: named || Number(of('m')), day: Number(of('d')) }
  })
  const possible = readings.filter(({ month, day }) => month >= 1 && month <= 12 && day >= 1 && day <= 31)
  return parts === '??y' ? possible : possible.slice(0, 1)
}

/** Years that two digits may stand for; the nearer century last. */
const yearsOf = (year: string) => (year.length === 2 ? [Number(`19${year}`), Number(`20${year}`)] : [Number(year)])

function daysOf(readings: readonly Reading[]): string[] {
  const days = readings.flatMap(({ year, month, day }) =>
    yearsOf(year)
      .filter((full) => isReal(full, month, day))
      .map((full) => `${String(full).padStart(4, '0')}-${pad(month)}-${pad(day)}`),
  )
  return [...new Set(days)]
}

export interface FoundDates {
  /** Each with the days (`YYYY-MM-DD`) that it can mean, as it was written. */
  dates: { days: string[]; text: string }[]
  /** The text without them. */
  rest: string
}

/** Finds the dates in a text: `O'Brien 05/24/1986` has one. */
export function readDates(text: string): FoundDates {
  if (!/\d/.test(text)) return { dates: [], rest: text }
  const dates: FoundDates['dates'] = []
  let rest = text
  for (const { rule, parts } of RULES) {
    rest = rest.replace(rule, (written: string, ...groups: string[]) => {
      const days = daysOf(readingsOf(groups, parts))
      if (days.length === 0) return written
      dates.push({ days, text: written })
      return ' '
    })
  }
  return { dates, rest }
}

/** A birth date as a person wrote it: one day, several to choose from, or why it is none. */
export type TypedDay = { day: string } | { choices: string[] } | { problem: string }

/** Words that people write before a birth date. */
export const BORN =
  /\b(?:dob|d\.\s?o\.\s?b|born(?:\son)?|birth\s?da(?:te|y)|date\sof\sbirth|b(?=\.)|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)\b/giu

/** An age, which records show after a birth date. */
const AGE =
  /[\s,]{0,3}(?:\(?(?:aged?:?\s*)?\d{1,3}\s*(?:y\.?\s?(?:o\.?|rs?\.?)?|years?|a[nñ]os|ans|jahre|anni)(?:[\s-]?old)?\)?|\(\d{1,3}\)|\(?\baged?:?\s*\d{1,3}\)?)$/i

/** A day of the week or another word before a date, in any language; what makes the date uncertain is none. */
const BEFORE =
  /^(?!(?:approx|about|around|before|after|circa|ca|not|or|until|since)\b)\p{L}[\p{L}\s.]*(?:[:,.]\s*|\s+(?=\d))/iu

/** Reads a text of plain signs as one birth date; null for one that is no date at all. `today` is the latest that it can be. */
export function readTypedDay(plain: string, today: string): TypedDay | null {
  const bare = plain
    .replace(BORN, '')
    .replace(AGE, '')
    .replace(/^[\s"'(:.,]+|[\s"').,;]+$/g, '')
  const text = RULES.some(({ rule }) => rule.exec(bare)?.[0] === bare) ? bare : bare.replace(BEFORE, '')
  const days1900 = /^([1-9]\d{4})(?:\.0+)?$/.exec(text)?.[1]
  if (days1900 !== undefined) {
    const day = new Date(Date.UTC(1899, 11, 30) + Number(days1900) * 86_400_000).toISOString().slice(0, 10)
    if (day <= today)
      return { problem: `This may be a spreadsheet’s number for ${day}. Enter that date if it’s right.` }
  }
  const form = RULES.find(({ rule }) => rule.exec(text)?.[0] === text)
  if (!form) return null
  // Those who write such words may write the day first.
  const parts = text === bare ? form.parts : form.parts.replace('mdy', '??y')
  const readings = readingsOf(form.rule.exec(text)?.slice(1) ?? [], parts)
  const [first] = readings
  if (!first) {
    const isYearFirst = /^(?:3[2-9]|[4-9]\d|00)\D/.test(text) && !/\d{4}$/.test(text)
    const rule = isYearFirst ? 'Enter the year with four digits.' : 'Enter a month from 1 to 12 and a day from 1 to 31.'
    return { problem: rule }
  }
  const days = daysOf(readings)
  if (days.length === 0) return { problem: missingDay(first) }
  const past = days.filter((day) => day <= today)
  const choices = past.length > 0 ? past : days
  const [day, ...others] = choices
  return first.year.length === 2 || day === undefined || others.length > 0 ? { choices } : { day }
}

/** `29 February isn’t in 2027` */
function missingDay({ year, month, day }: Reading): string {
  return `${day} ${MONTH_NAMES[month - 1]} isn’t in ${yearsOf(year)[0]}.`
}
