import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { gapsTable } from './service-gaps.ts'

test('service-gaps.md holds the table of service-gaps.ts', () => {
  const page = readFileSync(new URL('./service-gaps.md', import.meta.url), 'utf8')
  const [, table] = /<!-- gaps:start -->\n([\s\S]*?)\n<!-- gaps:end -->/.exec(page) ?? []
  expect(table).toBe(gapsTable())
})
