/** Partners whom an environment calls for what the API can't do, and what is known of sources that end or change: one record. */
import { z } from 'zod'
import { providerSlug } from '#lib/domains/connections/connection.ts'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDate, isoDateTime, typedName, uuid } from '#lib/kernel/fields.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'
import { byCodePoint } from '#lib/utils/text/code-points.ts'
import { plainSigns } from '#lib/utils/text/typed-text.ts'

export const PARTNER_KINDS = ['lab', 'carrier', 'draw_provider', 'service_support'] as const
export type PartnerKind = (typeof PARTNER_KINDS)[number]
export const PARTNER_LABELS: Readonly<Record<PartnerKind, string>> = {
  lab: 'Lab',
  carrier: 'Carrier',
  draw_provider: 'Draw provider',
  service_support: 'Service support',
}

export const SOURCE_CHANGES = ['ends', 'changes'] as const
export const SOURCE_CHANGE_LABELS: Readonly<Record<(typeof SOURCE_CHANGES)[number], string>> = {
  ends: 'Ends',
  changes: 'Changes',
}

const MAX_PARTNERS = 100
const MAX_SOURCE_CHANGES = 50
const MAX_REQUEST_DAYS = 365
/** Days in which a request of a person about their data is due, unless somebody has set others. */
export const DEFAULT_REQUEST_DAYS = 30
export const PARTNER_NOTE_MAX = 500

const freeText = z
  .string()
  .overwrite(TEXT_FIELDS.note.clean)
  .max(PARTNER_NOTE_MAX, `Use at most ${PARTNER_NOTE_MAX} characters.`)
const shortText = z.string().overwrite(plainSigns).max(120, 'Use at most 120 characters.')
/** Digits as people write them: a short number, and one with an extension, are numbers of companies too. */
const PHONE = /^\+?[\d\s()./-]{3,30}(?:\s*(?:ext\.?|x)\s*\d{1,6})?$/i

export const partner = z
  .object({
    id: uuid,
    kind: z.enum(PARTNER_KINDS, 'Choose who it is.'),
    name: typedName.pipe(z.string().min(1, 'Enter a name.').max(120, 'Use at most 120 characters.')),
    phone_number: shortText.refine(
      (text) => text === '' || PHONE.test(text),
      'Enter a phone number, such as (602) 555-0143.',
    ),
    hours: shortText,
    email: z.union(
      [z.literal(''), z.string().overwrite(TEXT_FIELDS.email.clean).pipe(z.email('Enter an email address.').max(254))],
      'Enter an email address.',
    ),
    /** How to cancel or move what they do; printed for patients. */
    how_to_cancel: freeText.default(''),
    /** For colleagues, and on no sheet for patients. */
    note: freeText,
  })
  .refine(({ phone_number, email }) => phone_number !== '' || email !== '', {
    path: ['phone_number'],
    message: 'Enter a phone number or an email address.',
  })
export type Partner = z.output<typeof partner>

export const sourceChange = z.object({
  id: uuid,
  provider: z.string().min(1, 'Choose a source.').pipe(providerSlug.max(64)),
  change: z.enum(SOURCE_CHANGES, 'Choose what happens.'),
  /** The calendar day on which it happens, in no zone. */
  day: isoDate,
  note: freeText,
})
export type SourceChange = z.output<typeof sourceChange>

const DAYS = `Use whole days, 1 to ${MAX_REQUEST_DAYS}.`
export const requestDays = z.int(DAYS).min(1, DAYS).max(MAX_REQUEST_DAYS, DAYS)

const entries = {
  partners: z.array(partner).max(MAX_PARTNERS, `Keep at most ${MAX_PARTNERS} contacts.`),
  source_changes: z.array(sourceChange).max(MAX_SOURCE_CHANGES, `Keep at most ${MAX_SOURCE_CHANGES} changes.`),
  request_days: requestDays,
}
export const bookEntries = z.object(entries)
export type BookEntries = z.output<typeof bookEntries>

const contactBook = bookEntries.extend({
  /** Grows with every change; 0 where nobody has made one. */
  version: z.int().min(0),
  changed_at: isoDateTime.nullable(),
  /** By the name they had then. */
  changed_by: z.string().nullable(),
})
export type ContactBook = z.output<typeof contactBook>

/** For everyone who may see users: a caller is told who helps them. */
export const getContactBook = endpoint({
  name: 'get_contact_book',
  path: '/settings/{environment}/contacts',
  permission: 'users:read',
  params: inEnvironment,
  response: contactBook,
})

/** All of it at once; 409 where somebody has changed it since `version`, and nothing is kept. */
export const changeContactBook = endpoint({
  name: 'change_contact_book',
  method: 'PATCH',
  path: '/settings/{environment}/contacts',
  permission: 'staff:manage',
  params: inEnvironment,
  body: z.object({ ...entries, version: z.int().min(0) }),
  response: contactBook,
})

const plain = (name: string) => plainSigns(name).toLowerCase()

/** Returns the contact of this kind that has this very name; undefined where none is set. Pure. */
export function partnerNamed(partners: readonly Partner[], kind: PartnerKind, name: string | null | undefined) {
  return name ? partners.find((one) => one.kind === kind && plain(one.name) === plain(name)) : undefined
}

/**
 * Returns whom to call, kind by kind in the given order: of a kind those that `names` name, such as the carrier of the
 * parcel; all of the kind where none of them is named. Pure.
 */
export function partnersFor(
  { partners }: Pick<ContactBook, 'partners'>,
  kinds: readonly PartnerKind[],
  names: readonly (string | null | undefined)[] = [],
): Partner[] {
  const wanted = new Set(names.flatMap((name) => (name ? [plain(name)] : [])))
  return kinds.flatMap((kind) => {
    const all = partners.filter((one) => one.kind === kind)
    const named = all.filter(({ name }) => wanted.has(plain(name)))
    return named.length > 0 ? named : all
  })
}

/** Returns what a phone dials: digits, a plus before them and an extension after a pause. Pure. */
export function dialed(phone_number: string): string {
  const [number = '', extension] = phone_number.split(/ext\.?|x/i)
  const digits = number.replace(/[^\d+]/g, '')
  return extension === undefined ? digits : `${digits},${extension.replace(/\D/g, '')}`
}

/** Returns what is known of a source, the nearest day first; `isOver` for a day before today. Pure. */
export function changesOf({ source_changes }: Pick<ContactBook, 'source_changes'>, slug: string, today: string) {
  return source_changes
    .filter(({ provider }) => provider === slug)
    .toSorted((a, b) => byCodePoint(a.day, b.day))
    .map((one) => ({ ...one, isOver: one.day < today }))
}

const TENSES = { ends: ['ends', 'ended'], changes: ['changes', 'changed'] } as const

/** "Ostrel Glucose ends Dec 31, 2026" */
export function changeWords(
  { change, isOver }: { change: SourceChange['change']; isOver: boolean },
  name: string,
  day: string,
) {
  return `${name} ${TENSES[change][isOver ? 1 : 0]} ${day}`
}
