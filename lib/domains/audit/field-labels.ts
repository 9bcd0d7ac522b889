/** Fields that a change names, in words. A field without any is shown by its name. */

const WORDS: Readonly<Record<string, string>> = {
  first_name: 'the first name',
  last_name: 'the last name',
  email: 'the email address',
  phone_number: 'the phone number',
  gender: 'the gender',
  dob: 'the birth date',
  address: 'the address',
  medical_proxy: 'the medical proxy',
  race: 'the race',
  ethnicity: 'the ethnicity',
  sexual_orientation: 'the sexual orientation',
  gender_identity: 'the gender identity',
  client_user_id: 'the reference',
  fallback_time_zone: 'the time zone',
  fallback_birth_date: 'the fallback birth date',
  ingestion_start: 'the start of ingestion',
  ingestion_end: 'the end of ingestion',
  name: 'the name',
  shared: 'the sharing',
  filter: 'the filters',
  look: 'the columns',
  role: 'the role',
  environments: 'the environments',
  disabled: 'the access',
}

const PARTS: Readonly<Record<string, string>> = {
  first_line: 'street',
  second_line: 'second line',
  zip_code: 'ZIP code',
  state: 'state',
  city: 'city',
}

/** Fields that a sentence names before it only counts them. */
const NAMED = 4

const spaced = (name: string) => name.replaceAll('_', ' ')

/** Returns one field in words: `address.zip_code` → `Address: ZIP code`. */
export function fieldLabel(path: string): string {
  const [first = '', ...rest] = path.split('.')
  const words = (WORDS[first] ?? spaced(first)).replace(/^the /, '')
  const part = rest.map((name) => PARTS[name] ?? (WORDS[name] ?? spaced(name)).replace(/^the /, '')).join(', ')
  const label = part ? `${words}: ${part}` : words
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** Returns fields as the object of a sentence, an address as a whole: `the phone number and the address`, `7 fields`. */
export function fieldPhrase(paths: readonly string[]): string {
  const things = [...new Set(paths.map((path) => path.split('.', 1)[0] ?? path))]
  if (things.length > NAMED) return `${things.length} fields`
  const words = things.map((name) => WORDS[name] ?? `the ${spaced(name)}`)
  const last = words.at(-1) ?? 'nothing'
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last
}
