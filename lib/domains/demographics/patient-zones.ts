/** In which time zones a patient can be, by their address: the one rule of every page, of bookings and of `zip-data.ts`. */
import { ZIP_RUNS, ZIP_ZONES } from '#lib/utils/data/zip-runs.ts'
import { stateCode, zipCode } from '#lib/utils/text/addresses.ts'
import { isKnownZone } from '#lib/utils/time/visit-times.ts'
import { statesOfZip, zipMatchesState } from './zip-states.ts'

const [E, C, M, P] = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'] as const

/** A state on both sides of a border has both, the one where most people live first. */
const STATES: readonly (readonly [states: string, ...zones: string[]])[] = [
  ['CT DC DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV', E],
  ['FL IN KY MI', E, C],
  ['AL AR IA IL LA MN MO MS OK WI', C],
  ['TN', C, E],
  ['KS ND NE SD TX', C, M],
  ['CO MT NM UT WY', M],
  ['ID', M, P],
  ['AZ', 'America/Phoenix', M],
  ['CA WA', P],
  ['NV OR', P, M],
  ['AK', 'America/Anchorage', 'America/Adak'],
  ['HI', 'Pacific/Honolulu'],
  ['PR', 'America/Puerto_Rico'],
  ['VI', 'America/St_Thomas'],
  ['GU', 'Pacific/Guam'],
  ['MP', 'Pacific/Saipan'],
  ['AS', 'Pacific/Pago_Pago'],
  ['PW', 'Pacific/Palau'],
  ['FM', 'Pacific/Pohnpei', 'Pacific/Chuuk'],
  ['MH', 'Pacific/Majuro'],
]
const ZONES_OF = new Map(
  STATES.flatMap(([states, ...zones]) => states.split(' ').map((state): [string, string[]] => [state, zones])),
)

/** Returns the zones of a state (`CO`); empty for one that isn't known, and where mail goes to a unit or a ship (`AE`). */
export const stateZones = (state: string): readonly string[] => ZONES_OF.get(stateCode(state)) ?? []

/** Two clocks are kept side by side in reservations, towns at a border and counties on both sides of one. */
const SIDE_BY_SIDE: readonly (readonly [zips: string, ...zones: string[]])[] = [
  // Hopi villages, and towns whose ZIP reaches into the Navajo Nation, which alone changes its clocks.
  ['86016 86028 86030 86031 86034 86036 86039 86040 86042 86043 86047', 'America/Phoenix', M],
  ['86045 86502 86512', M, 'America/Phoenix'],
  ['36854 36863 36867 36868 36869 36870 36874 36877', C, E],
  ['32456', E, C],
  ['57532', C, M],
  ['69216 69219', M, C],
  ['89421 89830', P, M],
  ['89825', M, P],
]

interface Run {
  from: number
  to: number
  zone: string
}
let known: readonly Run[] | null = null

/** ZIPs in a row whose clocks agree; see `runsOf` in tools/zip-data.ts. */
function runs(): readonly Run[] {
  let at = 0
  known ??= ZIP_RUNS.split(' ').map((text) => {
    const [step = '', length = '0'] = text.slice(1).split('.')
    const from = at + Number.parseInt(step, 36)
    at = from + Number.parseInt(length, 36)
    return { from, to: at, zone: ZIP_ZONES[Number.parseInt(text.slice(0, 1), 36)] ?? '' }
  })
  return known
}

/** A ZIP that no table has is between two that have a zone each; where no neighbor shares its prefix, in its state. */
function zipZones(zip: string): readonly string[] {
  const [, ...both] = SIDE_BY_SIDE.find(([zips]) => zips.split(' ').includes(zip)) ?? []
  if (both.length > 0) return both
  const states = statesOfZip(zip)
  const number = Number(zip)
  const next = runs().findIndex(({ to }) => to >= number)
  const found = runs()[next]
  if (states.every((state) => stateZones(state).length === 0)) return []
  if (found && found.from <= number) return [found.zone]
  const isNear = (place: number) => Math.floor(place / 100) === Math.floor(number / 100)
  const before = runs()[next === -1 ? runs().length - 1 : next - 1]
  const near = [before && isNear(before.to) ? before.zone : [], found && isNear(found.from) ? found.zone : []].flat()
  return near.length > 0 ? near : states.flatMap(stateZones)
}

interface Place {
  zip?: string | null | undefined
  state?: string | null | undefined
}

/** Returns the zones an address can be in, likeliest first: by ZIP, else by state; empty where none is known. */
export function zonesOf({ zip, state }: Place): readonly string[] {
  const five = /^([0-9]{5})(?:-?[0-9]{0,4})?$/.exec(zipCode(zip ?? ''))?.[1]
  const ofState = stateZones(state ?? '')
  if (five === undefined || statesOfZip(five).length === 0) return ofState
  const ofZip = zipZones(five)
  if (ofZip.length === 0) return []
  const isOne = ofState.length === 0 || zipMatchesState(five, stateCode(state ?? ''))
  return [...new Set(isOne ? ofZip : [...ofZip, ...ofState])]
}

/** Returns the zones of a patient: those of the address, or the user's own where it tells none: a military one, none at all. */
export function patientZones(place: Place, own: string | null | undefined): readonly string[] {
  const zones = zonesOf(place)
  return zones.length === 0 && own && isKnownZone(own) ? [own] : zones
}
