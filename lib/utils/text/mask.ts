/** The character of masked text; no name, address, number or date contains it. */
export const MASK = '▒'

/** Returns whether a text is masked, wholly or down to its initials. */
export function isMasked(text: string | null | undefined): boolean {
  return text?.includes(MASK) === true
}
