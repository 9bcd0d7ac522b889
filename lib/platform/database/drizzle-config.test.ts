import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import config from './drizzle.config.ts'

test('migrations are made from every file that declares a table', () => {
  const patterns = [Object(config).schema].flat()
  const tables = globSync('lib/**/*.ts', { exclude: ['**/*.test.ts'] }).filter((path) =>
    /Schema\.table\(/.test(readFileSync(path, 'utf8')),
  )
  expect(tables.length).toBeGreaterThan(8)
  expect(tables.filter((path) => !globSync(patterns).includes(path))).toEqual([])
})
