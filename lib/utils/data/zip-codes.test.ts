import { expect, test } from 'vitest'
import { centroidOf, locateZip } from './zip-codes.ts'

test.each([
  ['85004', 33.45, -112.07],
  ['10001', 40.75, -74],
  ['60601', 41.89, -87.62],
  ['94103', 37.77, -122.41],
  ['02108', 42.36, -71.06],
])('%s lies where it does', (zip, lat, lng) => {
  const found = centroidOf(zip)
  expect(found?.lat).toBeCloseTo(lat, 1)
  expect(found?.lng).toBeCloseTo(lng, 1)
  expect(Object.keys(found ?? {}).sort()).toEqual(['lat', 'lng'])
})

test.each([
  '',
  '00000',
  '99999',
  '8500',
  '850040',
  '85004-1234',
  ' 85004',
  '٨٥٠٠٤',
  'constructor',
  '__proto__',
  'default',
])('"%s" has none', (zip) => {
  expect(centroidOf(zip)).toBeNull()
})

test.each(['49588', '99950', '20500', '10281', '85288', '28035', '96910', '96799', '00820'])('%s is placed', (zip) => {
  expect(locateZip(zip)?.zip).toBe(zip)
})

test('a ZIP that no table has lies by the nearest number of its prefix', () => {
  expect(centroidOf('32429')).toBeNull()
  expect(locateZip('32429')).toEqual({ zip: '32428', ...centroidOf('32428') })
})

test.each(['09012', '34001', '96350', '00000', '1', '85004-1234'])('nobody knows where %s lies', (zip) => {
  expect(locateZip(zip)).toBeNull()
})
