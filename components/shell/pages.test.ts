import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAGE_KEYWORDS, placesOf } from '#components/shell/palette/places.ts'
import { TABS } from '#components/users/detail/user-frame.tsx'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { listMarkers } from '#lib/domains/catalog/marker.ts'
import { bulkImportConnections } from '#lib/domains/connections/connection.ts'
import { getServiceCenters } from '#lib/domains/service-centers/service-center.ts'
import { can, ROLES } from '#lib/domains/staff/roles.ts'
import { listStaff } from '#lib/domains/staff/staff.ts'
import { searchDirectoryConnections } from '#lib/domains/users/directory-connections.ts'
import { pageAt } from './nav.ts'
import { NAV_PAGES, PAGES, pagesFor, SETTINGS_TABS, USER_TABS } from './pages.ts'

test('the registry holds every page of app/[environment] and no other', () => {
  const files = globSync('**/page.tsx', { cwd: 'app/[environment]' })
  const sections = files.map((file) => file.replaceAll('\\', '/').replace(/\/?page\.tsx$/, ''))
  const pages = sections.filter((section) => section !== '[...missing]')
  expect(pages.length).toBeGreaterThan(20)
  expect([...new Set(PAGES.map(({ section }) => section))].sort()).toEqual(pages.sort())
})

test.each(ROLES)('the palette offers a %s every settings tab that they may use, and no other', (role) => {
  const places = placesOf({ environment: 'sandbox', role, isEmbedded: true })
  const offered = places.flatMap(({ label, href, note }) => (note === 'in Settings' ? [[label, href]] : []))
  expect(offered).toEqual(pagesFor(SETTINGS_TABS, role).map(({ section, label }) => [label, `/sandbox/${section}`]))
  expect(places.map(({ label }) => label)).toContain('Stuck orders')
  const remote = placesOf({ environment: 'sandbox', role, isEmbedded: false })
  expect(remote.map(({ label }) => label)).not.toContain('API keys and teams')
})

test('the tabs of a user are those of the registry, in its order', () => {
  const tabs = TABS.map(({ path, label, permission = null }) => [
    ['users/[userId]', path].filter(Boolean).join('/'),
    label,
    permission,
  ])
  expect(tabs).toEqual(USER_TABS.map(({ section, label, permission }) => [section, label, permission]))
})

test('a page that asks one endpoint for everything needs the permission of that endpoint', () => {
  expect(pageAt('markers').permission).toBe(listMarkers.permission)
  expect(pageAt('service-centers').permission).toBe(getServiceCenters.permission)
  expect(pageAt('connections').permission).toBe(searchDirectoryConnections.permission)
  expect(pageAt('connections/import').permission).toBe(bulkImportConnections.permission)
  expect(pageAt('activity').permission).toBe(listAudit.permission)
  expect(pageAt('settings/staff').permission).toBe(listStaff.permission)
})

test('the address of Settings shows the account', () => {
  expect(pageAt('settings').label).toBe('Your account')
  expect(() => pageAt('nowhere')).toThrow('No page')
})

test.each(ROLES)('a %s is offered the pages they may open, and no other', (role) => {
  const offered = pagesFor(PAGES, role)
  expect(offered.every(({ permission }) => permission === null || can(role, permission))).toBe(true)
  const labels = offered.map(({ section }) => section)
  expect([labels.includes('settings/staff'), labels.includes('users/[userId]/access')]).toEqual([
    role === 'administrator',
    role === 'administrator' || role === 'support',
  ])
  expect(pagesFor(PAGES, null)).toEqual(PAGES)
})

test('keywords are those of pages, and every page that the palette offers has some', () => {
  const sections = PAGES.map(({ section }) => section)
  for (const section of Object.keys(PAGE_KEYWORDS)) expect(sections).toContain(section)
  for (const { section } of [...NAV_PAGES, ...SETTINGS_TABS]) expect(PAGE_KEYWORDS[section], section).toBeTruthy()
})
