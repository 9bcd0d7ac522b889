/** Detects IDs in search text. Separate from the search, which only a part of an ID needs. */
import { type IdPart, readIdQuery } from '#lib/utils/ids/id-part.ts'
import { likelySpelling } from '#lib/utils/text/typed-text.ts'

/** Returns the part of an ID that a search is for; null for a whole ID and any other text. */
export function idPartOf(text: string | undefined): IdPart | null {
  const query = text === undefined ? null : readIdQuery(text)
  return query?.kind === 'whole' ? null : query
}

/** Returns what the service is asked for: a whole ID that the text holds, or the text in its likeliest spelling. */
export function serviceText(text: string): string {
  const query = readIdQuery(text)
  return query?.kind === 'whole' ? query.id : likelySpelling(text)
}
