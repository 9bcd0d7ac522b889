import { expect, test } from 'vitest'
import { addressZip } from './address-zip.ts'

test('a ZIP is read by either name; the contract’s own comes first', () => {
  expect(addressZip({ zip_code: '85004' })).toBe('85004')
  expect(addressZip({ zip: '85004' })).toBe('85004')
  expect(addressZip({ zip_code: '', zip: '85004' })).toBe('85004')
  expect(addressZip({ zip_code: '10001', zip: '85004' })).toBe('10001')
  expect(addressZip({ zip_code: null })).toBeNull()
})
