import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { gapsTable } from './gaps.ts'

test('gaps.md holds the table of gaps.ts', () => {
  const page = readFileSync(new URL('./gaps.md', import.meta.url), 'utf8')
  const [, table] = /<!-- gaps:start -->\n([\s\S]*?)\n<!-- gaps:end -->/.exec(page) ?? []
  expect(table).toBe(gapsTable())
})
