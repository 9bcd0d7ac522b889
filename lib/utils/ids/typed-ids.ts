/** Parses IDs that people type, or paste from a spreadsheet together with other text. */

const UUID = /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi
const GROUPS = [8, 4, 4, 4, 12] as const

export interface PastedIds {
  /** Lower case, each once, in the order in which they came. */
  ids: string[]
  /** Words with a digit that are no ids, each once. Words without one are heads of columns or names. */
  malformed: string[]
}

/** Finds the ids between any separators, quotes and brackets. */
export function readPastedIds(text: string): PastedIds {
  const ids = new Set<string>()
  const rest = text.replace(UUID, (id) => {
    ids.add(id.toLowerCase())
    return ' '
  })
  const words = rest.split(/[\s,;|"'`()[\]{}<>]+/u).filter((word) => /\d/.test(word))
  return { ids: [...ids], malformed: [...new Set(words)] }
}

/** Returns why a text isn't one UUID, as the end of a sentence; null for a UUID. */
export function uuidProblem(id: string): string | null {
  const { ids } = readPastedIds(id)
  if (ids.length === 1 && ids[0]?.length === id.length) return null
  const odd = [...id].find((character) => !/[0-9a-f-]/i.test(character))
  if (odd !== undefined) return `“${odd}” can’t be part of an ID: IDs have digits 0 to 9, letters a to f and hyphens.`
  const digits = id.replaceAll('-', '').length
  if (digits !== 32) return `an ID has 32 digits, and this has ${digits}.`
  return `the hyphens are misplaced: the groups have ${GROUPS.join('-')} digits.`
}
