/** The one rule by which IDs are found everywhere: any part of an ID finds it, in any form in which people copy it. */

import { LABEL, plainSigns } from '#lib/utils/text/typed-text.ts'

/** Hex digits; fewer are in too many IDs. The product itself shows the last four. */
export const SHORTEST_ID_PART = 4
const DIGITS = 32

/** Hex digits in lower case, without hyphens. */
export type IdPart =
  /** As the product shortens an ID, `901bd6a5…0808`; either end may be empty. */
  { kind: 'ends'; start: string; end: string } | { kind: 'inner'; digits: string }

export type IdQuery = { kind: 'whole'; id: string } | IdPart

const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
/** Not within a longer word: "user_id=3cb7…" holds one, a key that happens to contain one doesn't. */
const WHOLE = new RegExp(`(?<![0-9a-z-])${UUID}(?![0-9a-z-])`, 'i')
const BARE = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i
const END = '[0-9a-f](?:[0-9a-f-]*[0-9a-f])?'
const DOTS = /\s*(?:…|⋯|%E2%80%A6)\s*/gi
const SHORTENED = new RegExp(
  `(?<![0-9a-z-])(${END})?-?(?:…|(?<=[0-9a-f]-?)\\.{2,}(?=-?[0-9a-f]))-?(${END})?(?![0-9a-z-])`,
  'i',
)
const LAYOUT = 'x'.repeat(8) + '-xxxx'.repeat(3) + '-'.padEnd(13, 'x')

/** Quotes, brackets, commas and number signs around a value, and the words that people say before it. */
const WRAPPING =
  /^(?:(?:order|user|transaction)?\s*(?:ids?|no\.?|number)?\s*[:=#]+|(?:order|user)\s(?=\S*\d)|["'`“”«»<>{}()[\],;\s])+|["'`“”«»<>{}()[\],;.\s]+$/giu

/** Returns a typed or pasted text without what tables, code and chats put around a value. */
export function unwrapped(raw: string): string {
  return plainSigns(raw).replace(LABEL, ' ').trim().replace(WRAPPING, '').trim()
}

/** Returns one ID as the wire has it, however it was copied; a text that isn't one without what is around it. */
export function typedId(raw: string): string {
  const plain = unwrapped(raw).replace(/^urn:uuid:/i, '')
  return (BARE.exec(plain)?.slice(1).join('-') ?? plain).toLowerCase()
}

/** Finds whole and shortened IDs within any text, the first of several; any other part has to be the whole text. */
export function readIdQuery(raw: string): IdQuery | null {
  const [id] = WHOLE.exec(plainSigns(raw)) ?? []
  if (id) return { kind: 'whole', id: id.toLowerCase() }
  const text = unwrapped(raw).toLowerCase()
  const bare = BARE.exec(text.replace(/\s/g, ''))
  if (bare) return { kind: 'whole', id: bare.slice(1).join('-') }
  return shortenedIn(text.replace(DOTS, '…')) ?? innerOf(text)
}

const withoutHyphens = (text: string) => text.replaceAll('-', '')

function shortenedIn(text: string): IdPart | null {
  const match = SHORTENED.exec(text)
  if (!match) return null
  const [start = '', end = ''] = match.slice(1).map((one = '') => withoutHyphens(one))
  const digits = start.length + end.length
  return digits >= SHORTEST_ID_PART && digits <= DIGITS ? { kind: 'ends', start, end } : null
}

/** Hyphens stand where an ID has them: a date or a phone number is no part of one. */
function innerOf(text: string): IdPart | null {
  const digits = withoutHyphens(text)
  if (!/^[0-9a-f]+$/.test(digits) || digits.length < SHORTEST_ID_PART || digits.length > DIGITS) return null
  return digits === text || LAYOUT.includes(text.replace(/[^-]/g, 'x')) ? { kind: 'inner', digits } : null
}
