import { expect, test } from 'vitest'
import { changedLines, countChanges, jsonLines } from './json-view.tsx'

const textOf = (body: unknown, before?: unknown) =>
  jsonLines(body, before)
    .map(({ depth, name, text, mark }) => {
      const sign = { added: '+', removed: '-', changed: '~' }
      return `${mark ? sign[mark] : ' '}${'  '.repeat(depth)}${name}${text}`
    })
    .join('\n')

test('a body alone reads as it was sent', () => {
  const body = { a: 1, list: [true, null, 'x"y'], empty: {}, none: [] }
  expect(textOf(body).replace(/^ /gm, '')).toBe(JSON.stringify(body, null, 2))
})

test('beside the version before, every difference is marked, and what is gone stays in sight', () => {
  const before = { id: 7, score: 70, gone: { deep: 1 }, list: [1, 2, 3] }
  const body = { id: 7, score: 80, list: [1, 2], added: { deep: 2 } }
  expect(textOf(body, before)).toBe(
    [
      ' {',
      '   "id": 7,',
      '-  "score": 70,',
      '~  "score": 80,',
      '   "list": [',
      '     1,',
      '     2',
      '-    3',
      '   ],',
      '+  "added": {',
      '+    "deep": 2',
      '+  }',
      '-  "gone": {',
      '-    "deep": 1',
      '-  }',
      ' }',
    ].join('\n'),
  )
})

test('a key may hold what parts the steps of a path', () => {
  expect(textOf({ 'a/b~': 1 }, { 'a/b~': 2, '/': 3 })).toBe(
    [' {', '-  "a/b~": 2', '~  "a/b~": 1', '-  "/": 3', ' }'].join('\n'),
  )
})

test('equal bodies have no marks, and nothing to show', () => {
  const lines = jsonLines({ a: [1] }, { a: [1] })
  expect(changedLines(lines)).toEqual([{ id: '$ folded', folded: lines }])
  expect(countChanges(lines)).toEqual({ added: 0, removed: 0 })
})

test('what is far from a difference is folded', () => {
  const before = Object.fromEntries(Array.from({ length: 20 }, (_, key) => [`k${key}`, key]))
  const shown = changedLines(jsonLines({ ...before, k10: 'new' }, before), 1)
  expect(shown.map((line) => ('folded' in line ? line.folded.length : line.name))).toEqual([
    10,
    '"k9": ',
    '"k10": ',
    '"k10": ',
    '"k11": ',
    9,
  ])
})

test('lines have the numbers of the body; what is gone has that of the line that follows', () => {
  const lines = jsonLines({ a: 2, c: 3 }, { a: 1, c: 3 })
  expect(lines.map(({ number, text, mark }) => `${number} ${text}${mark === 'removed' ? ' gone' : ''}`)).toEqual([
    '1 {',
    '2 1, gone',
    '2 2,',
    '3 3',
    '4 }',
  ])
  expect(countChanges(lines)).toEqual({ added: 1, removed: 1 })
})

test('a long list of which every item has changed takes no longer than its length', () => {
  const items = (value: number) => ({ list: Array.from({ length: 20_000 }, () => ({ [`was${value}`]: 1 })) })
  const started = performance.now()
  const lines = jsonLines(items(2), items(1))
  expect(countChanges(lines)).toEqual({ added: 20_000, removed: 20_000 })
  expect(performance.now() - started).toBeLessThan(5_000)
})
