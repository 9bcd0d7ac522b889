/** Demographics as they are read: spec "User info", endpoint 2. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { digitsAsDay, emptyAsNone, isoDate, looseText, looseZip, openEnum, uuid } from '#lib/kernel/fields.ts'
import { personal } from '#lib/kernel/marks.ts'
import { ETHNICITIES, GENDER_IDENTITIES, RACES, SEXUAL_ORIENTATIONS } from '#lib/kernel/values.ts'

/** Groups the digits of a US number for reading: `+1 713 555 0199`; any other stays as it is. */
export function readablePhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3')
}

const addressPart = personal(looseText)
/** None is an empty text, as it is in a form: a record without an email address is shown and changed as any other. */
const field = z.preprocess((value) => (typeof value === 'number' ? String(value) : (value ?? '')), z.string())

/** Responses are looser than requests: older records may break today's rules. */
export const userInfo = z.looseObject({
  first_name: personal(field, 'name'),
  last_name: personal(field, 'name'),
  email: personal(field),
  phone_number: personal(field),
  gender: personal(field),
  dob: personal(digitsAsDay(field)),
  address: z.looseObject({
    first_line: addressPart,
    second_line: addressPart,
    zip_code: personal(looseZip),
    /** In place of `zip_code`, from services that call it so. */
    zip: personal(looseZip),
    state: addressPart,
    city: addressPart,
  }),
  // All of it is the proxy's, whose fields nobody has stated.
  medical_proxy: z.looseObject({}).nullish(),
  race: personal(emptyAsNone(openEnum(RACES))),
  ethnicity: personal(emptyAsNone(openEnum(ETHNICITIES))),
  sexual_orientation: personal(emptyAsNone(openEnum(SEXUAL_ORIENTATIONS))),
  gender_identity: personal(emptyAsNone(openEnum(GENDER_IDENTITIES))),
})
export type UserInfo = z.infer<typeof userInfo>

export const params = z.object({ user_id: uuid })
export const query = z.object({})

export const getLatestUserInfo = endpoint({
  name: 'get_latest_user_info',
  section: '2. Get latest user info',
  path: '/v2/user/{user_id}/info/latest',
  permission: 'demographics:read',
  params,
  query,
  response: userInfo,
  closedBeta: true,
})

/** Returns the first of some birth dates that is one; else the first that there is. */
export const knownBirth = (dates: readonly (string | null | undefined)[]): string | null =>
  dates.find((date) => isoDate.safeParse(date?.slice(0, 10)).success) || dates.find(Boolean) || null

/** Returns the whole years between two calendar days (`YYYY-MM-DD`); null for what is no day. */
export function ageOn(birth: string, today: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/
  const [born, now] = [parts.exec(birth), parts.exec(today)]
  if (!(born && now)) return null
  const years = Number(now[1]) - Number(born[1])
  const age = `${now[2]}-${now[3]}` < `${born[2]}-${born[3]}` ? years - 1 : years
  return age >= 0 && age < 150 ? age : null
}
