/** Characters that nobody sees, with which one name can pass for another, or turn around what stands beside it. */

/** Controls, formats (zero width, direction), separators of lines, private and unassigned ones, and blank letters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5/u
/** Two formats shape the letters around them in Persian and Indic scripts, and join emoji. */
const JOINERS = /(?<=[\p{L}\p{M}\p{Extended_Pictographic}])[\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}])/gu

/** Returns whether a text holds a character that can't be seen; a joiner between two characters it joins is none. */
export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text.replace(JOINERS, ''))
}
