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

const HIDDEN = new RegExp(`(${JOINERS.source})|(?![\\t\\n\\r])(?:${INVISIBLE.source})`, 'gu')

/** Returns a free text without characters that can't be seen; line breaks and joiners between what they join stay. */
export function withoutInvisible(text: string): string {
  return text.replace(HIDDEN, (_, joiner: string | undefined) => joiner ?? '')
}

/** Returns whether letters were read in another encoding than they were written in: `RenÃ©`, `Ren\ufffd`; of í one half can't be seen, and may be gone. */
export const isMisread = (text: string): boolean =>
  /\ufffd|[ÂÃ][\u0080-\u00bf]|â€|[ÂÃ][ƒŠ‰‘“™š]|(?<=\p{Ll})Ã(?=\p{Ll})/u.test(text)

/** Such as people copy along with an ID; any other is told by its number. */
const NAMES: Readonly<Record<string, string>> = {
  '\u00a0': 'a no-break space',
  '\u00ad': 'a soft hyphen',
  '\u200b': 'a zero-width space',
  '\u200c': 'a zero-width non-joiner',
  '\u200d': 'a zero-width joiner',
  '\u200e': 'a left-to-right mark',
  '\u200f': 'a right-to-left mark',
  '\u202f': 'a narrow no-break space',
  '\u2060': 'a word joiner',
  '\ufeff': 'a byte order mark',
  '\t': 'a tab',
  '\n': 'a line break',
}

/** Returns the first character of an ID or a code that can't be seen: `a zero-width space (U+200B)`; null for none. */
export function invisibleName(text: string): string | null {
  const found = [...text].find((char) => INVISIBLE.test(char) || (char !== ' ' && /\s/.test(char)))
  if (found === undefined) return null
  const code = `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return NAMES[found] ? `${NAMES[found]} (${code})` : `an invisible character (${code})`
}
