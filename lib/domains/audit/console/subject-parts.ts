/** Which IDs in the log a part of an ID stands for, in memory: says what the database must say. */
import { type IdMatches, MAX_ID_MATCHES } from '#lib/domains/audit/audit.ts'
import { type IdPart, readIdQuery } from '#lib/utils/ids/id-part.ts'
import { placeInId } from '#lib/utils/ids/id-place.ts'
import { byCodePoint } from '#lib/utils/text/code-points.ts'
import type { SubjectPart } from './store.ts'

/** The environment of entries that belong to none. */
export const NO_ENVIRONMENT = ''

/** Returns the matches among those found: as many as are shown, and whether there are more. */
export function idMatchesOf(found: readonly string[], most: number): IdMatches {
  return { ids: found.slice(0, most), is_cut: found.length > most }
}

/** Returns the IDs with such a part among pairs of an environment and an ID; those that begin or end with it first. */
export function subjectsAmong(
  known: Iterable<readonly [environment: string, id: string]>,
  { part, environment, reach, most = MAX_ID_MATCHES }: SubjectPart,
): IdMatches {
  const isInner = new Map<string, boolean>()
  for (const [where, id] of known) {
    const place = placeInId(id, part)
    const isSeen =
      reach === null || (where === NO_ENVIRONMENT ? reach.people.includes(id) : reach.environments.includes(where))
    if (place !== null && isSeen && (environment === undefined || environment === where)) {
      isInner.set(id, place === 'inner')
    }
  }
  const sorted = [...isInner].sort(([a, inner], [b, other]) => Number(inner) - Number(other) || byCodePoint(a, b))
  return idMatchesOf(
    sorted.map(([id]) => id),
    most,
  )
}

interface AskedIds {
  /** Null for everybody. */
  ids: readonly string[] | null
  id_matches: IdMatches | null
}

/** Returns whose entries a search asks for; a text that is no part of an ID is one itself. */
export async function askedIds(
  subject: string | undefined,
  withPart: (part: IdPart) => Promise<IdMatches>,
): Promise<AskedIds> {
  if (subject === undefined) return { ids: null, id_matches: null }
  const query = readIdQuery(subject)
  if (query === null) return { ids: [subject], id_matches: null }
  if (query.kind === 'whole') return { ids: [query.id], id_matches: null }
  const id_matches = await withPart(query)
  return { ids: id_matches.ids, id_matches }
}
