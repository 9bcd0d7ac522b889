import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { gapsTable } from '#lib/kernel/gaps.ts'

test('the table of gaps in the README is the list of the contract', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const [, table] = /<!-- gaps:start -->\n([\s\S]*?)\n<!-- gaps:end -->/.exec(readme) ?? []
  expect(table).toBe(gapsTable())
})
