import { expect, test } from 'vitest'
import { sandboxCatalog } from './catalog.ts'
import { testSandbox } from './sandbox.testing.ts'

test('everything a sandbox refers to is there', () => {
  const { providers, labs, lab_tests, lab_accounts, appointment_providers } = sandboxCatalog
  expect(providers).toHaveLength(39)
  expect(labs.map(({ id }) => id)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1))
  expect(lab_tests).toHaveLength(12)
  expect(lab_accounts.length).toBeGreaterThan(1)
  expect(appointment_providers).toHaveLength(4)
})

test('tests have markers, labs have centers, and both agree with the lists', () => {
  const { labs, lab_tests, lab_accounts, markersOf, centersOf, locateZip } = sandboxCatalog
  const ids = labs.map(({ id }) => id)
  for (const { id, lab_id } of lab_tests) {
    expect(ids).toContain(lab_id)
    expect(markersOf(id)?.every((marker) => marker.lab_id === lab_id)).toBe(true)
  }
  for (const id of ids) expect(centersOf(id).length).toBeGreaterThan(50)
  for (const { lab_ids } of lab_accounts) expect(lab_ids.every((id) => ids.includes(id))).toBe(true)
  expect(markersOf('00000000-0000-4000-a000-000000000999')).toBeNull()
  expect(centersOf(99)).toEqual([])
  expect(locateZip('85004')).toEqual({ zip: '85004', lat: expect.any(Number), lng: expect.any(Number) })
  expect(locateZip('00000')).toBeNull()
})

test.each(['49588', '99950', '20500', '10281', '85288', '28035', '32429', '96910'])('centers near %s', async (zip) => {
  const { get } = await testSandbox({ users: 0, orders: 0 }, new Date('2026-11-21T00:00:00Z'))
  const answer = await get(`/v3/order/psc/info?lab_id=1&radius=100&zip_code=${zip}`)
  expect(answer.status).toBe(200)
})

test.each(['09012', '34001', '00000'])(
  'nobody knows where %s lies, which is not to say that there is none',
  async (zip) => {
    const { get } = await testSandbox({ users: 0, orders: 0 }, new Date('2026-11-21T00:00:00Z'))
    const answer = await get(`/v3/order/psc/info?lab_id=1&zip_code=${zip}`)
    expect(answer.status).toBe(422)
    const text = await answer.text()
    expect(text).toContain('We don’t know where this ZIP code lies')
    expect(text).not.toContain('exist')
  },
)
