import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REPORTED_ACTIONS } from '#lib/domains/audit/audit.ts'
import { consoleEndpointList } from '#lib/domains/console-endpoints.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import { ACTION_GROUPS, actionLabel, subjectHref } from './action-labels.ts'

/** Open to every role and never recorded. */
const UNRECORDED: readonly string[] = ['get_viewer', 'list_environments']
const endpoints = [...endpointList, ...consoleEndpointList].map(({ name }) => name)

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
  expect(about('{user_id}').length).toBeGreaterThan(5)
  for (const name of about('{user_id}')) expect(subjectHref(name, 'eu', 'x1')).toBe('/eu/users/x1')
  for (const name of about('{order_id}')) expect(subjectHref(name, 'eu', 'x1')).toBe('/eu/orders/x1')
  expect(subjectHref('update_user', null, 'x1')).toBeNull()
  expect(subjectHref('staff_updated', null, 'x1')).toBeNull()
})

test('a name of a newer server has none', () => {
  expect(actionLabel('teleport')).toBeNull()
})
