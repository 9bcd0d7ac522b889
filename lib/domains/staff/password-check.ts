/**
 * What a password must be: the same for the page that asks for it, the server that takes it and the configuration.
 *
 * It is common when, without the digits and marks around it and with leet spelling undone, it is a common password, or at
 * most two common words and any of the product, with fewer than four other characters. More words make a passphrase.
 */
import { COMMON_PASSWORDS, COMMON_WORDS, MAX_WORD_CHARS, plain, unleet, WORD_MIN } from './common-passwords.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './password.ts'

/** Whose password it is, and where. */
export interface PasswordOwner {
  email: string
  name: string | null
  /** The host name of the console; null where it is not known. */
  host: string | null
}

export type PasswordProblem = 'short' | 'long' | 'own' | 'common'

const PROBLEMS: Readonly<Record<PasswordProblem, string>> = {
  short: `Use at least ${PASSWORD_MIN} characters.`,
  long: `Use at most ${PASSWORD_MAX} characters.`,
  own: 'Don’t use your name or part of your email address.',
  common: 'This password is too common.',
}

const PART_MIN = 3
const RUN_MIN = 3
/** Characters that differ. */
const DIFFERENT_MIN = 5
const MAX_WORDS = 2
const MAX_OTHERS = 3
/** Labels that say nothing about anyone: `clinic.org.uk`. */
const GENERIC = new Set(['com', 'org', 'net', 'gov', 'edu', 'www'])
const PRODUCT = ['vialdesk', 'console']

/** Rows that fingers run along, both ways. */
const RUNS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
]

/** Returns what is wrong with a password as one sentence; null when nothing is. */
export function passwordProblem(password: string, owner: PasswordOwner): string | null {
  const [fault] = passwordProblems(password, owner)
  return fault ? PROBLEMS[fault] : null
}

/** Returns everything that is wrong; a length that is wrong is all that is said. */
export function passwordProblems(password: string, owner: PasswordOwner): PasswordProblem[] {
  if (visibleCount(password) < PASSWORD_MIN) return ['short']
  if (password.length > PASSWORD_MAX) return ['long']
  const faults: PasswordProblem[] = []
  if (isOwn(password, owner)) faults.push('own')
  if (isCommon(password, [...PRODUCT, ...wordsOfHost(owner.host)])) faults.push('common')
  return faults
}

/** Returns the words of a person: of the email address all but its last label, and of the name. */
export function ownWords({ email, name }: PasswordOwner): string[] {
  const [local = '', domain = ''] = plain(email.trim()).split('@')
  const labels = domain.split('.').slice(0, -1)
  return [local, ...partsOf(local), ...labels.flatMap(partsOf), ...partsOf(plain(name ?? ''))].filter(isLong)
}

/** Returns the words of a host name but for its last label, and none of an address in numbers. */
export function wordsOfHost(host: string | null): string[] {
  const labels = plain(host ?? '').split('.')
  return (labels.length > 1 ? labels.slice(0, -1) : labels).flatMap(partsOf).filter(isLong)
}

const isLong = (part: string) => part.length >= PART_MIN && !GENERIC.has(part)
const partsOf = (text: string) => text.split(/[^\p{L}]+/u)

function isOwn(password: string, owner: PasswordOwner): boolean {
  const spellings = [plain(password), unleet(password, 'i'), unleet(password, 'l')]
  return ownWords(owner).some((word) => spellings.some((text) => text.includes(word)))
}

function isCommon(password: string, product: readonly string[]): boolean {
  const text = plain(password)
  if (new Set(text).size < DIFFERENT_MIN || isRuns(text) || isRepeated(text) || COMMON_PASSWORDS.has(text)) return true
  return coresOf(text).some((core) =>
    [unleet(core, 'i'), unleet(core, 'l'), core].some((spelt) => isGuessed(spelt, product)),
  )
}

/** The text without the digits and marks at its ends, but for up to two beside the letters: `$unshin3!!2026`. */
function coresOf(text: string): string[] {
  const [, before = '', core = '', after = ''] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(text) ?? []
  const starts = [0, 1, 2].map((kept) => before.slice(Math.max(0, before.length - kept)))
  const ends = [0, 1, 2].map((kept) => after.slice(0, kept))
  return [...new Set([text, ...starts.flatMap((start) => ends.map((end) => start + core + end))])]
}

/** Up to three runs one after the other: `abcdefgh1234`. */
function isRuns(text: string, left = 3): boolean {
  if (left === 0) return false
  const ends = Array.from({ length: text.length - RUN_MIN + 1 }, (_, at) => at + RUN_MIN)
  return ends.some((end) => isRun(text.slice(0, end)) && (end === text.length || isRuns(text.slice(end), left - 1)))
}

function isRun(text: string): boolean {
  return RUNS.some((run) => run.includes(text) || [...run].reverse().join('').includes(text))
}

/** Characters as people count them, without those that nobody sees. */
function visibleCount(password: string): number {
  return [...password.normalize('NFKC').replace(/[\p{Cf}\p{M}]/gu, '')].length
}

/** One piece of up to four characters, again and again. */
function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+$/u.test(text)
}

function isGuessed(spelt: string, product: readonly string[]): boolean {
  const once = (text: string) => text.replace(/^(.+?)\1+$/u, '$1')
  const characters = once(spelt.replace(/[^\p{L}\d]+/gu, ''))
  const letters = once(spelt.replace(/[^\p{L}]+/gu, ''))
  return COMMON_PASSWORDS.has(characters) || COMMON_PASSWORDS.has(letters) || isCovered(characters, product)
}

/** Whether words cover all but a few characters: `fewest[n]` is how many are left of the beginning with n common words. */
function isCovered(text: string, product: readonly string[]): boolean {
  const rows: number[][] = [[0, ...Array<number>(MAX_WORDS).fill(Number.POSITIVE_INFINITY)]]
  const before = (end: number, words: number) => rows[end]?.[words] ?? Number.POSITIVE_INFINITY
  for (let end = 1; end <= text.length; end += 1) {
    const row = Array.from({ length: MAX_WORDS + 1 }, (_, words) => before(end - 1, words) + 1)
    for (const word of product)
      if (text.endsWith(word, end))
        row.forEach((left, n) => {
          row[n] = Math.min(left, before(end - word.length, n))
        })
    for (let start = Math.max(0, end - MAX_WORD_CHARS); start <= end - WORD_MIN; start += 1) {
      if (!COMMON_WORDS.has(text.slice(start, end))) continue
      for (let n = 1; n <= MAX_WORDS; n += 1)
        row[n] = Math.min(row[n] ?? Number.POSITIVE_INFINITY, before(start, n - 1))
    }
    rows.push(row)
  }
  return text.length > MAX_OTHERS && Math.min(...(rows.at(-1) ?? [])) <= MAX_OTHERS
}
