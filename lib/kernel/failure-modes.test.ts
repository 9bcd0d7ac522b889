import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERRORS } from './api-error.ts'

test('docs/failure-modes.md has one row for each code, with its status and meaning', () => {
  const page = readFileSync(new URL('../../docs/failure-modes.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\d+) \| (.+?) \| .+ \|$/gm)].map(([, ...cells]) => cells)
  expect(rows).toEqual(Object.entries(ERRORS).map(([code, { status, means }]) => [code, String(status), means]))
})
