/** How long ago or how long until, in the two largest units a person needs. Our own: Intl.DurationFormat is too new. */

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
const MONTH = 30.4375 * DAY
const YEAR = 12 * MONTH

function pair(value: number, unit: string, rest: number, restUnit: string) {
  return rest > 0 ? `${value} ${unit} ${rest} ${restUnit}` : `${value} ${unit}`
}

/** A length in milliseconds: `42 min`, `22 h`, `2 d 4 h`, `21 d`, `8 mo`, `2 y 3 mo`; below a minute `0 min`. */
export function formatDuration(length: number): string {
  const span = Math.abs(length)
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`
  if (span < DAY) return `${Math.floor(span / HOUR)} h`
  if (span < 7 * DAY) return pair(Math.floor(span / DAY), 'd', Math.floor((span % DAY) / HOUR), 'h')
  if (span < 2 * MONTH) return `${Math.floor(span / DAY)} d`
  if (span < YEAR) return `${Math.floor(span / MONTH)} mo`
  return pair(Math.floor(span / YEAR), 'y', Math.floor((span % YEAR) / MONTH), 'mo')
}

/** `2 d 4 h` for the past (a column of ages needs no "ago"), `in 3 h` for the future, `now` within a minute. */
export function relativeTime(instant: number, now: number): string {
  const age = now - instant
  if (Math.abs(age) < MINUTE) return 'now'
  return age < 0 ? `in ${formatDuration(age)}` : formatDuration(age)
}

/** `3 min ago`, `5 d ago`, `8 mo ago`, in the largest unit alone; `in 3 h` for the future, `just now` within a minute. */
export function timeAgo(instant: number, now: number): string {
  const age = now - instant
  if (Math.abs(age) < MINUTE) return 'just now'
  if (age < 0) return relativeTime(instant, now)
  const [value, unit] = formatDuration(age).split(' ')
  return `${value} ${unit} ago`
}
