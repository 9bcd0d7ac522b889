/** The most common passwords, in the spelling of `unleet`. Large: browsers load it only where one is chosen. */
import { dictionary } from '@zxcvbn-ts/language-common'

/** Of the list, most common first: those that count as a word within a password. The others count as a whole only. */
const WORDS = 10_000
export const WORD_MIN = 4

/** What people choose who are asked for a long one. */
const PHRASES = ['correcthorsebatterystaple', 'thisismypassword', 'temporarypassword', 'changemenow']

/** Letters that digits and marks stand for. */
const LEET: Readonly<Record<string, string>> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }

/** Returns the text in lower case, without accents, with letters for the digits and marks that stand for them. */
export function unleet(text: string, one: 'i' | 'l'): string {
  return plain(text).replace(/[013457@$!]/g, (mark) => LEET[mark] ?? one)
}

/** Returns the text in lower case and without accents. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

const LIST = dictionary['passwords-common']
/** Nearly all of them are letters alone, which have one spelling: the list is made at every start. */
const spellings = (entry: string) =>
  /^[a-z]+$/.test(entry) ? [entry] : [plain(entry), unleet(entry, 'i'), unleet(entry, 'l')]

/** Every password of the list. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set([...LIST, ...PHRASES].flatMap(spellings))

/** The first ten thousand of them that have four characters or more. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  LIST.slice(0, WORDS)
    .flatMap(spellings)
    .filter(({ length }) => length >= WORD_MIN),
)

/** Characters of the longest of `COMMON_WORDS`. */
export const MAX_WORD_CHARS = [...COMMON_WORDS].reduce((most, { length }) => Math.max(most, length), 0)
