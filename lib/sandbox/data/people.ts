/** The person behind a user: who they are, where they live, and the demographics the service keeps. */
import type { UserInfo } from '#lib/domains/demographics/user-info.ts'
import { ETHNICITIES, GENDER_IDENTITIES, RACES, SEXUAL_ORIENTATIONS } from '#lib/kernel/values.ts'
import { PLACES, type Place } from '#lib/sandbox/data/centers/places.ts'
import { FAMILY_NAMES, FEMALE_NAMES, MALE_NAMES, STREET_NAMES, STREET_TYPES } from './names.ts'
import type { Random } from './prng.ts'
import { DAY, isoDay } from './time.ts'

export interface Person {
  first_name: string
  last_name: string
  gender: string
  dob: string
  minor: boolean
  phone_number: string
  first_line: string
  second_line: string | null
  place: Place
}

const YEAR = 365.25 * DAY
/** One user in nineteen is a child. */
const MINOR_EVERY = 19
const FIRST_MINOR = 7
/** Shares no factor with the number of places, so that a run of users visits every one. */
const PLACE_STEP = 23

const WOMAN = { gender: 'female', names: FEMALE_NAMES } as const
const MAN = { gender: 'male', names: MALE_NAMES } as const

function firstName(random: Random): { first_name: string; gender: string } {
  const { gender, names } = random.chance(0.51) ? WOMAN : MAN
  const first_name = random.pick(names)
  if (random.chance(0.03)) return { first_name, gender: random.pick(['other', 'unknown']) }
  return { first_name, gender }
}

function lastName(random: Random): string {
  const name = random.pick(FAMILY_NAMES)
  if (!random.chance(0.04)) return name
  const second = random.pick(FAMILY_NAMES)
  return second === name ? name : `${name}-${second}`
}

/** Returns a phone number from the block reserved for fiction, 555-0100 to 555-0199. */
function phoneIn(place: Place, random: Random): string {
  return `+1${place.area}55501${random.digits(2)}`
}

function streetLine(random: Random): string {
  const side = random.chance(0.2) ? `${random.pick(['N', 'S', 'E', 'W'])} ` : ''
  return `${random.int(100, 9899)} ${side}${random.pick(STREET_NAMES)} ${random.pick(STREET_TYPES)}`
}

function unitLine(random: Random): string | null {
  if (!random.chance(0.3)) return null
  return random.chance(0.7) ? `Apt ${random.int(1, 48)}` : `Unit ${random.int(1, 12)}${random.pick(['A', 'B', 'C'])}`
}

function ageInYears(minor: boolean, random: Random): number {
  return minor ? random.between(12, 17.9) : 18.1 + 72 * random.unit() ** 1.25
}

/**
 * Returns the sample person at `index`, the same for the same random source; `today` is in milliseconds since 1970.
 * Phone numbers are in the block reserved for fiction.
 */
export function makePerson(index: number, today: number, random: Random): Person {
  const [fallback] = PLACES
  const place = PLACES[(index * PLACE_STEP) % PLACES.length] ?? fallback
  if (!place) throw new Error('the list of places is empty')
  const minor = index % MINOR_EVERY === FIRST_MINOR
  return {
    ...firstName(random),
    last_name: lastName(random),
    dob: isoDay(today - ageInYears(minor, random) * YEAR),
    minor,
    phone_number: phoneIn(place, random),
    first_line: streetLine(random),
    second_line: unitLine(random),
    place,
  }
}

/** Another adult of the household: takes in parcels and answers for children. */
export function makeRelative(person: Person, random: Random): { first_name: string; last_name: string } {
  const { first_name } = firstName(random)
  return { first_name, last_name: random.chance(0.7) ? person.last_name : lastName(random) }
}

function maybe<T>(list: readonly [T, ...T[]], random: Random): T | null {
  return random.chance(0.6) ? random.pick(list) : null
}

function addressOf({ first_line, second_line, place }: Person, zipSuffix: string) {
  return { first_line, second_line, zip_code: `${place.zip}${zipSuffix}`, state: place.state, city: place.city }
}

/** `number` sets apart the email addresses of people with the same name. */
export function makeInfo(person: Person, number: number, random: Random): UserInfo {
  const { first_name, last_name, phone_number, gender, dob } = person
  const letters = `${first_name}.${last_name}`.toLowerCase().replace(/[^a-z.]/g, '')
  const guarded = person.minor || random.chance(0.02)
  return {
    first_name,
    last_name,
    email: `${letters}.${number}@${random.pick(['mail.example', 'post.example', 'example.com', 'example.org'])}`,
    phone_number,
    gender,
    dob,
    address: addressOf(person, random.chance(0.1) ? `-${random.digits(4)}` : ''),
    medical_proxy: guarded
      ? {
          ...makeRelative(person, random),
          phone_number: phoneIn(person.place, random),
          address: addressOf(person, ''),
          relationship: person.minor ? 'parent' : random.pick(['spouse', 'child', 'sibling']),
        }
      : null,
    race: maybe(RACES, random),
    ethnicity: maybe(ETHNICITIES, random),
    sexual_orientation: person.minor ? null : maybe(SEXUAL_ORIENTATIONS, random),
    gender_identity: person.minor ? null : genderIdentity(gender, random),
  }
}

/** Mostly as the gender on file, now and then any other of the set. */
function genderIdentity(gender: string, random: Random): string | null {
  if (!random.chance(0.6)) return null
  return random.chance(0.95) && /^(fe)?male$/.test(gender) ? gender : random.pick(GENDER_IDENTITIES)
}
