import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REPORTED_ACTIONS } from '#lib/contract/console/audit.ts'
import { consoleEndpointList } from '#lib/contract/console/endpoints.ts'
import { endpointList } from '#lib/contract/endpoints.ts'
import { ACTION_GROUPS, actionWords } from './action-words.ts'

/** Open to every role and never recorded. */
const UNRECORDED: readonly string[] = ['get_viewer', 'list_environments']
const endpoints = [...endpointList, ...consoleEndpointList].map(({ name }) => name)

/** Sign-in states its names as a type, which is gone when this runs: they are read where they are written. */
const [, union = ''] =
  /export type AuthAction =([^\n]*\n(?: +\| '\w+'\n)+)/.exec(readFileSync('lib/auth/options.ts', 'utf8')) ?? []
const authActions = [...union.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)

test('sign-in has names for what it records', () => {
  expect(authActions).toContain('sign_in')
  expect(authActions).toContain('staff_access_reset')
})

test.each([...endpoints, ...authActions, ...REPORTED_ACTIONS].filter((name) => !UNRECORDED.includes(name)))(
  '%s has words',
  (action) => {
    expect(actionWords(action)).toBeTruthy()
  },
)

test('no name stands in two groups, and no words mean two things', () => {
  const all = ACTION_GROUPS.flatMap(({ actions }) => Object.entries(actions))
  expect(new Set(all.map(([name]) => name)).size).toBe(all.length)
  expect(new Set(all.map(([, words]) => words)).size).toBe(all.length)
})

test('a name of a newer server has none', () => {
  expect(actionWords('teleport')).toBeNull()
})
