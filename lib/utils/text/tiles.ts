/** Initials and a steady colour for a name that has no picture of its own. */

/** `OG` of "Ostrel Glucose", `P` of "Pulsewren", `?` of an empty name. */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = words.slice(0, 2).map((word) => [...word][0]?.toUpperCase() ?? '')
  return letters.join('') || '?'
}

export const HUE_COUNT = 8

/** A number from 0 to `HUE_COUNT - 1`, the same for the same text everywhere (FNV-1a). */
export function hueOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0) % HUE_COUNT
}
