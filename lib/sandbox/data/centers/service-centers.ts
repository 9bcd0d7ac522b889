/** The service centers of each lab, all invented, at real ZIP codes: the same at every call. */
import type { ServiceCenter } from '#lib/domains/service-centers/service-center.ts'
import { PSC_CAPABILITIES } from '#lib/kernel/values.ts'
import { LABS } from '#lib/sandbox/data/labs.ts'
import { STREET_NAMES, STREET_TYPES } from '#lib/sandbox/data/people.ts'
import { Random } from '#lib/sandbox/data/prng.ts'
import { centroidOf } from '#lib/utils/data/zip-codes.ts'
import { PLACES, type Place } from './places.ts'

/** By ZIP of a large place: ZIP, area code and town of the same state, for what a search of 50 miles finds. */
const TOWNS: Readonly<Record<string, readonly string[]>> = {
  '02108': ['02139 617 Cambridge', '02169 617 Quincy', '01608 508 Worcester'],
  '06103': ['06010 860 Bristol', '06511 203 New Haven'],
  '07102': ['07030 201 Hoboken', '07302 201 Jersey City', '07501 973 Paterson', '07601 201 Hackensack'],
  '10001': [
    '10301 718 Staten Island',
    '10451 718 Bronx',
    '10601 914 White Plains',
    '10701 914 Yonkers',
    '11101 718 Long Island City',
    '11354 718 Flushing',
    '11432 718 Jamaica',
    '11550 516 Hempstead',
  ],
  '19103': ['19401 610 Norristown'],
  '21201': ['20910 301 Silver Spring', '21401 410 Annapolis'],
  '30303': ['30030 404 Decatur', '30060 770 Marietta'],
  '33130': ['33301 954 Fort Lauderdale'],
  '33602': ['33701 727 Saint Petersburg', '33755 727 Clearwater'],
  '44114': ['44308 330 Akron'],
  '48226': ['48084 248 Troy', '48103 734 Ann Arbor', '48126 313 Dearborn'],
  '55401': ['55101 651 Saint Paul'],
  '60601': [
    '60016 847 Des Plaines',
    '60173 847 Schaumburg',
    '60201 847 Evanston',
    '60302 708 Oak Park',
    '60435 815 Joliet',
    '60453 708 Oak Lawn',
    '60505 630 Aurora',
    '60540 630 Naperville',
  ],
  '75201': ['75040 972 Garland', '75074 972 Plano', '76010 817 Arlington', '76102 817 Fort Worth'],
  '77002': ['77478 281 Sugar Land', '77506 713 Pasadena'],
  '80205': [
    '80012 303 Aurora',
    '80020 303 Broomfield',
    '80022 303 Commerce City',
    '80110 303 Englewood',
    '80226 303 Lakewood',
    '80301 303 Boulder',
  ],
  '84101': ['84401 801 Ogden', '84601 801 Provo'],
  '85004': [
    '85201 480 Mesa',
    '85225 480 Chandler',
    '85234 480 Gilbert',
    '85251 480 Scottsdale',
    '85281 480 Tempe',
    '85301 623 Glendale',
    '85323 623 Avondale',
    '85338 623 Goodyear',
    '85345 623 Peoria',
    '85374 623 Surprise',
  ],
  '89101': ['89015 702 Henderson'],
  '90012': [
    '90401 310 Santa Monica',
    '90802 562 Long Beach',
    '91101 626 Pasadena',
    '91502 818 Burbank',
    '92801 714 Anaheim',
  ],
  '92101': ['91910 619 Chula Vista', '92025 760 Escondido'],
  '94103': [
    '94015 650 Daly City',
    '94080 650 South San Francisco',
    '94301 650 Palo Alto',
    '94401 650 San Mateo',
    '94520 925 Concord',
    '94612 510 Oakland',
    '94704 510 Berkeley',
    '94901 415 San Rafael',
    '95110 408 San Jose',
  ],
  '97205': ['97005 503 Beaverton', '97030 503 Gresham', '97301 503 Salem'],
  '98101': ['98004 425 Bellevue', '98201 425 Everett', '98402 253 Tacoma'],
}

/** How far a city's own ZIP codes reach. */
const CITY_MILES = 20
const MILES_PER_DEGREE = 69.1
const PREFIX = 3

interface Site {
  zip: string
  city: string
  state: string
  area: string
}

interface Surroundings {
  place: Place
  /** The first of its state: no lab is absent there. */
  main: boolean
  own: Site
  /** ZIP codes of the same city, the nearest first. */
  city: readonly Site[]
  towns: readonly Site[]
}

/** The distance over flat ground: near enough to tell what lies within a city. */
function flatMiles(from: string, to: string): number {
  const [a, b] = [centroidOf(from), centroidOf(to)]
  if (!a || !b) return Number.POSITIVE_INFINITY
  const east = (b.lng - a.lng) * Math.cos((a.lat * Math.PI) / 180)
  return MILES_PER_DEGREE * Math.hypot(b.lat - a.lat, east)
}

/** A post office that shares its point with the ZIP before it has boxes, not streets on which a center could stand. */
function isArea(zip: string): boolean {
  const before = centroidOf(String(Number(zip) - 1).padStart(5, '0'))
  const own = centroidOf(zip)
  return own !== null && (own.lat !== before?.lat || own.lng !== before.lng)
}

function readTown(row: string, state: string): Site {
  const [zip = '', area = '', ...city] = row.split(' ')
  return { zip, city: city.join(' '), state, area }
}

/** A prefix of three digits belongs to one state and, around a place, to its city. */
function surroundingsOf(place: Place): Surroundings {
  const { zip, city, state, area } = place
  const own = { zip, city, state, area }
  const towns = (TOWNS[zip] ?? []).map((row) => readTown(row, state))
  const taken = [zip, ...towns.map((town) => town.zip)]
  const near = Array.from({ length: 100 }, (_, end) => `${zip.slice(0, PREFIX)}${String(end).padStart(2, '0')}`)
    .filter((candidate) => !taken.includes(candidate) && isArea(candidate))
    .map((candidate) => ({ zip: candidate, miles: flatMiles(zip, candidate) }))
    .filter(({ miles }) => miles <= CITY_MILES)
    .sort((a, b) => a.miles - b.miles)
  return {
    place,
    main: PLACES.find((other) => other.state === state) === place,
    own,
    city: near.map((candidate) => ({ ...own, zip: candidate.zip })),
    towns,
  }
}

let known: readonly Surroundings[] | null = null

/** The same for every lab, so found once. */
function surroundings(): readonly Surroundings[] {
  known ??= PLACES.map(surroundingsOf)
  return known
}

/** Details of a service center beside its address: telephone, opening hours, capabilities. */
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

type Hours = Readonly<Record<string, string>>

/** One entry a day from Monday on; a day without hours is left out. */
function week(...hours: readonly (string | null)[]): Hours {
  return Object.fromEntries(DAYS.flatMap((day, index) => (hours[index] ? [[day, hours[index]]] : [])))
}

function weekdays(hours: string, saturday: string | null = null, sunday: string | null = null): Hours {
  return week(hours, hours, hours, hours, hours, saturday, sunday)
}

const HOURS: readonly [Hours, ...Hours[]] = [
  weekdays('7:00 AM - 3:30 PM'),
  weekdays('7:00 AM - 3:30 PM', '7:00 AM - 11:00 AM'),
  weekdays('6:30 AM - 2:00 PM', '6:30 AM - 12:00 PM'),
  weekdays('8:00 AM - 4:00 PM'),
  weekdays('7:30 AM - 12:00 PM, 1:00 PM - 4:30 PM'),
  weekdays('6:00 AM - 6:00 PM', '7:00 AM - 1:00 PM', '8:00 AM - 12:00 PM'),
  week('7:00 AM - 12:00 PM', null, '7:00 AM - 12:00 PM', null, '7:00 AM - 12:00 PM'),
  week(null, '8:30 AM - 5:00 PM', '8:30 AM - 5:00 PM', '10:00 AM - 7:00 PM', '8:30 AM - 5:00 PM', '9:00 AM - 1:00 PM'),
]

/** One in twelve does not say. */
function hoursOf(random: Random): Hours | null {
  return random.chance(1 / 12) ? null : random.pick(HOURS)
}

/** The set of capabilities is open: the console has to show one that it does not know. */
const UNKNOWN_CAPABILITY = 'pediatric_draws'

const LIKELIHOOD = {
  stat: 0.35,
  appointment_scheduling_via_service: 0.55,
  appointment_scheduling_with_lab: 0.4,
} as const satisfies Record<(typeof PSC_CAPABILITIES)[number], number>

/** Any of the three, in the order of the spec; one center in six has none. */
function capabilitiesOf(random: Random): string[] {
  return PSC_CAPABILITIES.filter((capability) => random.chance(LIKELIHOOD[capability]))
}

/** Returns a phone number from the block reserved for fiction, 555-0100 to 555-0199. */
function numberIn(area: string, random: Random): string {
  return `+1${area}55501${random.digits(2)}`
}

/** Most share a building with others. */
function secondLine(random: Random): string | null {
  if (random.chance(0.4)) return null
  return random.chance(0.8) ? `Suite ${random.int(1, 40) * 10}` : `Floor ${random.int(2, 9)}`
}

export type Center = Pick<ServiceCenter, 'metadata' | 'capabilities'>

/** ZIP codes near which a lab has more centers than a search may return. */
const DENSE_ZIPS = ['85004', '10001', '60601', '94103']

interface Reach {
  /** Centers at each of the dense ZIPs, and at an ordinary place. */
  dense: number
  usual: number
  /** The share of the other places and towns where the lab is present. */
  presence: number
}

const REGIONAL: Reach = { dense: 8, usual: 3, presence: 0.4 }
const HOME_TESTS: Reach = { dense: 1, usual: 1, presence: 0 }

const REACH: Readonly<Record<number, Reach>> = {
  1: { dense: 44, usual: 12, presence: 0.9 },
  2: { dense: 24, usual: 6, presence: 0.7 },
  5: { dense: 12, usual: 4, presence: 0.5 },
  12: HOME_TESTS,
  13: HOME_TESTS,
  14: { dense: 12, usual: 5, presence: 0.6 },
}

/** Labs whose first center at the first dense ZIP has a capability that nobody knows. */
const UNUSUAL_LABS = [1, 2]

const KINDS = ['Draw Site', 'Draw Site', 'Service Center', 'Walk-in', 'Collection Room'] as const
/** How often the next center stands in the ZIP of one of the last two. */
const SAME_ZIP = 0.3
/** A small city does not fill its few ZIP codes with all that a lab usually has. */
const MAX_PER_ZIP = 2

function center(name: string, site: Site, street: string, random: Random): Center {
  const side = random.chance(0.25) ? `${random.pick(['N', 'S', 'E', 'W'])} ` : ''
  return {
    metadata: {
      name,
      state: site.state,
      city: site.city,
      zip_code: site.zip,
      first_line: `${random.int(100, 9899)} ${side}${street} ${random.pick(STREET_TYPES)}`,
      second_line: secondLine(random),
      phone_number: numberIn(site.area, random),
      fax_number: random.chance(0.7) ? numberIn(site.area, random) : null,
      hours: hoursOf(random),
    },
    capabilities: capabilitiesOf(random),
  }
}

/** The first stands at the place's own ZIP; the others go around it, now and then two or more to a ZIP. */
function citySites({ own, city }: Surroundings, wanted: number, random: Random): Site[] {
  const deck = random.shuffled(city)
  const count = Math.min(wanted, MAX_PER_ZIP * (1 + city.length))
  const sites = [own]
  let dealt = 0
  while (sites.length < count) {
    const again = dealt >= deck.length || random.chance(SAME_ZIP)
    const next = again ? sites.at(random.int(-2, -1)) : deck[dealt]
    if (!again) dealt += 1
    sites.push(next ?? own)
  }
  return sites
}

function centersAround(area: Surroundings, brand: string, reach: Reach, random: Random): Center[] {
  const isDense = DENSE_ZIPS.includes(area.own.zip)
  if (!(isDense || area.main || random.chance(reach.presence))) return []
  // A street name is used once a city, so that no two centers there have one name.
  const streets = random.shuffled(STREET_NAMES)
  const sites = citySites(area, isDense ? reach.dense : reach.usual, random)
  return [
    ...sites.map((site, index) => {
      const street = streets[index % streets.length] ?? STREET_NAMES[0]
      return center(`${brand} ${random.pick(KINDS)}, ${street}`, site, street, random)
    }),
    ...area.towns
      .filter(() => random.chance(reach.presence))
      .map((town) => center(`${brand} ${random.pick(KINDS)}, ${town.city}`, town, random.pick(STREET_NAMES), random)),
  ]
}

function makeCenters(lab_id: number, name: string): Center[] {
  const brand = name.split(' ')[0] ?? name
  const centers = surroundings().flatMap((area) =>
    centersAround(area, brand, REACH[lab_id] ?? REGIONAL, new Random(lab_id, Number(area.own.zip), 14)),
  )
  if (!UNUSUAL_LABS.includes(lab_id)) return centers
  const unusual = centers.find(({ metadata }) => metadata.zip_code === DENSE_ZIPS[0])
  unusual?.capabilities.push(UNKNOWN_CAPABILITY)
  return centers
}

const made = new Map<number, readonly Center[]>()

/** Made when first asked for; empty for a lab that does not exist. */
export function centersOf(lab_id: number): readonly Center[] {
  const known = made.get(lab_id)
  if (known) return known
  const lab = LABS.find(({ id }) => id === lab_id)
  if (!lab) return []
  const centers = makeCenters(lab.id, lab.name)
  made.set(lab.id, centers)
  return centers
}
