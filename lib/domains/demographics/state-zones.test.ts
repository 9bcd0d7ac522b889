import { expect, test } from 'vitest'
import { isKnownZone } from '#lib/utils/time/visit-times.ts'
import { stateZones } from './state-zones.ts'

const STATES =
  'AL AK AZ AR CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA PR RI SC SD TN TX UT VA VT WA WI WV WY'

test.each(STATES.split(' '))('%s has zones that exist', (state) => {
  expect(stateZones(state).length).toBeGreaterThan(0)
  for (const zone of stateZones(state)) expect(isKnownZone(zone)).toBe(true)
})

test('what is no state has none', () => {
  for (const text of [null, undefined, '', 'ON', '▒▒']) expect(stateZones(text)).toEqual([])
  expect(stateZones(' co ')).toEqual(['America/Denver'])
})
