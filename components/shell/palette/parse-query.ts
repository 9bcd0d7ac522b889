/** What a typed or pasted text is: a whole id wherever it was copied from, or words to look for. */

export type ParsedQuery = { kind: 'nothing' } | { kind: 'id'; id: string } | { kind: 'text'; text: string }

/** As the directory takes it at most. */
const MAX_TEXT_CHARS = 255

const HEX = '[0-9a-f]'
const UUID = `${HEX}{8}-(?:${HEX}{4}-){3}${HEX}{12}`
/** Not within a longer word: "user_id=3cb7…" holds one, a key that happens to contain one does not. */
const ID_INSIDE = new RegExp(`(?<![0-9a-z-])${UUID}(?![0-9a-z-])`, 'i')
const BARE_ID = new RegExp(`^(${HEX}{8})(${HEX}{4})(${HEX}{4})(${HEX}{4})(${HEX}{12})$`, 'i')

/** Signs that nobody sees, which tables and chats put around what is copied from them. */
const UNSEEN = /[\u200b-\u200f\u2060\ufeff\p{Cc}]/gu
/** Quotes, brackets and commas around a value. */
const WRAPPING = /^["'`“”‘’«»<>{}()[\],;\s]+|["'`“”‘’«»<>{}()[\],;\s]+$/gu

/** Of several ids in one text the first counts. */
export function parseQuery(raw: string): ParsedQuery {
  const seen = raw.replace(/\s+/gu, ' ').replace(UNSEEN, '')
  const [id] = ID_INSIDE.exec(seen) ?? []
  if (id) return { kind: 'id', id: id.toLowerCase() }
  const text = seen.replace(WRAPPING, '').slice(0, MAX_TEXT_CHARS).trim()
  if (text === '') return { kind: 'nothing' }
  const bare = BARE_ID.exec(text)
  return bare ? { kind: 'id', id: bare.slice(1).join('-').toLowerCase() } : { kind: 'text', text }
}
