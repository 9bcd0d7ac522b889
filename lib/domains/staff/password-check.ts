/** Large, with the dictionaries of zxcvbn: browsers load it only where a password is chosen. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { lengthProblem, PASSWORD_MAX, PASSWORD_MIN, type PasswordProblem } from './password.ts'

export interface PasswordOwner {
  email: string
  name: string | null
  /** The host name of the console; null where it is not known. */
  host: string | null
}

export interface PasswordAdvice {
  faults: PasswordProblem[]
  /** The first fault as one sentence; null for none. */
  sentence: string | null
  /** From 0, guessed at once, to 4; at most 1 where there are faults. */
  score: number
}

/** By zxcvbn's names of its warnings. */
const REASONS: Readonly<Record<string, string>> = {
  straightRow: 'Letters in a row on the keyboard are easy to guess.',
  keyPattern: 'Patterns on the keyboard are easy to guess.',
  simpleRepeat: 'Repeated characters are easy to guess.',
  extendedRepeat: 'Repeated words are easy to guess.',
  sequences: 'Sequences such as abcd or 1234 are easy to guess.',
  recentYears: 'Years are easy to guess.',
  dates: 'Dates are easy to guess.',
  topTen: 'This is one of the most common passwords.',
  topHundred: 'This is one of the most common passwords.',
  common: 'This is a common password.',
  similarToCommon: 'This is close to a common password.',
  wordByItself: 'A single word is easy to guess.',
  namesByThemselves: 'Names are easy to guess.',
  commonNames: 'Names are easy to guess.',
  userInputs: 'Words of this console or of health care are easy to guess here.',
}
const GUESSABLE = 'This password is easy to guess.'
const FEW_CHARACTERS = 'Too few different characters are easy to guess.'
const ADVICE = 'Add another unusual word or two.'

/** The least that zxcvbn may give, from 0 to 4; a password of the words below needs the most. */
const SCORE_MIN = 3
const DIFFERENT_MIN = 5
/** More characters take long and say nothing new. */
const CHECKED_CHARS = 64
const PART_MIN = 3
const JOINED_MIN = 6
/** Labels that say nothing about anyone: `clinic.org.uk`. */
const GENERIC = new Set(['com', 'org', 'net', 'gov', 'edu', 'www'])

/** Tried first by whoever knows what this console is for, and what people choose who are asked for a long one. */
const EXPECTED_WORDS = [
  ...['vialdesk', 'console', 'vial', 'vials', 'lab', 'labs', 'laboratory', 'labcorp', 'quest', 'health', 'healthcare'],
  ...['care', 'medical', 'medicine', 'clinic', 'clinical', 'patient', 'patients', 'phlebotomy', 'phlebotomist'],
  ...['nurse', 'doctor', 'hospital', 'coordinator', 'technician', 'administrator', 'support', 'result', 'results'],
  ...['test', 'tests', 'testing', 'blood', 'sample', 'specimen', 'order', 'orders', 'portal', 'program'],
  ...['correcthorsebatterystaple', 'thisismypassword', 'temporarypassword', 'changemenow'],
]

/** Its tables take memory that a server doesn't need until somebody chooses a password. */
let meter: ZxcvbnFactory | undefined

/** Returns what is wrong with a password and how hard it is to guess; a length that is wrong is all that is said. */
export function adviseOn(password: string, owner: PasswordOwner): PasswordAdvice {
  const length = lengthProblem(password)
  const sentence =
    length === 'short' ? `Use at least ${PASSWORD_MIN} characters.` : `Use at most ${PASSWORD_MAX} characters.`
  if (length !== null) return { faults: [length], sentence, score: 0 }
  const { score, reason } = guessing(password, [...EXPECTED_WORDS, ...wordsOfHost(owner.host), ...ownWords(owner)])
  const problems: [PasswordProblem, string][] = []
  if (isOwn(password, owner)) problems.push(['own', 'Don’t use your name or part of your email address.'])
  if (reason !== null) problems.push(['guessable', `${reason} ${ADVICE}`])
  const faults = problems.map(([fault]) => fault)
  return { faults, sentence: problems[0]?.[1] ?? null, score: faults.length > 0 ? Math.min(score, 1) : score }
}

/** Returns what is wrong with a password as one sentence; null when nothing is. */
export function passwordProblem(password: string, owner: PasswordOwner): string | null {
  return adviseOn(password, owner).sentence
}

/** One character again and again. */
const RUN = /(.)\1{2,}/gu
/** A chunk that comes again later. */
const REPEATED = /(.{3,})(?=.*?\1)/gu
const YEARS = /(?<!\d)(?:19|20)\d\d(?!\d)/g

/** As it is, without the marks in it and without repeats and years: `p.a.s.s.w.o.r.d.1` is no harder than `password1`, `march 1988 march` than `march`. */
function guessing(password: string, expected: string[]): { score: number; reason: string | null } {
  const text = password.slice(0, CHECKED_CHARS)
  const bare = text.replace(/[^\p{L}\p{N}]/gu, '')
  meter ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  const known = meter
  const once = plain(bare).replace(REPEATED, '').replace(RUN, '$1')
  const lasting = once.replace(YEARS, '')
  const texts = new Set([text, bare, once, lasting].filter((each) => each !== ''))
  const results = [...texts].map((each) => known.check(each, expected))
  const least = results.reduce((weakest, each) => (each.guesses < weakest.guesses ? each : weakest))
  const hasExpected = least.sequence.some((part) => 'dictionaryName' in part && part.dictionaryName === 'userInputs')
  const warning = results
    .filter(({ password: checked }) => checked === text || checked === bare)
    .map(({ feedback }) => feedback.warning)
    .find((each) => each !== null && each !== undefined)
  const leftOut = lasting === once ? '' : 'recentYears'
  const reason = warning ?? (once.length < bare.length ? 'extendedRepeat' : leftOut)
  if (least.score < SCORE_MIN) return { score: least.score, reason: REASONS[reason] ?? GUESSABLE }
  if (least.score === SCORE_MIN && hasExpected) return { score: 2, reason: REASONS.userInputs ?? GUESSABLE }
  return { score: least.score, reason: new Set(plain(text)).size < DIFFERENT_MIN ? FEW_CHARACTERS : null }
}

/** Returns the words of a person: of the email address all but its last label, and of the name. */
export function ownWords({ email, name }: Pick<PasswordOwner, 'email' | 'name'>): string[] {
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
  // Short words are in others where the spaces between them are left out.
  const joined = plain(password).replace(/[^\p{L}\p{N}]/gu, '')
  return ownWords(owner).some(
    (word) => spellings.some((text) => text.includes(word)) || (word.length >= JOINED_MIN && joined.includes(word)),
  )
}

/** Letters that digits and marks stand for. */
const LEET: Readonly<Record<string, string>> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }

function unleet(text: string, one: 'i' | 'l'): string {
  return plain(text).replace(/[013457@$!]/g, (mark) => LEET[mark] ?? one)
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}
