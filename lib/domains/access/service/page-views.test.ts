import { expect, test } from 'vitest'
import { linkPage, portalPage } from './pages.ts'

test('pages that patients open speak to them', async () => {
  const until = '2026-11-24T15:00:00.000Z'
  const pages = await Promise.all([
    linkPage([], null),
    portalPage({ context: 'communications', order_id: null }, until),
    portalPage({ context: 'launch', order_id: 'an-order' }, until),
  ])
  for (const text of pages.map(String)) {
    expect(text).toMatch(/\byou\b/)
    expect(text).not.toMatch(/the person|one person|the user|user portal/i)
  }
})
