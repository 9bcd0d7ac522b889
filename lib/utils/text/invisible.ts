/** Invisible characters, which can make one name look like another or reverse the text next to them. */

/** Controls, formats (zero width, direction), separators of lines, private and unassigned ones, and blank letters. */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/u
/** Two formats shape the letters around them in Persian and Indic scripts; emoji are joined, and have variants. */
const SHAPED =
  '\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gujarati}\\p{Script=Gurmukhi}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Mongolian}'
const JOINERS = new RegExp(
  `(?<=[${SHAPED}])[\\u200c\\u200d](?=[${SHAPED}])|(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)(\\u200d(?=\\p{Extended_Pictographic})|\\ufe0f)`,
  'gu',
)

/** Returns whether a text holds a character that can't be seen; a joiner between two characters that it joins is none. */
export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text.replace(JOINERS, ''))
}
