import { expect, test } from 'vitest'
import { REPORTED_ACTIONS } from '#lib/contract/console/audit.ts'
import { consoleEndpointList } from '#lib/contract/console/endpoints.ts'
import { endpointList } from '#lib/contract/endpoints.ts'
import { ACTION_GROUPS, actionWords } from './action-words.ts'

const names = [...endpointList, ...consoleEndpointList].map(({ name }) => name)

test.each([...names, ...REPORTED_ACTIONS])('%s has words', (action) => {
  expect(actionWords(action)).toBeTruthy()
})

test('no name stands in two groups, and no words mean two things', () => {
  const all = ACTION_GROUPS.flatMap(({ actions }) => Object.entries(actions))
  expect(new Set(all.map(([name]) => name)).size).toBe(all.length)
  expect(new Set(all.map(([, words]) => words)).size).toBe(all.length)
})

test('a name of a newer server has none', () => {
  expect(actionWords('teleport')).toBeNull()
})
