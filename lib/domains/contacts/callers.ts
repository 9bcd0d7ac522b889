/** Verifying a caller: what they say is compared on the server, and only whether all of it fits comes back. */
import { z } from 'zod'
import { addressZip } from '#lib/domains/demographics/address-zip.ts'
import type { UserInfo } from '#lib/domains/demographics/user-info.ts'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { birthDate, isoDateTime, typedBirthDate, uuid } from '#lib/kernel/fields.ts'
import { userId } from '#lib/kernel/marks.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'
import { plainSigns } from '#lib/utils/text/typed-text.ts'
import { HOUR, MINUTE } from '#lib/utils/time/durations.ts'

export const CALLER_FACTS = ['dob', 'zip_code', 'phone_number', 'house_number'] as const
export type CallerFact = (typeof CALLER_FACTS)[number]
export const FACT_LABELS: Readonly<Record<CallerFact, string>> = {
  dob: 'Birth date',
  zip_code: 'ZIP code',
  phone_number: 'Phone',
  house_number: 'House number',
}

/** Stands beside the facts in the audit log where all of them fit. */
export const CALLER_VERIFIED = 'outcome.verified'

/** Facts that a caller must know at least. */
const FEWEST = 2
export const VERIFIED_FOR_MS = 15 * MINUTE
/** Failed checks of one member of staff within `window_ms`: about one person, and about anybody. */
export const CALLER_LIMITS = { perPerson: 3, perStaff: 15, window_ms: HOUR } as const

const phoneDigits = (phone: string) => phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
const HOUSE_NUMBER = /^#?\s*(\d+[a-z]?(?:[-/]\d+[a-z]?)?)(?=[\s,.]|$)/i
const houseNumber = (street: string) => HOUSE_NUMBER.exec(plainSigns(street))?.[1]?.toLowerCase()

const said = {
  dob: z.string().overwrite(typedBirthDate).pipe(birthDate),
  zip_code: z
    .string()
    .overwrite(TEXT_FIELDS.zip.clean)
    .regex(/^\d{5}(?:-\d{4})?$/, 'Enter the ZIP code’s 5 digits.'),
  phone_number: z
    .string()
    .overwrite(plainSigns)
    .max(40)
    .refine((phone) => phoneDigits(phone).length >= 10, 'Enter the whole number, with its area code.'),
  house_number: z
    .string()
    .overwrite(plainSigns)
    .max(20)
    .refine((number) => houseNumber(number) === number.toLowerCase(), 'Enter the number alone, such as 418.'),
} as const satisfies Record<CallerFact, z.ZodType>

export const callerFacts = z
  .object(said)
  .partial()
  .superRefine((facts, context) => {
    const [missing] = CALLER_FACTS.filter((fact) => facts[fact] === undefined)
    if (missing === undefined || factsIn(facts).length >= FEWEST) return
    context.addIssue({ code: 'custom', path: [missing], message: 'Enter at least two of these.' })
  })
export type CallerFacts = z.infer<typeof callerFacts>

export const factsIn = (facts: CallerFacts) => CALLER_FACTS.filter((fact) => facts[fact] !== undefined)

/** Returns the values on file that a fact may equal, in one form; a guardian may give their own phone number. */
function onFile(info: UserInfo, fact: CallerFact): (string | undefined)[] {
  const { dob, phone_number, medical_proxy: proxy, address } = info
  if (fact === 'dob') return [dob.slice(0, 10)]
  if (fact === 'zip_code') return [addressZip(address)?.slice(0, 5)]
  if (fact === 'house_number') return [houseNumber(address.first_line ?? '')]
  return [phone_number, proxy?.['phone_number']].map((phone) => phoneDigits(typeof phone === 'string' ? phone : ''))
}

const IN_ONE_FORM: Readonly<Record<CallerFact, (text: string) => string>> = {
  dob: (day) => day,
  zip_code: (zip) => zip.slice(0, 5),
  phone_number: phoneDigits,
  house_number: (number) => number.toLowerCase(),
}

/** Returns whether a caller knew enough and all of it is on file; every fact is compared, whatever the first one says. Pure. */
export function isVerified(facts: CallerFacts, info: UserInfo | null): boolean {
  const given = factsIn(facts)
  const fits = given.filter(
    (fact) => info !== null && onFile(info, fact).includes(IN_ONE_FORM[fact](facts[fact] ?? '')),
  )
  return given.length >= FEWEST && fits.length === given.length
}

/** The viewer’s newest check; both times are null where it failed, in any session but its own, and before the first. */
const callerCheck = z.object({
  user_id: userId,
  verified_at: isoDateTime.nullable(),
  verified_until: isoDateTime.nullable(),
  /** Facts that were compared; none unless the caller is verified. */
  facts: z.array(z.enum(CALLER_FACTS)),
  /** Failed checks of this person that are left to the viewer for now. */
  attempts_left: z.int().min(0),
})
export type CallerCheck = z.infer<typeof callerCheck>

const ofUser = inEnvironment.extend({ user_id: uuid })

export const getCallerCheck = endpoint({
  name: 'get_caller_check',
  path: '/callers/{environment}/{user_id}',
  permission: 'contacts:write',
  params: ofUser,
  response: callerCheck,
})

/**
 * Compares what a caller says with demographics. The answer has one form whatever was wrong or isn't on file. For 15
 * minutes after a success answers about this user alone aren't masked for this session. 429 after a few failed checks; a
 * check whose result can't be saved has no result.
 */
export const verifyCaller = endpoint({
  name: 'verify_caller',
  method: 'POST',
  path: '/callers/{environment}/{user_id}',
  permission: 'contacts:write',
  params: ofUser,
  body: callerFacts,
  response: callerCheck,
})
