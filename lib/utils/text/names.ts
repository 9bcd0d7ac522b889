/** Finds named things by what people type. */

/** Says whether every word of `text` occurs in one of `names`, whatever its case; no text finds everything. */
export function isNamedLike(names: readonly string[], text: string): boolean {
  const known = names.map((name) => name.toLowerCase())
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => known.some((name) => name.includes(word)))
}
