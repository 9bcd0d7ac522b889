/** The sign that stands in a masked text. No name, address, number or date holds it. */
export const MASK = '▒'

/** Returns whether a text is masked, wholly or down to its initials. */
export function isMasked(text: string | null | undefined): boolean {
  return text?.includes(MASK) === true
}
