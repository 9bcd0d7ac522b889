/** Terms by which people are found: those of a record, as the index keeps them hashed, and those of a typed text. Pure. */
import { doubleMetaphone } from 'double-metaphone'
import { z } from 'zod'
import { appointment } from '#lib/domains/bookings/appointment.ts'
import { addressZip } from '#lib/domains/demographics/address-zip.ts'
import type { UserInfo } from '#lib/domains/demographics/user-info.ts'
import { type Order, order } from '#lib/domains/orders/order.ts'
import type { FoundBy, HowFound } from '#lib/domains/users/directory.ts'
import { unwrapped } from '#lib/utils/ids/id-part.ts'
import { emailAddress } from '#lib/utils/text/addresses.ts'
import { compactKey, findKey, plainSigns, searchKey, searchTerms } from '#lib/utils/text/typed-text.ts'
import { BORN, readDates } from '#lib/utils/time/typed-dates.ts'

type Text = string | null | undefined

/** Letters: fewer are the start of too many names. */
const PREFIX = { shortest: 3, longest: 12 }
const LONGEST_NAME = 200
const SHORTEST_CODE = 5

const termOf = (kind: FoundBy | 'prefix' | 'sound', value: string) => `${kind}:${value}`
const termsOf = (kind: FoundBy, values: readonly Text[]) =>
  values.flatMap((value) => (value ? [termOf(kind, value)] : []))

/** Returns how a word sounds, by Double Metaphone; nothing for what is too short to sound like one name. */
function soundsOf(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return []
  return [...new Set(doubleMetaphone(word))].filter((code) => code.length > 1).map((code) => termOf('sound', code))
}

function nameTerms(name: Text): string[] {
  const written = findKey((name ?? '').slice(0, LONGEST_NAME))
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word))
  // Words that were joined are in capitals: De La Cruz is found by Delacruz too.
  const words = written.filter((word) => word === word.toLowerCase())
  const starts = words.flatMap((word) =>
    Array.from({ length: Math.max(0, Math.min(word.length, PREFIX.longest) - PREFIX.shortest + 1) }, (_, more) =>
      termOf('prefix', word.slice(0, PREFIX.shortest + more)),
    ),
  )
  return [
    ...termsOf(
      'name',
      written.map((word) => word.toLowerCase()),
    ),
    ...starts,
    ...words.flatMap(soundsOf),
  ]
}

/** Digits without the country code of the US; null for what is too short to ring. */
function phoneKey(text: Text): string | null {
  const digits = plainSigns(text ?? '')
    .replace(/\D/g, '')
    .replace(/^1(?=\d{10}$)/, '')
  return digits.length >= 7 ? digits : null
}

function phoneTerms(phones: readonly Text[]): string[] {
  const keys = phones.map(phoneKey)
  return [
    ...termsOf('phone', keys),
    ...termsOf(
      'last4',
      keys.map((key) => key?.slice(-4)),
    ),
  ]
}

const day = (date: Text) => date?.slice(0, 10)
const zip = (code: Text) => /^\d{5}/.exec(code ?? '')?.[0]
const proxy = z.object({ phone_number: z.string() })
const text = z.string().nullish()

/** Demographics: the guardian's number finds the patient, too. */
export function infoTerms({ first_name, last_name, email, phone_number, dob, address, medical_proxy }: UserInfo) {
  return unique([
    ...nameTerms(`${first_name} ${last_name}`),
    ...termsOf('email', [emailAddress(email).toLowerCase()]),
    ...phoneTerms([phone_number, proxy.safeParse(medical_proxy).data?.phone_number]),
    ...termsOf('birth', [day(dob)]),
    ...termsOf('zip', [zip(addressZip(address))]),
  ])
}

function orderTerms({ patient_address: to, patient_details, details, sample_id }: Order): string[] {
  const { outbound_tracking_number, inbound_tracking_number } = details.data?.shipment ?? {}
  return unique([
    ...nameTerms(to?.receiver_name),
    ...phoneTerms([to?.phone_number]),
    ...termsOf('birth', [day(patient_details?.dob)]),
    ...termsOf('zip', [zip(to?.zip)]),
    ...termsOf('tracking', [outbound_tracking_number, inbound_tracking_number].map(codeOf)),
    ...termsOf('sample', [codeOf(sample_id)]),
    ...termsOf('visit', [codeOf(text.safeParse(details.data?.appointment_id).data)]),
  ])
}

const codeOf = (code: Text) => compactKey(code ?? '')
const unique = (terms: string[]) => [...new Set(terms)]

export interface IndexedRecord {
  id: string
  user_id: string
  order_id: string | null
  /** Differs when the record has changed. */
  version: string
  terms: () => string[]
}

/** Returns an order or a visit as the index keeps it; null for anything else that an event or an answer is about. */
export function recordOf(data: unknown): IndexedRecord | null {
  const known = order.safeParse(data).data
  if (known) {
    const { id, user_id, updated_at: version } = known
    return { id, user_id, order_id: id, version, terms: () => orderTerms(known) }
  }
  const visit = appointment.safeParse(data).data
  if (!visit?.external_id) return null
  const { id, user_id, order_id, external_id } = visit
  return { id, user_id, order_id, version: external_id, terms: () => termsOf('visit', [id, external_id].map(codeOf)) }
}

/** One way to read a typed text: a record that holds a term of each group is found. */
export interface Plan {
  how: HowFound
  by: FoundBy[]
  groups: string[][]
}

interface Fact {
  by: FoundBy
  terms: string[]
}

const EMAIL = /[^\s<>(),;]+@[^\s<>(),;]+/g
const PHONE = /(?<![\p{L}\d])\+?\(?\d[\d\s()./-]{7,}\d(?!\p{L})/gu
const PARTICLES = /(?<!\p{L})(?:(?:de|del|la|las|los|van|von|der|den|mc|mac|o|d|al|el|st|bin) )+(?=\p{L})/gu

/** Facts that many people share: which of them are known of somebody is what a masked viewer may not try out. */
const SHARED: ReadonlySet<FoundBy> = new Set(['birth', 'zip', 'last4'])
export const isSharedFact = ({ by }: Plan) => by.every((kind) => SHARED.has(kind))

/** Returns the ways to read a text, exact ones first; none for what can name no person. */
export function plansOf(text: string): Plan[] {
  const plain = unwrapped(text)
  const { facts, names } = factsIn(plain)
  const byCode = codePlans(plain)
  if (names === null) return byCode
  if (names === '') return facts.length > 0 ? [planOf('exact', facts, []), ...byCode] : byCode
  const joined = names.replace(PARTICLES, (words) => words.replaceAll(' ', ''))
  const spellings = [...new Set([names, joined])].map(spellingsOf)
  const named = HOW.flatMap((how) => spellings.map((words) => planOf(how, facts, namesIn(words, how))))
  return [...byCode, ...named.filter(({ groups }) => groups.length > 0)]
}

const HOW = ['exact', 'prefix', 'sounds'] as const

const planOf = (how: HowFound, facts: readonly Fact[], names: string[][]): Plan => ({
  how,
  by: [...new Set([...(names.length > 0 ? (['name'] as const) : []), ...facts.map(({ by }) => by)])],
  groups: [...names, ...facts.map(({ terms }) => terms)],
})

/** Reads what isn't a name out of a text; `names` is null where a part of it can be neither. */
function factsIn(text: string): { facts: Fact[]; names: string | null } {
  const facts: Fact[] = []
  const take = (by: FoundBy, values: readonly Text[]) => {
    facts.push({ by, terms: termsOf(by, values) })
    return ' '
  }
  const withoutEmail = text.replace(EMAIL, (found) => take('email', [emailAddress(found).toLowerCase()]))
  const { dates, rest } = readDates(withoutEmail)
  for (const { days } of dates) take('birth', days)
  const numbered = (dates.length > 0 ? rest.replace(BORN, ' ') : rest).replace(PHONE, (found) => {
    const key = phoneKey(found)
    return key && key.length >= 10 ? take('phone', [key]) : found
  })
  const names = numbered.replace(
    /(?<!\S)(?:(\d{5})(?:-\d{4})?|(\d{4}))(?=,?(?!\S))/g,
    (_, five?: string, four?: string) => take(five ? 'zip' : 'last4', [five ?? four]),
  )
  return { facts, names: /\d/.test(names) ? null : searchKey(names) }
}

/** Returns the spellings of each word of a name, as they may be kept. */
const spellingsOf = (names: string) =>
  searchTerms(names).map((forms) => [...new Set(forms.map((form) => form.trim().toLowerCase()))])

function namesIn(words: readonly string[][], how: HowFound): string[][] {
  const groups = words.flatMap((forms): string[][] => {
    const exact = termsOf('name', forms)
    const [shortest = ''] = forms
    if (how === 'exact') return [exact]
    // The beginning of a word that is still being typed says nothing beside others.
    if (shortest.length < PREFIX.shortest) return words.length > 1 ? [] : [exact]
    const starts = forms.map((form) => termOf('prefix', form.slice(0, PREFIX.longest)))
    return [[...exact, ...starts, ...(how === 'sounds' ? forms.flatMap(soundsOf) : [])]]
  })
  return groups
}

/** Parcels, samples and visits go by codes that are read out whole. */
function codePlans(text: string): Plan[] {
  const code = compactKey(text)
  if (code.length < SHORTEST_CODE || !/\d/.test(code) || text.includes('@')) return []
  return (['tracking', 'sample', 'visit'] as const).map((by) =>
    planOf('exact', [{ by, terms: [termOf(by, code)] }], []),
  )
}
