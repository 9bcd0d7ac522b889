/** Position of a part in an ID, and its words; apart from reading one, which every list needs. */
import type { IdQuery } from './id-part.ts'

const withoutHyphens = (text: string) => text.replaceAll('-', '')

/** Position of a part in an ID; a part at both ends is at the start. */
export type IdPlace = 'whole' | 'start' | 'end' | 'ends' | 'inner'

/** Returns where in the ID what is asked for stands; null where it doesn't. */
export function placeInId(id: string, query: IdQuery): IdPlace | null {
  if (query.kind === 'whole') return id.toLowerCase() === query.id ? 'whole' : null
  const digits = withoutHyphens(id.toLowerCase())
  if (query.kind === 'inner') {
    if (digits.startsWith(query.digits)) return 'start'
    if (digits.endsWith(query.digits)) return 'end'
    return digits.includes(query.digits) ? 'inner' : null
  }
  const { start, end } = query
  const fits = start.length + end.length <= digits.length && digits.startsWith(start) && digits.endsWith(end)
  if (!fits) return null
  if (start === '') return 'end'
  return end === '' ? 'start' : 'ends'
}

/** Returns a part as it is shown and as an address holds it; it reads back as the same. */
export function idQueryText(query: IdQuery): string {
  if (query.kind === 'whole') return query.id
  return query.kind === 'inner' ? query.digits : `${query.start}…${query.end}`
}

/** Returns why an ID was found, for a person: "ID ends in 0808". */
export function idReason(id: string, query: IdQuery): string | null {
  const place = placeInId(id, query)
  if (place === null || place === 'whole') return place && 'ID'
  if (place === 'ends') return `ID ${idQueryText(query)}`
  const part = idQueryText(query).replace('…', '')
  return `ID ${{ start: 'starts with', end: 'ends in', inner: 'contains' }[place]} ${part}`
}

/** Returns the longest run of an ID's own characters in a part: what a search by plain text can be asked for. */
export function longestRun(query: IdQuery): string {
  if (query.kind === 'whole') return query.id
  if (query.kind === 'inner') return query.digits
  return query.start.length >= query.end.length ? query.start : query.end
}
