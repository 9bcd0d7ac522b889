import { expect, test } from 'vitest'
import { readUnitTests } from './unit-results.mjs'

const run = (status: string, failureMessages: string[] = []) => ({ status, fullName: `is ${status}`, failureMessages })

test('only what ran and passed counts as passed', () => {
  const tests = [run('passed'), run('passed'), run('failed', ['why']), run('pending'), run('todo'), run('skipped')]
  const file = { name: 'a.test.ts', status: 'failed', message: '', assertionResults: tests }
  expect(readUnitTests({ testResults: [file] })).toEqual({
    passed: 2,
    failed: 1,
    skipped: 3,
    failures: ['a.test.ts: is failed\nwhy'],
  })
})

test('a file that does not load counts as failed', () => {
  const file = { name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }
  expect(readUnitTests({ testResults: [file] })).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: ['a.test.ts\nno such module'],
  })
})
