import { expect, test } from 'vitest'
import { centroidOf } from './zip-codes.ts'

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
