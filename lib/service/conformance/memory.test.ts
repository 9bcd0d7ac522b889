import { expect, test } from 'vitest'
import { gaps } from '#lib/domains/service-gaps.testing.ts'
import { statements } from './statements.testing.ts'
import { conformsOver } from './suite.testing.ts'

test('statements have names of their own', () => {
  expect(new Set(statements.map(({ name }) => name)).size).toBe(statements.length)
})

test('gaps are called as the list calls them', () => {
  const names = statements.flatMap(({ name }) => /^Gap "([^"]+)"/.exec(name)?.[1] ?? [])
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !gaps.some((gap) => gap.name === name))).toEqual([])
})

// Two teams at once: over the databases, where teams are made.
conformsOver('memory')
