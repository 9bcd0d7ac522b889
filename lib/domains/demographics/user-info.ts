/** Demographics: spec "User info", endpoints 1 and 2. The write schema is also the form's. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { birthDate, openEnum, uuid } from '#lib/kernel/fields.ts'
import { personal } from '#lib/kernel/marks.ts'
import { ETHNICITIES, GENDER_IDENTITIES, RACES, SEXUAL_ORIENTATIONS } from '#lib/kernel/values.ts'

const NAME_CHARACTER = /[A-Za-z0-9.,' -]/u
const NAME_RULE = "Labs accept letters A to Z, digits, - . , ' and single spaces between words."

/** Phones and word processors type these for an apostrophe. */
function straightApostrophes(name: string) {
  return name.replace(/[\u2018\u2019\u02bc\u0060\u00b4]/g, "'")
}

/** Says which character a lab refuses, where it is one that can be seen. */
function nameProblem(name: unknown) {
  const refused = [...String(name)].find((character) => !NAME_CHARACTER.test(character))
  return refused === undefined || /[\p{C}\p{Z}\p{M}]/u.test(refused)
    ? NAME_RULE
    : `“${refused}” can’t be used. ${NAME_RULE}`
}

/** Gap "name rule". Typographic apostrophes become straight ones. */
export const personName = z
  .string()
  .overwrite(straightApostrophes)
  .min(1, 'Enter a name.')
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9.,'-]*(?: [A-Za-z0-9.,'-]+)*$/, { error: ({ input }) => nameProblem(input) })

/** `(602) 555-0143` → `+16025550143`; what is not US input stays as typed, without its marks. */
export function normalisePhone(input: string) {
  const digits = input.replace(/[\s().-]/g, '')
  if (/^\d{10}$/.test(digits)) return `+1${digits}`
  if (/^1\d{10}$/.test(digits)) return `+${digits}`
  return digits
}

/** Groups the digits of a US number for reading: `+1 713 555 0199`; any other stays as it is. */
export function readablePhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3')
}

/** Gap "phone number": E.164 after normalising US input. */
const phoneNumber = z
  .string()
  .overwrite(normalisePhone)
  .regex(/^\+[1-9]\d{6,14}$/, 'Enter a phone number with its country code, or ten US digits.')

/** Gap "address". */
export const userAddress = z.object({
  first_line: z.string().trim().min(1, 'Enter the street and number.').max(200),
  second_line: z.string().trim().max(200).nullish(),
  zip_code: z.string().regex(/^\d{5}(-\d{4})?$/, 'Enter 5 digits, or ZIP+4.'),
  state: z.string().regex(/^[A-Z]{2}$/, 'Enter the two-letter state, such as AZ.'),
  city: z.string().trim().min(1, 'Enter the city.').max(100),
})

/** Gap "medical_proxy"; unknown fields are kept. */
export const medicalProxy = z.looseObject({
  first_name: personName,
  last_name: personName,
  phone_number: phoneNumber,
  address: userAddress,
  relationship: z.string().nullish(),
})

export const userInfoWrite = z.object({
  first_name: personName,
  last_name: personName,
  email: z.email('Enter an email address.'),
  phone_number: phoneNumber,
  gender: z.string().min(1, 'Choose a gender.'),
  dob: birthDate,
  address: userAddress,
  medical_proxy: medicalProxy.nullish(),
  race: openEnum(RACES).nullish(),
  ethnicity: openEnum(ETHNICITIES).nullish(),
  sexual_orientation: openEnum(SEXUAL_ORIENTATIONS).nullish(),
  gender_identity: openEnum(GENDER_IDENTITIES).nullish(),
})
export type UserInfoWrite = z.infer<typeof userInfoWrite>

const addressPart = personal(z.string().nullish())

/** What is read is looser than what may be written: older records need not follow today's rules. */
export const userInfo = z.looseObject({
  first_name: personal(z.string(), 'name'),
  last_name: personal(z.string(), 'name'),
  email: personal(z.string()),
  phone_number: personal(z.string()),
  gender: personal(z.string()),
  dob: personal(z.string()),
  address: z.looseObject({
    first_line: addressPart,
    second_line: addressPart,
    zip_code: addressPart,
    /** In place of `zip_code`, from services that call it so. */
    zip: addressPart,
    state: addressPart,
    city: addressPart,
  }),
  // All of it is the proxy's, whose fields nobody has stated.
  medical_proxy: z.looseObject({}).nullish(),
  race: personal(openEnum(RACES).nullish()),
  ethnicity: personal(openEnum(ETHNICITIES).nullish()),
  sexual_orientation: personal(openEnum(SEXUAL_ORIENTATIONS).nullish()),
  gender_identity: personal(openEnum(GENDER_IDENTITIES).nullish()),
})
export type UserInfo = z.infer<typeof userInfo>

const params = z.object({ user_id: uuid })
const query = z.object({})

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
  success: [200],
  safe: false,
})

export const getLatestUserInfo = endpoint({
  name: 'get_latest_user_info',
  section: '2. Get latest user info',
  method: 'GET',
  path: '/v2/user/{user_id}/info/latest',
  permission: 'demographics:read',
  params,
  query,
  body: null,
  response: userInfo,
  success: [200],
  safe: true,
  closedBeta: true,
})
