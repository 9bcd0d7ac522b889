import { expect, test } from 'vitest'
import { ZIP_ZONES } from '#lib/utils/data/zip-runs.ts'
import { isKnownZone } from '#lib/utils/time/visit-times.ts'
import { stateZones, zonesOf } from './patient-zones.ts'

const STATES =
  'AL AK AZ AR CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA PR RI SC SD TN TX UT VA VT WA WI WV WY AS FM GU MH MP PW VI'

test.each(STATES.split(' '))('%s has zones that exist', (state) => {
  expect(stateZones(state).length).toBeGreaterThan(0)
  for (const zone of [...stateZones(state), ...ZIP_ZONES]) expect(isKnownZone(zone)).toBe(true)
})

test.each([
  ['AK', '99546', 'America/Adak'],
  ['AK', '99501', 'America/Anchorage'],
  ['NV', '89883', 'America/Denver'],
  ['AZ', '86515', 'America/Denver'],
  ['AZ', '85004', 'America/Phoenix'],
  ['IN', '46350', 'America/Chicago'],
  ['IN', '46204', 'America/Indiana/Indianapolis'],
  ['TN', '37402', 'America/New_York'],
  ['TN', '37203-1234', 'America/Chicago'],
  ['TX', '79901', 'America/Denver'],
  ['FL', '32501', 'America/Chicago'],
  ['KY', '42001', 'America/Chicago'],
  ['ID', '83814', 'America/Los_Angeles'],
  ['OR', '97914', 'America/Boise'],
  ['SD', '57701', 'America/Denver'],
  ['NE', '69101', 'America/Chicago'],
  // Near a border, where a map of zones is too coarse.
  ['ND', '58801', 'America/Chicago'],
  ['SD', '57601', 'America/Chicago'],
  ['KS', '67756', 'America/Chicago'],
  ['MI', '49935', 'America/Chicago'],
  ['KY', '42728', 'America/Chicago'],
  ['IN', '47875', 'America/New_York'],
  ['ID', '83805', 'America/Los_Angeles'],
  ['ID', '83837', 'America/Los_Angeles'],
  ['OR', '97834', 'America/Los_Angeles'],
  ['AZ', '86022', 'America/Phoenix'],
  ['AK', '99638', 'America/Anchorage'],
  ['VI', '00820', 'America/St_Thomas'],
  ['PR', '00901', 'America/Puerto_Rico'],
  ['GU', '96910', 'Pacific/Guam'],
  ['MP', '96950', 'Pacific/Saipan'],
  ['AS', '96799', 'Pacific/Pago_Pago'],
  ['HI', '96813', 'Pacific/Honolulu'],
  // Across the lake or the border clocks agree, but the zone is named by another country.
  ['NY', '13624', 'America/New_York'],
  ['CA', '91987', 'America/Los_Angeles'],
])('%s %s is in %s', (state, zip, zone) => {
  expect(zonesOf({ zip, state })).toEqual([zone])
  expect(zonesOf({ zip })).toEqual([zone])
})

test.each([
  [{ state: ' nv ' }, ['America/Los_Angeles', 'America/Denver']],
  [{ state: 'NV', zip: '▒▒▒▒▒' }, ['America/Los_Angeles', 'America/Denver']],
  // Their state and their ZIP contradict each other.
  [{ state: 'CA', zip: '10001' }, ['America/New_York', 'America/Los_Angeles']],
  // No table has it: between two that have.
  [{ state: 'TN', zip: '37319' }, ['America/Chicago', 'America/New_York']],
  [{ state: 'FL', zip: '32458' }, ['America/New_York', 'America/Chicago']],
  // A Hopi village within the Navajo Nation, and towns that keep the clocks of the next state.
  [{ state: 'AZ', zip: '86042' }, ['America/Phoenix', 'America/Denver']],
  [{ state: 'NV', zip: '89825' }, ['America/Denver', 'America/Los_Angeles']],
  [{ state: 'AL', zip: '36867' }, ['America/Chicago', 'America/New_York']],
  [{ state: 'AE', zip: '09012' }, []],
  [{ state: 'AP', zip: '96350' }, []],
  [{ state: 'CA', zip: '34001' }, []],
  [{ state: 'ON', zip: 'M5V 2T6' }, []],
  [{ state: null, zip: undefined }, []],
])('%j may be in %j', (address, zones) => {
  expect(zonesOf(address)).toEqual(zones)
})
