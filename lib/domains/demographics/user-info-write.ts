/** Demographics as they are written: spec "User info", endpoint 1. The schema is also the form's. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { birthDate, openEnum } from '#lib/kernel/fields.ts'
import { recordTag } from '#lib/kernel/record-tag.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'
import { ETHNICITIES, GENDER_IDENTITIES, RACES, SEXUAL_ORIENTATIONS } from '#lib/kernel/values.ts'
import { emailProblem, isState, STATE_RULE, zipProblem } from '#lib/utils/text/addresses.ts'
import { isMisread } from '#lib/utils/text/invisible.ts'
import { latinLetters } from '#lib/utils/text/typed-text.ts'
import { readPhone } from './phone.ts'
import { params, query, userInfo } from './user-info.ts'

const NAME_CHARACTER = /[A-Za-z0-9.,' -]/u
const NAME_RULE = "Labs accept letters A to Z, digits, - . , ' and single spaces between words."

/** Says which character a lab refuses, where it is one that can be seen, and what to write for it. */
function nameProblem(name: unknown) {
  const text = String(name)
  const refused = [...text].find((character) => !NAME_CHARACTER.test(character))
  if (/^ | $/.test(text)) return `Remove the space at the ${text.startsWith(' ') ? 'beginning' : 'end'}. ${NAME_RULE}`
  if (/^[.,'-]/.test(text)) return `A name begins with a letter or a digit, not with ${text[0]}. ${NAME_RULE}`
  if (isMisread(text))
    return `Some letters were lost: another program read them in another encoding. Type the name. ${NAME_RULE}`
  if (refused === undefined || /[\p{C}\p{Z}\p{M}]/u.test(refused)) return NAME_RULE
  const plain = acceptedName(text)
  return plain ? `Labs don’t accept “${refused}”. Use “${plain}”.` : `Labs don’t accept “${refused}”. ${NAME_RULE}`
}

/** Returns a name in the letters that labs accept, such as “Jose” for “José”; null where it can’t be written so. */
export function acceptedName(name: string): string | null {
  const plain = latinLetters(name)
  return !isMisread(name) && plain !== name && plain.length <= NAME_LENGTH && NAME.test(plain) ? plain : null
}

const NAME_LENGTH = 100
const NAME = /^[A-Za-z0-9][A-Za-z0-9.,'-]*(?: [A-Za-z0-9.,'-]+)*$/

/** Gap "name rule". Signs that word processors and phones type become plain ones. */
export const personName = z
  .string()
  .overwrite(TEXT_FIELDS.name.clean)
  .min(1, { error: 'Enter a name.', abort: true })
  .max(NAME_LENGTH, 'Use at most 100 characters.')
  .regex(NAME, { error: ({ input }) => nameProblem(input) })

const phoneProblem = ({ input }: { input?: unknown }) => readPhone(String(input)).problem ?? ''

/** Gap "phone number": E.164. */
const phoneNumber = z
  .string()
  .overwrite((typed) => readPhone(typed).phone ?? typed)
  .regex(/^\+[1-9]\d{6,14}$/, { error: phoneProblem, abort: true })
  .refine((typed) => readPhone(typed).phone === typed, { error: phoneProblem })

/** A letter or a digit: an address of signs that nobody sees, or of dashes alone, is none. */
const SEEN = /[\p{L}\p{N}]/u
const LONG_LINE = 'Use at most 200 characters.'

/** Gap "address". */
export const userAddress = z.object({
  first_line: z
    .string()
    .overwrite(TEXT_FIELDS.street.clean)
    .regex(SEEN, 'Enter the street and number.')
    .max(200, LONG_LINE),
  second_line: z.string().overwrite(TEXT_FIELDS.street.clean).max(200, LONG_LINE).nullish(),
  zip_code: z
    .string()
    .overwrite(TEXT_FIELDS.zip.clean)
    .regex(/^\d{5}(-\d{4})?$/, { error: ({ input }) => zipProblem(input) }),
  state: z
    .string()
    .overwrite(TEXT_FIELDS.state.clean)
    .regex(/^[A-Z]{2}$/, { error: STATE_RULE, abort: true })
    .refine(isState, STATE_RULE),
  city: z
    .string()
    .overwrite(TEXT_FIELDS.city.clean)
    .regex(SEEN, 'Enter the city.')
    .max(NAME_LENGTH, 'Use at most 100 characters.'),
})

/** Gap "medical_proxy"; unknown fields are kept. */
export const medicalProxy = z.looseObject({
  first_name: personName,
  last_name: personName,
  phone_number: phoneNumber,
  address: userAddress,
  relationship: z.string().overwrite(TEXT_FIELDS.signs.clean).nullish(),
})

export const userInfoWrite = z.object({
  first_name: personName,
  last_name: personName,
  email: z
    .string()
    .overwrite(TEXT_FIELDS.email.clean)
    .check(z.email({ error: ({ input }) => emailProblem(input) })),
  phone_number: phoneNumber,
  gender: z.string().overwrite(TEXT_FIELDS.signs.clean).min(1, 'Choose a gender.'),
  dob: birthDate,
  address: userAddress,
  medical_proxy: medicalProxy.nullish(),
  race: openEnum(RACES).nullish(),
  ethnicity: openEnum(ETHNICITIES).nullish(),
  sexual_orientation: openEnum(SEXUAL_ORIENTATIONS).nullish(),
  gender_identity: openEnum(GENDER_IDENTITIES).nullish(),
})
export type UserInfoWrite = z.infer<typeof userInfoWrite>

export const updateUserInfo = endpoint({
  name: 'update_user_info',
  section: '1. Update user info',
  method: 'PATCH',
  path: '/v2/user/{user_id}/info',
  permission: 'demographics:write',
  params,
  query,
  body: userInfoWrite,
  response: userInfo,
})

/** Returns the tag of a record as the service returns it, by the fields that a save replaces; null where there is none. */
export function seenInfoTag(info: Readonly<Record<string, unknown>> | null): string {
  return recordTag(info && Object.fromEntries(Object.keys(userInfoWrite.shape).map((name) => [name, info[name]])))
}
