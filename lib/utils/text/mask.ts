/** The character of masked text; no name, address, number or date contains it. */
export const MASK = '▒'

export function isMasked(text: string | null | undefined): boolean {
  return text?.includes(MASK) === true
}
