/** One normal form for what people type, the same when it is saved and when it is searched. */
import { BORN, readDates } from '#lib/utils/time/typed-dates.ts'

/** Apostrophes of keyboards, word processors and languages; the accents that stand for one; primes. */
const APOSTROPHES = /['`´‘-‛′‵ʹʻ-ʽˈˊˋʼꞌ՚׳＇｀]/gu
/** Hyphens, dashes and minus signs. */
const HYPHENS = /[\p{Dash}⁃˗]/gu
/** Slashes of fractions and of mathematics. */
const SLASHES = /[⁄∕⧸]/gu
/** Controls, formats (zero width, direction, soft hyphens), blank letters and what selects a variant. */
const UNSEEN =
  /[\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]|(?!\s)\p{Cc}/gu
const MARKS = /\p{M}+/gu

/** Letters that Unicode takes for their own and people for another's. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  '×': 'x',
}
const OWN_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')

/** Letters with a mark that are also written as two without one: Müller is Muller and Mueller. */
const TWO_LETTERS: typeof LETTERS = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', đ: 'dj', ð: 'dh' }

/** Returns a function that says one letter in ASCII, in its own case. */
const inAscii = (table: typeof LETTERS) => (letter: string) => {
  const plain = table[letter.toLowerCase()] ?? letter
  return letter === letter.toLowerCase() ? plain : plain.charAt(0).toUpperCase() + plain.slice(1)
}
const inTwoLetters = (text: string) => text.normalize('NFC').replace(/[äöüåøđð]/giu, inAscii(TWO_LETTERS))

/** Digits of every script come in rows of ten. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
}

/** Signs as pages' sources have them, copied or sent on by a program: `O&#39;Brien`, also when it was coded twice. */
const ENTITY =
  /&(?:(?:amp|#38|#x26);)*(?:#(\d{2,7})|#x([\da-f]{2,6})|([a-z])(acute|grave|uml|circ|tilde|cedil|ring)|([a-z]{2,5}));/giu
/** Marks and signs by their names there. */
const ENTITY_SIGNS = new Map(
  "acute \u0301,grave \u0300,uml \u0308,circ \u0302,tilde \u0303,cedil \u0327,ring \u030a,amp &,lt <,gt >,quot \",apos ',lsquo ',rsquo ',nbsp \u00a0,ndash -,mdash -,micro µ"
    .split(',')
    .map((line): [string, string] => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']),
)

function withoutEntities(text: string): string {
  if (!text.includes(';')) return text
  return text.replace(ENTITY, (written: string, ...groups: (string | undefined)[]) => {
    const [decimal, hex, letter, mark, name = ''] = groups
    const sign = ENTITY_SIGNS.get((mark ?? name).toLowerCase())
    if (mark || name) return sign === undefined ? written : `${letter ?? ''}${sign}`
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : written
  })
}

/** Returns a text without what nobody sees, with plain spaces, digits, hyphens and apostrophes; letters and spaces stay as many. */
export function plainName(text: string): string {
  return withoutEntities(text)
    .toWellFormed()
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(/\s/gu, ' ')
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, '-')
    .replace(SLASHES, '/')
    .replace(/[！-～]/gu, (wide) => wide.normalize('NFKC'))
    .replace(/(?![0-9])\p{Nd}/gu, digitOf)
}

/** Returns such a text with single spaces, and none at its ends. */
export const plainSigns = (text: string): string => plainName(text).replace(/ +/g, ' ').trim()

/** Returns a name as labs take it where it can be said so: `Núñez` is `Nunez`, `Øystein` is `Oystein`. */
export function latinLetters(text: string): string {
  return plainSigns(
    plainSigns(text).normalize('NFKD').replace(MARKS, '').replace(new RegExp(OWN_LETTERS, 'giu'), inAscii(LETTERS)),
  )
}

/** Micro before a unit, as Unicode and as people without the letter write it. */
const MICRO = /(?<!\p{L})μ(?=(?:g|l|mol|m|iu|u|kat)(?!\p{L}))/gu
const MICRO_WORD = /^(?:mc|u)(g|l|mol|iu|kat)$/
/** Letters that stand alone in names of markers: `β-hCG`. */
const GREEK: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  κ: 'kappa',
  λ: 'lambda',
}
const GREEK_ALONE = /(?<!\p{L})[αβγδκλ](?!\p{L})/gu
/** Words of ASCII letters and digits with one space between them: most names, and nothing in them to normalize. */
const PLAIN = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/

/** Returns letters and digits of one spelling, in lower case, with `between` from word to word. */
function folded(text: string, between: string): string {
  // Two rounds: some signs are others with a space or a mark, and only their parts are known.
  const letters = plainSigns(text).replaceAll('№', ' ').toLowerCase().normalize('NFKD').replace(MARKS, '').toLowerCase()
  return letters
    .replace(OWN_LETTERS, inAscii(LETTERS))
    .replace(UNSEEN, '')
    .replace(MICRO, 'u')
    .replace(GREEK_ALONE, (sign) => GREEK[sign] ?? sign)
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, '-')
    .replace(/(?<=\p{L})\^(?=\p{L})/gu, between)
    .replace(/['.^-]/gu, '')
    .replace(/(?:(?![@%&])[\s\p{P}\p{Sm}])+/gu, between)
    .trim()
}

/** Returns a text as it is sorted and compared: words of letters and digits in one spelling, a space between them. */
export function searchKey(text: string): string {
  return PLAIN.test(text) ? text.toLowerCase() : folded(text, ' ')
}

/** Returns a reference or a code as it is stored to be found: `Member_10-218` is `member10218`. */
export function compactKey(text: string): string {
  return folded(decoded(text), '')
}

/** Returns a text with the signs that addresses code: `O%27Brien`, `a%2Fb`. */
const decoded = (text: string) =>
  text.replace(/(?:%[\da-f]{2})+/giu, (coded) => {
    try {
      return decodeURIComponent(coded)
    } catch {
      return coded
    }
  })

/** Heads of columns and fields, which people copy with what stands behind them. */
export const LABEL =
  /(?<![\p{L}\p{N}])(?:(?:patient|recipient|member|user|client|customer|order|booking|full|first|last|middle|given|family)(?:[ _'-]?s)?[ _-]?){0,2}(?:name|patient|recipient|member|user|client|order|ids?|no|number|ref(?:erence)?|mrn|surname|attn|to)\.? ?[:=](?=[^/])/giu
/** Titles before a name, and sex, age and pronouns in brackets behind it; no list has them. A title alone is somebody's name. */
const TITLE =
  /(?<![\p{L}\p{N}'-])(?:mrs?|ms|mx|miss|dr|prof)(?:\. ?| )(?=\p{L})|(?<=\p{L}),? (?:m\.d|ph\.d|d\.o|r\.n)\.?$|, (?:md|phd|esq)\.?$| \((?:\d{1,3}(?: ?y\.?o?\.?| years?)?,? ?)?(?:[mf]|(?:fe)?male|(?:he|she|they)(?:\/\w+)*)?\)/giu

/** Suffixes behind a name, or behind its last name; of two orders of one person often only one has it. */
const SUFFIX =
  /(?<=\p{L}\.?)[\s,^(]+(?:([js]r|[js]nr|junior|senior)|i{2,3}|iv|2nd|3rd|4th)\.?\)?(?=[\s,^(]*(?:$|\d)|\s*[,^])/giu
/** Returns what a typed or pasted text asks for, without the words around it. */
function asked(text: string, isPerson = true): string {
  const plain = plainSigns(decoded(text))
  const untitled = plain.replace(LABEL, ' ').replace(TITLE, '')
  // `Angiotensin II` is no person.
  const bare = plainSigns(untitled.replace(SUFFIX, (found, word) => (word || isPerson ? '' : found)))
  return bare === '' ? plain : bare
}

/** Search terms: each list needs one match. An empty list matches nothing. */
export type SearchTerms = readonly (readonly string[])[]

/** All words in any order, each date as keys have it; nothing for a text in which nothing can be seen. */
export function searchTerms(text: string, isPerson = true): SearchTerms {
  const { dates, rest } = readDates(asked(text, isPerson))
  const terms = [
    ...dates.map(({ days, text: written }) => [...days.map(searchKey), searchKey(written)]),
    ...wordsOf(dates.length > 0 ? rest.replace(BORN, ' ') : rest),
  ]
  if (terms.length === 0 && plainSigns(text) !== '') return [[]]
  return [...new Map(terms.map((term) => [term.join('\n'), term])).values()]
}

/** Two letters for ä, ö or ü; not in Michael or Manuel. */
const UMLAUT = /(?<![aeiouyq])[aou]e(?=\p{L})(?![aeiouy]|l(?!\p{L}))/giu

/** Replaces them in words so long that little else begins as one does without them; word by word, since a lookbehind takes the square of the length. */
const umlautsAs = (text: string, by: (pair: string) => string) =>
  text.replace(/\p{L}{6,}/gu, (word) => word.replace(UMLAUT, by))
const inOneLetter = (text: string) => umlautsAs(text, (pair) => pair.charAt(0))

/** Returns up to four words from each on (De La Cruz, Van den Berg) as one, in capitals: only its start is found. */
const joined = (words: readonly string[]) =>
  words.slice(0, -1).map((_, at) => [' ', ...words.slice(at, at + 4)].join('').toUpperCase())

/** Returns a text as it is stored to be found: its key, as written with two letters for one, and without its spaces. */
export function findKey(text: string): string {
  return [...new Set([text, ...(PLAIN.test(text) ? [] : [inTwoLetters(text)])].map(searchKey))]
    .map((key) => [key, ...joined(key.split(' '))].join(''))
    .join('\n')
}

/** St. John is Saint John, Ste. Marie is Sainte Marie; of the former only the start of both words as one is looked for. */
function saintOf(word: string, next: string | undefined): string[] {
  const [, end, whole] = /^s(?:t(e?)|aint(e?))$/.exec(word) ?? []
  if (next === undefined || (end ?? whole) === undefined) return []
  return end === undefined ? [` ST${`${whole}${next}`.toUpperCase()}`] : [`saint${end}`]
}

/** Returns the spellings under which `findKey` may have each word. */
function wordsOf(text: string): string[][] {
  const plain = plainSigns(text)
  const [first = [], ...others] = [plain, inTwoLetters(plain), inOneLetter(plain)].map((form) =>
    searchKey(form).split(' ').filter(Boolean),
  )
  return first.map((word, at) => {
    const [, unit] = MICRO_WORD.exec(word) ?? []
    if (unit !== undefined) return [`u${unit}`, `mc${unit}`]
    const forms = [
      ...new Set([word, ...saintOf(word, first[at + 1]), ...others.map((words) => words[at] ?? [])].flat()),
    ]
    return word.length > 1 && /\p{L}/u.test(word) ? [...forms, ...forms.map((one) => ` ${one.toUpperCase()}`)] : forms
  })
}

/** Returns a search as a service that compares letter by letter most likely has it: a date in ISO, a name in order. */
export function likelySpelling(text: string): string {
  const plain = asked(text)
  const { dates, rest } = readDates(plain)
  const [day, ...others] = dates.flatMap(({ days }) => days)
  if (day !== undefined && others.length === 0 && !/[\p{L}\p{N}]/u.test(rest)) return day
  // Labs write OBRIEN^CURTIS^J.
  const [family, ...given] = plain.split('^').filter(Boolean)
  const inOrder = given.length > 0 ? `${family},${given.join(' ')}` : plain
  const [, last, first] = /^([^,\d]*[^,\d\s]) *, *([^,\d]+)$/.exec(inOrder) ?? []
  return first === undefined ? plain.replace(/^#\s*|,$/g, '') : `${first} ${last}`
}

/** Words before a name, apart, with an apostrophe or as one with it: O Brien, Mac Donald, De La Cruz. */
const PARTICLE = /(?<!\p{L})(o|d(?= )|ma?c|fitz|de|v[ao]n)( ?(?:l[ao]s?|de[nr]))?(?: |(?=\p{L}{4}))(?=\p{L})/giu
/** More would be too many questions for one. */
const MOST_SPELLINGS = 12

/** Returns the spellings under which a service that compares letter by letter may have a search, the likeliest first. */
export function likelySpellings(text: string): string[] {
  const { dates, rest } = readDates(asked(text))
  const [date, ...others] = dates
  if (date && others.length === 0 && !/[\p{L}\p{N}]/u.test(rest)) return date.days
  const likely = likelySpelling(text)
  const plain = latinLetters(likely)
  const apart = plain
    .replace(/(?<=\p{L})['-](?=\p{L})/gu, ' ')
    .replace(PARTICLE, (_, one: string, two = '') => `${one} ${two.trim()} `.replace('  ', ' '))
  const asOne = apart.replace(PARTICLE, (words) => words.replaceAll(' ', ''))
  const elided = apart.replace(/(?<!\p{L})([od]) (?=\p{L})/giu, "$1'")
  const german = umlautsAs(likely, (pair) => `${pair.charAt(0)}\u0308`).replace(
    /ss(?=(?:er?|ner|mann)?(?!\p{L}))/gu,
    'ß',
  )
  const nordic = umlautsAs(likely, (pair) => ({ o: 'ø', O: 'Ø', a: 'æ', A: 'Æ' })[pair.charAt(0)] ?? pair).replace(
    /(?<![aeiou])aa(?=[^\P{L}aeiou])/giu,
    (two) => (two.startsWith('A') ? 'Å' : 'å'),
  )
  const marked = [german.normalize('NFC'), nordic, inOneLetter(likely)]
  const spellings = [likely, plain, latinLetters(inTwoLetters(likely)), ...marked, elided]
    .concat([likely, plain, elided].map((one) => one.replaceAll("'", '’')))
    .concat(apart, asOne, plain.replace(/['-]/g, ''), plain.replaceAll('-', '‑'), plainSigns(text))
  return [...new Set(spellings)].slice(0, MOST_SPELLINGS)
}

export function holds(key: string, terms: SearchTerms): boolean {
  return terms.every((term) => term.some((text) => key.includes(text)))
}

/** Says whether every word of `text` occurs in one of `names` of things, however it is spelled; no text finds everything. */
export function isNamedLike(names: readonly string[], text: string): boolean {
  const terms = searchTerms(text, false)
  if (terms.length === 0) return true
  const keys = names.map(findKey)
  return terms.every((term) => term.some((word) => keys.some((key) => key.includes(word))))
}

/** Returns what the rule makes of some of everything: stores keep it, to learn whether their keys are of today's rule. */
export function keyRule(): string {
  const samples = [
    'Müller O’Brien Anne‑Marie de la Cruz',
    'ØßŁÆı µg mcg 2345–7',
    'ＡＮ (a) #b_c/d,e;f "g" {h} J.R. &#39;&amp;',
    '№1·2~3+4×5^6*7!%2F β-ɓ',
  ]
  return samples.map((text) => `${findKey(text)}|${compactKey(text)}`).join('|')
}
