import { describe, expect, test } from 'vitest'
import { readPastedIds, uuidProblem } from './ids.ts'

const A = '9c1e04b7-2f60-4c8b-8f1a-1d2e3f403ce1'
const B = 'e27b6d10-0a1b-4c2d-9e3f-445566f7f9d2'

describe('pasted ids', () => {
  test.each([
    ['one a line', `${A}\n${B}\r\n`, [A, B], []],
    ['a column with its head', `Order ID\n${A}\n${B}`, [A, B], []],
    ['quoted, by commas and tabs', `"${A}","Maren"\t'${B}';`, [A, B], []],
    ['a list of JSON', `["${A}", "${B}"]`, [A, B], []],
    ['capital letters, twice', `${A.toUpperCase()} ${A}`, [A], []],
    ['without anything between', `${A};${B}|${A}`, [A, B], []],
    [
      'those that are broken are named once',
      `order_id\n${A}\n${B.slice(0, -1)}\n12345 12345`,
      [A],
      [B.slice(0, -1), '12345'],
    ],
    ['longer than an id is none', `${A}0`, [], [`${A}0`]],
    ['nothing', ' \n', [], []],
  ])('%s', (_, text, ids, malformed) => {
    expect(readPastedIds(text)).toEqual({ ids, malformed })
  })
})

test.each([
  [A, null],
  [A.toUpperCase(), null],
  [`${A} `, /“ ” can’t be part/],
  [A.slice(0, -2), /32 digits, and this has 30/],
  ['', /this has 0/],
  [`${A.slice(0, -1)}x`, /“x” can’t be part/],
  [A.replaceAll('-', ''), /8-4-4-4-12/],
])('%j as one id', (text, words) => {
  const problem = uuidProblem(text)
  if (words === null) expect(problem).toBeNull()
  else expect(problem).toMatch(words)
})
