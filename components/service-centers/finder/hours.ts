/** Opening hours in words: the spec leaves their shape open, so every sensible one is read, and any other shown as sent. Pure. */

/** `days` is null where the text says it all. */
interface HoursLine {
  days: string | null
  text: string
}

export type Hours =
  | { kind: 'unknown' }
  | { kind: 'words'; lines: readonly HoursLine[] }
  /** JSON. */
  | { kind: 'raw'; text: string }

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const DAY_KEYS = ['day', 'day_of_week', 'weekday', 'name'] as const
const OPEN_KEYS = ['open', 'opens', 'opens_at', 'open_time', 'start', 'start_time', 'from'] as const
const CLOSE_KEYS = ['close', 'closes', 'closes_at', 'close_time', 'end', 'end_time', 'to', 'until'] as const
const TEXT_KEYS = ['hours', 'text', 'times', 'value'] as const

type Fields = Readonly<Record<string, unknown>>

export function readHours(hours: unknown): Hours {
  if (isNothing(hours)) return { kind: 'unknown' }
  const lines = linesOf(hours)
  if (lines?.length === 0) return { kind: 'unknown' }
  if (lines) return { kind: 'words', lines }
  return { kind: 'raw', text: JSON.stringify(hours) }
}

/** One sentence; null where there is none to make. */
export function hoursLabel(hours: Hours): string | null {
  if (hours.kind !== 'words') return null
  return hours.lines.map(({ days, text }) => (days ? `${days} ${text}` : text)).join('; ')
}

function isNothing(hours: unknown): boolean {
  if (hours === null || hours === undefined) return true
  if (typeof hours === 'string') return hours.trim() === ''
  return typeof hours === 'object' && Object.keys(hours).length === 0
}

function linesOf(hours: unknown): HoursLine[] | null {
  if (typeof hours === 'string') return textLines([hours])
  if (Array.isArray(hours) && hours.every(isText)) return textLines(hours)
  const one = isFields(hours) && dayOf(hours) === null ? textOf(hours) : null
  return one === null ? week(textsByDay(hours)) : textLines([one])
}

/** Hours by day, 0 for Monday; null where they aren't given by day, or anything isn't understood. */
function textsByDay(hours: unknown): ReadonlyMap<number, string> | null {
  const isList = Array.isArray(hours)
  if (!(isList || isFields(hours))) return null
  const entries = isList ? hours.map(dayEntry) : Object.entries(hours).map(([day, value]) => entry(day, value))
  const texts = new Map<number, string>()
  for (const found of entries) {
    if (found === null) return null
    for (const { day, text } of found) texts.set(day, [texts.get(day), text].filter(Boolean).join(', '))
  }
  return texts
}

interface Span {
  /** Minutes since midnight. */
  from: number
  to: number
  opens: string
  closes: string
}

const SPAN = /^(\d{1,2}:\d{2}(?:\s*[ap]\.?m\.?)?) to (\d{1,2}:\d{2}(?:\s*[ap]\.?m\.?)?)$/i

/** Null for a text that isn't times, or could be read in two ways. */
function spansOf(text: string): Span[] | null {
  if (text === 'closed') return []
  const spans = text.split(', ').map((part): Span | null => {
    const [, opens = '', closes = ''] = SPAN.exec(part.trim()) ?? []
    const [from, to] = [minuteOf(opens), minuteOf(closes)]
    return /m/i.test(opens) === /m/i.test(closes) && from < to ? { from, to, opens, closes } : null
  })
  return spans.every((span) => span !== null) ? spans : null
}

function minuteOf(time: string): number {
  const [, hour, minute, half] = /^(\d+):(\d+)\s*([ap])?/i.exec(time) ?? []
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  return hours * 60 + Number(minute)
}

/** Says whether a center is open at a moment of its own clock; null where its hours don't tell. `weekday`: 0 is Monday. */
export function openWords(hours: unknown, { weekday, minute }: { weekday: number; minute: number }): string | null {
  const texts = textsByDay(hours)
  if (!texts || texts.size === 0) return null
  const dayAt = (ahead: number) => (weekday + ahead) % 7
  const onDay = (ahead: number) => spansOf(texts.get(dayAt(ahead)) ?? 'closed')
  const today = onDay(0)
  if (!today) return null
  const open = today.find(({ from, to }) => from <= minute && minute < to)
  if (open) return `Open now, until ${open.closes}`
  const now = texts.has(weekday) ? 'Closed now' : 'No hours listed today'
  for (let ahead = 0; ahead < 7; ahead += 1) {
    const spans = onDay(ahead)
    if (!spans) break
    const next = spans.find(({ from }) => ahead > 0 || from > minute)
    if (next) return `${now}, opens ${ahead === 0 ? '' : `${DAYS[dayAt(ahead)]} `}${next.opens}`
  }
  return now
}

/** As sent, one line each. */
function textLines(texts: readonly string[]): HoursLine[] {
  return texts
    .flatMap((text) => text.split(/\n+/))
    .flatMap((text) => (text.trim() ? [{ days: null, text: span(text) }] : []))
}

interface DayHours {
  /** 0 is Monday. */
  day: number
  text: string
}

function dayEntry(value: unknown): DayHours[] | null {
  return isFields(value) ? entry(dayOf(value), value) : null
}

function entry(name: unknown, value: unknown): DayHours[] | null {
  const days = daysOf(name)
  const text = textOf(value)
  return days && text !== null ? days.map((day) => ({ day, text })) : null
}

/** "Monday", "mon", "Mon-Fri", "Monday to Friday"; null for anything else. */
function daysOf(name: unknown): number[] | null {
  if (typeof name !== 'string') return null
  const [from, to, ...more] = name.split(/\s*(?:-|–|\bto\b)\s*/i).map(dayIndex)
  if (from === undefined || from < 0 || more.length > 0) return null
  if (to === undefined) return [from]
  return to >= from ? Array.from({ length: to - from + 1 }, (_, index) => from + index) : null
}

function dayIndex(text: string): number {
  const name = text.trim().toLowerCase()
  return /^[a-z]{3,9}\.?$/.test(name) ? DAYS.findIndex((day) => name.startsWith(day.toLowerCase())) : -1
}

/** Days that follow each other and have the same hours stand together; null where anything is not understood. */
function week(texts: ReadonlyMap<number, string> | null): HoursLine[] | null {
  if (texts === null) return null
  const lines: { from: number; to: number; text: string }[] = []
  for (const [day, text] of [...texts].sort(([a], [b]) => a - b)) {
    const last = lines.at(-1)
    if (last && last.text === text && last.to === day - 1) last.to = day
    else lines.push({ from: day, to: day, text })
  }
  return lines.map(({ from, to, text }) => ({
    days: from === to ? `${DAYS[from]}` : `${DAYS[from]} ${to === from + 1 ? 'and' : 'to'} ${DAYS[to]}`,
    text,
  }))
}

/** The hours of one day; null where they are not understood. */
function textOf(value: unknown): string | null {
  if (value === null || value === false || value === '') return 'closed'
  if (typeof value === 'string') return span(value)
  if (Array.isArray(value)) {
    const parts = value.map(textOf)
    if (parts.length === 0) return 'closed'
    return parts.every((part) => part !== null) ? parts.join(', ') : null
  }
  if (!isFields(value)) return null
  if (value.closed === true || value.is_closed === true) return 'closed'
  const [open, close] = [pick(value, OPEN_KEYS), pick(value, CLOSE_KEYS)]
  if (typeof open === 'string' && typeof close === 'string') return span(`${open} - ${close}`)
  const text = pick(value, TEXT_KEYS)
  return text === undefined ? null : textOf(text)
}

/** "7:00 AM - 3:30 PM" reads "7:00 AM to 3:30 PM"; whole seconds say nothing. */
function span(text: string): string {
  return text
    .trim()
    .replace(/\b(\d{1,2}:\d{2}):00\b/g, '$1')
    .replace(/(\d|[ap]\.?m\.?)\s*[-–—]\s*(?=\d)/gi, '$1 to ')
}

function dayOf(fields: Fields): unknown {
  return pick(fields, DAY_KEYS) ?? null
}

function pick(fields: Fields, keys: readonly string[]): unknown {
  const found = keys.find((key) => fields[key] !== undefined)
  return found === undefined ? undefined : fields[found]
}

const isText = (value: unknown): value is string => typeof value === 'string'

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
