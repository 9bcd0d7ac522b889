import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REPORTED_ACTIONS } from '#lib/domains/audit/report-action.ts'
import { consoleEndpointList } from '#lib/domains/console-endpoints.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import { managementList } from '#lib/domains/teams/management.ts'
import { ACTION_GROUPS, actionGroup, actionLabel, groupActionNames } from './actions.ts'
import { mainSubject, subjectHref } from './subject-href.ts'

/** Open to every role and never recorded. */
const UNRECORDED: readonly string[] = ['get_viewer', 'list_environments']
const endpoints = [...endpointList, ...managementList, ...consoleEndpointList].map(({ name }) => name)

/** Sign-in and staff state their names as types, which are gone when this runs: they are read where they are written. */
function namesOf(type: string, file: string): string[] {
  const [, union = ''] = new RegExp(`export type ${type} =([^]*?)\\n\\n`).exec(readFileSync(file, 'utf8')) ?? []
  return [...union.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)
}
const authActions = [
  ...namesOf('AuthAction', 'lib/domains/staff/auth/options.ts'),
  ...namesOf('StaffAction', 'lib/domains/staff/console/staff.ts'),
  ...namesOf('ResetAction', 'lib/domains/staff/console/resets.ts'),
]

test('sign-in has names for what it records', () => {
  expect(authActions).toContain('sign_in')
  expect(authActions).toContain('staff_access_reset')
})

test.each([...endpoints, ...authActions, ...REPORTED_ACTIONS].filter((name) => !UNRECORDED.includes(name)))(
  '%s has words',
  (action) => {
    expect(actionLabel(action)).toBeTruthy()
  },
)

test('no name stands in two groups, and no words mean two things', () => {
  const all = ACTION_GROUPS.flatMap(({ actions }) => Object.entries(actions))
  expect(new Set(all.map(([name]) => name)).size).toBe(all.length)
  expect(new Set(all.map(([, words]) => words)).size).toBe(all.length)
})

test('a call about one user or one order leads to their page, in its own environment', () => {
  const all = [...endpointList, ...consoleEndpointList]
  const about = (id: string) => all.filter(({ path }) => path.includes(id)).map(({ name }) => name)
  const href = (action: string, environment: string | null = 'eu', user_count?: number) =>
    subjectHref({ action, environment, subjects: ['x1'], ...(user_count !== undefined && { user_count }) }, 'x1')
  expect(about('{user_id}').length).toBeGreaterThan(5)
  for (const name of about('{user_id}')) expect(href(name)).toBe('/eu/users/x1')
  for (const name of about('{order_id}')) expect(href(name)).toBe('/eu/orders/x1')
  expect(href('update_user', null)).toBeNull()
  expect(href('staff_updated')).toBeNull()
  expect(href('list_audit', 'eu', 0)).toBeNull()
})

test('what an entry is about comes before whom it showed besides', () => {
  const entry = { environment: 'eu', subjects: ['user', 'order'], user_count: 1 }
  expect(mainSubject({ ...entry, action: 'set_booking_state' })).toBe('order')
  expect(subjectHref({ ...entry, action: 'set_booking_state' }, 'user')).toBe('/eu/users/user')
  expect(mainSubject({ ...entry, action: 'get_directory_user' })).toBe('user')
  expect(mainSubject({ ...entry, subjects: [], action: 'get_overview' })).toBeNull()
})

test('a group is all of its actions, refused calls among them', () => {
  expect(groupActionNames('access')).toContain('update_staff')
  expect(groupActionNames('viewing')).not.toContain('update_user')
  expect(groupActionNames('nothing')).toEqual([])
  expect(actionGroup('update_staff')?.label).toBe('Sign-in and access')
  expect(ACTION_GROUPS.map(({ label }) => label)).toEqual([
    'Viewing',
    'Changing data',
    'Orders and bookings',
    'Connections and links',
    'Import and export',
    'Sign-in and access',
    'Settings',
  ])
})

test('a name of a newer server has none', () => {
  expect(actionLabel('teleport')).toBeNull()
})
