/** Searches filters: fields by name, values by label. Pure. */
import { isNamedLike, searchKey } from '#lib/utils/text/typed-text.ts'

interface Choice {
  id: string
  label: string
  keywords?: string
}

interface Field<C extends Choice> {
  id: string
  label: string
  choices: readonly C[]
}

/** A field alone, or one value of it. */
export interface FilterMatch<F, C> {
  field: F
  choice: C | null
}

/** Values that are shown; a longer text finds fewer. */
const MAX_MATCHES = 30

/**
 * Returns the fields and values that hold every word of the text, those that begin with it first. A value is also found
 * by its field, as in "status lost".
 */
export function filterMatches<C extends Choice, F extends Field<C>>(
  fields: readonly F[],
  text: string,
): FilterMatch<F, C>[] {
  const words = searchKey(text).split(' ').filter(Boolean)
  if (words.length === 0) return []
  const holds = (label: string) => isNamedLike([label], text)
  const found = fields.flatMap((field): FilterMatch<F, C>[] => [
    ...(holds(field.label) ? [{ field, choice: null }] : []),
    ...field.choices
      .filter(({ label, keywords = '' }) => {
        const own = searchKey(`${label} ${keywords}`)
        // The name of the field alone finds the field, not all of its values.
        return holds(`${field.label} ${own}`) && words.some((word) => own.includes(word))
      })
      .map((choice) => ({ field, choice })),
  ])
  const nameOf = ({ field, choice }: FilterMatch<F, C>) => searchKey((choice ?? field).label)
  const begins = (match: FilterMatch<F, C>) => (nameOf(match).startsWith(words.join(' ')) ? 0 : 1)
  return found.toSorted((a, b) => begins(a) - begins(b)).slice(0, MAX_MATCHES)
}
