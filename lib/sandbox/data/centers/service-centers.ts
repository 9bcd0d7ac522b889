/** The service centers of each lab, all invented, at real ZIP codes: the same at every call. */
import type { ServiceCenter } from '#lib/domains/service-centers/service-center.ts'
import { LABS } from '#lib/sandbox/data/labs.ts'
import { STREET_NAMES, STREET_TYPES } from '#lib/sandbox/data/names.ts'
import { Random } from '#lib/sandbox/data/prng.ts'
import { capabilitiesOf, hoursOf, numberIn, secondLine, UNKNOWN_CAPABILITY } from './center-details.ts'
import { type Site, type Surroundings, surroundings } from './center-sites.ts'

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
