import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const LARGE = /staff\/password-check\.ts|@zxcvbn-ts\//
const STATIC = /^(?:import|export)\s(?!type\b)(?:[^'"()=]*\sfrom\s*)?['"]([^'"]+)['"]/gm

test('no page has the list of passwords or the meter in its own JavaScript', () => {
  const files = globSync(['app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}', 'lib/pages/**/*.ts'])
  const importing = files.filter((file) =>
    [...readFileSync(file, 'utf8').matchAll(STATIC)].some(([, from = '']) => LARGE.test(from)),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(importing).toEqual([])
})
