/** Parses typed or pasted text: a whole ID, wherever it was copied from, or words, possibly part of an ID. */
import { type IdPart, readIdQuery, unwrapped } from '#lib/utils/ids/id-part.ts'
import { idQueryText } from '#lib/utils/ids/id-place.ts'

export type ParsedQuery =
  | { kind: 'nothing' }
  | { kind: 'id'; id: string }
  | {
      kind: 'text'
      text: string
      /** The part of an ID that the text may be; users and orders are looked for by both. */
      part: IdPart | null
    }

/** As the directory takes it at most. */
const MAX_TEXT_CHARS = 255

/** A shortened ID stands alone, whatever it was copied with. */
export function parseQuery(raw: string): ParsedQuery {
  const query = readIdQuery(raw)
  if (query?.kind === 'whole') return { kind: 'id', id: query.id }
  if (query?.kind === 'ends') return { kind: 'text', text: idQueryText(query), part: query }
  const text = unwrapped(raw).slice(0, MAX_TEXT_CHARS).trim()
  return text === '' ? { kind: 'nothing' } : { kind: 'text', text, part: query }
}
