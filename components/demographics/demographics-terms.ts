import { fieldAt } from '#lib/kernel/client/field-errors.ts'
import { ETHNICITIES, GENDER_IDENTITIES, GENDERS, RACES, SEXUAL_ORIENTATIONS } from '#lib/kernel/values.ts'
import { US_STATES } from '#lib/utils/text/addresses.ts'
import { midSentence, sentenceCase } from '#lib/utils/text/counts.ts'

interface Option {
  value: string
  label: string
}

const WORDS: Readonly<Record<string, string>> = {
  african_american_or_black: 'African American or Black',
  indigenous_native_american_alaska_native: 'Indigenous, Native American or Alaska Native',
  pacific_islander_or_hawaiian: 'Pacific Islander or Hawaiian',
  white_caucasian: 'White or Caucasian',
  non_hispanic: 'Non-Hispanic',
  ashkenazi_jewish: 'Ashkenazi Jewish',
  lesbian_gay_or_homosexual: 'Lesbian, gay or homosexual',
  heterosexual_or_straight: 'Heterosexual or straight',
  dont_know: 'Doesn’t know',
  female_to_male_ftm_transgender_male_trans_man: 'Transgender man (female to male)',
  male_to_female_mtf_transgender_female_trans_woman: 'Transgender woman (male to female)',
}

function options(values: readonly string[]): readonly Option[] {
  return values.map((value) => ({ value, label: WORDS[value] ?? sentenceCase(value) }))
}

export const GENDER_OPTIONS = options(GENDERS)

/** A value that the list does not hold is kept as it is (spec, "Versioning" 2). */
export const CHOICES = {
  race: { label: 'Race', options: options(RACES) },
  ethnicity: { label: 'Ethnicity', options: options(ETHNICITIES) },
  sexual_orientation: { label: 'Sexual orientation', options: options(SEXUAL_ORIENTATIONS) },
  gender_identity: { label: 'Gender identity', options: options(GENDER_IDENTITIES) },
} as const

export const NOT_RECORDED = 'Prefer not to record'

const ADDRESS = [
  ['first_line', 'Street and number'],
  ['second_line', 'Apartment, unit'],
  ['city', 'City'],
  ['state', 'State'],
  ['zip_code', 'ZIP'],
] as const

type AddressPath<P extends string> = `${P}.${(typeof ADDRESS)[number][0]}`

/** Every text of the form, in the order in which it stands there. */
export type InfoPath =
  | 'first_name'
  | 'last_name'
  | 'dob'
  | 'gender'
  | 'email'
  | 'phone_number'
  | AddressPath<'address'>
  | keyof typeof CHOICES
  | `medical_proxy.${'first_name' | 'last_name' | 'relationship' | 'phone_number'}`
  | AddressPath<'medical_proxy.address'>

export interface InfoField {
  path: InfoPath
  label: string
}

export const PROXY_PREFIX = 'Medical proxy: '

export const INFO_FIELDS: readonly InfoField[] = [
  { path: 'first_name', label: 'First name' },
  { path: 'last_name', label: 'Last name' },
  { path: 'dob', label: 'Birth date' },
  { path: 'gender', label: 'Gender' },
  { path: 'email', label: 'Email' },
  { path: 'phone_number', label: 'Phone' },
  ...ADDRESS.map(([name, label]): InfoField => ({ path: `address.${name}`, label })),
  { path: 'race', label: CHOICES.race.label },
  { path: 'ethnicity', label: CHOICES.ethnicity.label },
  { path: 'sexual_orientation', label: CHOICES.sexual_orientation.label },
  { path: 'gender_identity', label: CHOICES.gender_identity.label },
  { path: 'medical_proxy.first_name', label: `${PROXY_PREFIX}first name` },
  { path: 'medical_proxy.last_name', label: `${PROXY_PREFIX}last name` },
  { path: 'medical_proxy.relationship', label: `${PROXY_PREFIX}relationship` },
  { path: 'medical_proxy.phone_number', label: `${PROXY_PREFIX}phone` },
  ...ADDRESS.map(
    ([name, label]): InfoField => ({
      path: `medical_proxy.address.${name}`,
      label: `${PROXY_PREFIX}${midSentence(label)}`,
    }),
  ),
]

const PATHS = INFO_FIELDS.map(({ path }) => path)

/** Returns the field for a path of the body, in which some services call the ZIP `zip`; null for none. */
export const infoFieldOf = (path: string) => fieldAt(path.replace(/\.zip$/, '.zip_code'), PATHS)

/** A value of a field, in words; empty where nothing is recorded. */
export function infoLabel(path: InfoPath, value: string): string {
  const list = path === 'gender' ? GENDER_OPTIONS : Object.entries(CHOICES).find(([name]) => name === path)?.[1].options
  const known = list?.find((option) => option.value === value)
  if (known) return known.label
  if (path.endsWith('.state')) return US_STATES.find((state) => state.value === value)?.label ?? value
  return value
}
