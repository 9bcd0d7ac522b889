/** Which state a ZIP code is in, by its first three digits as the US Postal Service assigns them. */
import { stateCode, zipCode } from '#lib/utils/text/addresses.ts'
import { isMasked } from '#lib/utils/text/mask.ts'

/** First and last prefix, and the states that share it. Military and territory codes have entries of their own. */
const RANGES: readonly (readonly [from: number, to: number, ...states: string[]])[] = [
  [5, 5, 'NY'],
  [6, 7, 'PR'],
  [8, 8, 'VI'],
  [9, 9, 'PR'],
  [10, 27, 'MA'],
  [28, 29, 'RI'],
  [30, 38, 'NH'],
  [39, 49, 'ME'],
  [50, 54, 'VT'],
  [55, 55, 'MA'],
  [56, 59, 'VT'],
  [60, 69, 'CT', 'NY'],
  [70, 89, 'NJ'],
  [90, 98, 'AE'],
  [100, 149, 'NY'],
  [150, 196, 'PA'],
  [197, 199, 'DE'],
  [200, 200, 'DC'],
  [201, 201, 'VA'],
  [202, 205, 'DC', 'MD'],
  [206, 219, 'MD'],
  [220, 246, 'VA'],
  [247, 268, 'WV'],
  [270, 289, 'NC'],
  [290, 299, 'SC'],
  [300, 319, 'GA'],
  [320, 339, 'FL'],
  [340, 340, 'AA'],
  [341, 349, 'FL'],
  [350, 369, 'AL'],
  [370, 385, 'TN'],
  [386, 397, 'MS'],
  [398, 399, 'GA'],
  [400, 427, 'KY'],
  [430, 459, 'OH'],
  [460, 479, 'IN'],
  [480, 499, 'MI'],
  [500, 528, 'IA'],
  [530, 549, 'WI'],
  [550, 567, 'MN'],
  [569, 569, 'DC'],
  [570, 577, 'SD'],
  [580, 588, 'ND'],
  [590, 599, 'MT'],
  [600, 629, 'IL'],
  [630, 658, 'MO'],
  [660, 679, 'KS'],
  [680, 693, 'NE'],
  [700, 714, 'LA'],
  [716, 729, 'AR'],
  [730, 732, 'OK'],
  [733, 733, 'TX'],
  [734, 749, 'OK'],
  [750, 799, 'TX'],
  [800, 816, 'CO'],
  [820, 831, 'WY'],
  [832, 838, 'ID', 'WY'],
  [840, 847, 'UT'],
  [850, 865, 'AZ'],
  [870, 884, 'NM'],
  [885, 885, 'TX'],
  [889, 898, 'NV'],
  [900, 961, 'CA'],
  [962, 966, 'AP'],
  [967, 968, 'HI'],
  [969, 969, 'GU', 'MP', 'PW', 'FM', 'MH'],
  [970, 979, 'OR'],
  [980, 994, 'WA'],
  [995, 999, 'AK'],
]

/** ZIP codes whose post office lies in another state than their prefix says. */
const EXCEPTIONS: Readonly<Record<string, string>> = { '96799': 'AS' }

/** Returns the states that a ZIP code can be in; empty where its prefix is not assigned, because then nobody can say. */
export function statesOfZip(zip: string): readonly string[] {
  const five = zip.slice(0, 5)
  if (!/^[0-9]{5}$/.test(five)) return []
  const exception = EXCEPTIONS[five]
  if (exception !== undefined) return [exception]
  const prefix = Number(five.slice(0, 3))
  return RANGES.filter(([from, to]) => prefix >= from && prefix <= to).flatMap(([, , ...states]) => states)
}

export function zipMatchesState(zip: string, state: string): boolean {
  const states = statesOfZip(zip)
  return states.length === 0 || states.includes(state)
}

type Text = string | null | undefined

/** Returns whether a ZIP code and a state that are both there to be read contradict each other. */
export function isOtherState(zip: Text, state: Text): boolean {
  if (!zip || !state || isMasked(zip) || isMasked(state)) return false
  return !zipMatchesState(zipCode(zip), stateCode(state))
}
