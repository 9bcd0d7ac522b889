/** In which time zones the states of the US are, by IANA. */

const E = 'America/New_York'
const C = 'America/Chicago'
const M = 'America/Denver'
const P = 'America/Los_Angeles'

/** A state on both sides of a border has both, the one where most people live first. */
const STATES: readonly (readonly [states: string, ...zones: string[]])[] = [
  ['CT DC DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV', E],
  ['FL IN KY MI', E, C],
  ['AL AR IA IL LA MN MO MS OK WI', C],
  ['TN', C, E],
  ['KS ND NE SD TX', C, M],
  ['CO MT NM UT WY', M],
  ['ID', M, P],
  ['AZ', 'America/Phoenix'],
  ['CA NV WA', P],
  ['OR', P, M],
  ['AK', 'America/Anchorage'],
  ['HI', 'Pacific/Honolulu'],
  ['PR', 'America/Puerto_Rico'],
]

const ZONES_OF: ReadonlyMap<string, readonly string[]> = new Map(
  STATES.flatMap(([states, ...zones]) => states.split(' ').map((state): [string, string[]] => [state, zones])),
)

/** Returns the zones of a state (`CO`); empty for one that isn't known. */
export function stateZones(state: string | null | undefined): readonly string[] {
  return ZONES_OF.get(state?.trim().toUpperCase() ?? '') ?? []
}
