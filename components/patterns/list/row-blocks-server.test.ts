import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useRowBlocks } from './row-blocks.ts'

const Blocks = ({ ids }: { ids: readonly string[] }) => useRowBlocks({ current: null }, { ids, current: 0 }).length

test.each([
  { rows: 0, blocks: 1 },
  { rows: 24, blocks: 1 },
  { rows: 50, blocks: 2 },
  { rows: 500, blocks: 20 },
])('the server draws $rows rows without asking for a window', ({ rows, blocks }) => {
  const ids = Array.from({ length: rows }, (_, at) => `row ${at}`)
  expect(renderToString(createElement(Blocks, { ids }))).toBe(String(blocks))
})
