/** The person behind a user: who they are, where they live, and the demographics the service keeps. */
import type { UserInfo } from '#lib/domains/demographics/user-info.ts'
import { ETHNICITIES, GENDER_IDENTITIES, RACES, SEXUAL_ORIENTATIONS } from '#lib/kernel/values.ts'
import { PLACES, type Place } from '#lib/sandbox/data/centers/places.ts'
import type { Random } from './prng.ts'
import { DAY, isoDay } from './time.ts'

/** Given and family names, plain ASCII as labs demand; every combination is invented. */

type Names = readonly [string, ...string[]]

function names(text: string): Names {
  const [first = '', ...rest] = text.trim().split(/\s+/)
  return [first, ...rest]
}

const FEMALE_NAMES = names(`
  Maren Priya Ines Wren Elena Sunniva Amara Lucia Bridget Rosa Aaliyah Abigail Adaeze Aiko Alma Anjali Annika Astrid
  Beatriz Bianca Camila Carmen Chidinma Chloe Clara Daphne Deborah Dolores Eleni Esther Farah Fatima Freya Gabriela
  Grace Hana Harriet Helena Imani Ingrid Irene Isabel Jade Jasmine Joanna Josephine June Kamala Katarina Keiko
  Lakshmi Leila Leticia Lin Lourdes Mabel Magdalena Mariam Marisol Mei Miriam Nadia Naomi Ngozi Noor Nora Olga
  Paloma Petra Phoebe Quyen Rachel Renata Ruth Sabine Salma Saoirse Shanice Simone Sofia Tamika Teresa Thandiwe
  Uma Valentina Vera Winona Xiomara Yasmin Yuki Zainab Zora Anne-Marie Mary-Jo
`)

const MALE_NAMES = names(`
  Theo Jonah Caleb Marcus Felix Osei Aaron Abdul Adrian Ahmed Akira Alejandro Anders Andre Arjun Benjamin Bjorn
  Bradley Carlos Cedric Chen Connor Curtis Dante Darnell Desmond Diego Dmitri Dwight Edgar Eduardo Emeka Enrique
  Ezra Farid Finn Francis Gareth Gustavo Hamza Harold Hassan Hiroshi Hugo Ibrahim Isaac Ivan Jamal Javier Jerome
  Joaquin Kareem Kenji Kwame Lamar Leon Liam Luca Luis Malik Mateo Milan Mohan Nikhil Noah Omar Oscar Pablo Patrick
  Quentin Rafael Raj Reuben Roberto Roman Samuel Santiago Sean Sergei Silas Stefan Tariq Terrence Thomas Tomas
  Tyrone Umar Victor Vikram Walter Wei Xavier Yusuf Zachary Zane Jean-Luc Lee-Roy
`)

const FAMILY_NAMES = names(`
  Okafor Lindqvist Vasquez Abara Moreau Duarte Halloran Brandt Oyelaran Castellanos Nystrom Aubert Thornbury Valdane
  Salonen Adeyemi O'Brien O'Connell O'Hara D'Angelo D'Souza Abbott Abrams Acosta Aguilar Ahmadi Albright Alvarado
  Andersen Aoki Appiah Arroyo Ashworth Ayala Bakshi Barlow Barrera Bauer Begum Bellamy Bergstrom Bhatt Blackwood
  Boateng Bonner Bouchard Brennan Briggs Bui Cabrera Calloway Camacho Carrasco Chandra Chaudhry Cho Choudhury
  Coleman Contreras Cordova Crawford Cruz Dalal Dang Das Delgado Desai Diallo Dombrowski Donnelly Dubois Eastman
  Eberhardt Ekwueme Ellison Escobar Espinoza Fairchild Farouk Ferreira Fitzgerald Fonseca Forsythe Fujimoto
  Galvan Garza Gebre Ghosh Gill Goldberg Goncalves Greer Gupta Gutierrez Haddad Hadley Hakimi Halvorsen Hardin
  Hashimoto Hawthorne Herrera Hinojosa Hoang Holloway Horvath Huang Hussein Ibarra Idowu Ishikawa Iyer Jacobsen
  Jaramillo Jimenez Joshi Kaplan Kapoor Karimi Kaur Keller Khalil Kimura Kirkland Kowalski Kozak Kumar Lachance
  Laurent Leclair Lieberman Lockhart Lombardi Lozano Lundgren MacLeod Magnusson Mahmoud Maldonado Mancini Marchetti
  Matsuda Mbeki McAllister McBride Medina Mehta Mensah Mercado Mikkelsen Mishra Moreno Mukherjee Nakamura Nasser
  Navarro Ndiaye Nguyen Nielsen Novak Nunez Nwosu Oduya Ojeda Okonkwo Olsen Onyango Orozco Osborne Owusu Pacheco
  Padilla Paek Pappas Parekh Park Patel Pereira Petrov Pham Pierce Prescott Qureshi Quintero Rahman Rangel Rao
  Rasmussen Reyes Rinaldi Robles Rosales Rosenthal Roux Saavedra Salazar Sandoval Santana Sato Schaefer Schroeder
  Serrano Shapiro Sharma Sinclair Singh Sorensen Soto Stanton Strickland Suleiman Svensson Takahashi Tanaka
  Thibodeaux Toledo Tran Trevino Trujillo Uchida Ueda Underwood Valencia Vance Vargas Velasco Venkatesh Villanueva
  Vo Voss Wadsworth Wagner Warsame Weaver Whitfield Winslow Wolfe Xiong Yamamoto Yang Yilmaz Zamora Zapata Zhou
`)

export const STREET_NAMES = names(`
  Alder Ashgrove Aspen Birch Bluff Canyon Cedar Chestnut Clinton Cottonwood Cypress Dogwood Elm Fairview Franklin
  Garfield Glenwood Hawthorn Hickory Highland Hillcrest Jefferson Juniper Lakeview Laurel Lincoln Linden Madison
  Magnolia Maple Meadow Mesa Monroe Mulberry Oak Orchard Palmetto Pecan Pine Poplar Prairie Ridge Riverside Sage
  Spruce Stout Summit Sycamore Tejon Valley Walnut Welton Willow
`)

export const STREET_TYPES = names('St Ave Rd Dr Ln Blvd Ct Pl Way Ter')

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

/** The same person for the same random source; phone numbers are in the block reserved for fiction. */
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
