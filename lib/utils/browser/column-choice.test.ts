import { expect, test } from 'vitest'
import {
  type KnownColumn,
  readColumns,
  readDensity,
  withMoved,
  withShown,
  withWidth,
  writeColumns,
} from './column-choice.ts'

const KNOWN: readonly KnownColumn[] = [
  { id: 'user', label: 'User', fixed: true },
  { id: 'reference', label: 'Reference' },
  { id: 'sources', label: 'Sources' },
  { id: 'seen', label: 'Seen', extra: true },
]
const said = (text: string | null) => writeColumns(readColumns(KNOWN, text), readDensity(text))

test.each([
  [null, 'user.reference.sources.-seen'],
  ['', 'user.reference.sources.-seen'],
  // As somebody left it.
  ['user.seen.-sources.reference', 'user.seen.-sources.reference'],
  // A column that has come since, and one that is gone.
  ['user.sources.gone', 'user.sources.reference.-seen'],
  // Fixed columns neither move nor hide.
  ['sources.-user.reference', 'user.sources.reference.-seen'],
  // A cookie is anybody's to write.
  ['sources.sources.-sources', 'user.-sources.reference.-seen'],
  // Widths and the height of the rows travel with the columns.
  ['user~180.seen~96.-sources~9999.reference~1.*roomy', 'user~180.seen~96.-sources~640.reference~56.*roomy'],
  ['user~.sources~1e3.*large', 'user.reference.sources.-seen'],
  ['<script>.%00.--seen. .sources', 'user.sources.reference.-seen'],
])('the text %j is the choice %j', (text, choice) => {
  expect(said(text)).toBe(choice)
  expect(said(choice)).toBe(choice)
})

test('columns are shown, hidden and moved; a fixed one is not', () => {
  const columns = readColumns(KNOWN, null)
  expect(writeColumns(withShown(columns, 'seen', true))).toBe('user.reference.sources.seen')
  expect(writeColumns(withShown(columns, 'user', false))).toBe('user.reference.sources.-seen')
  expect(writeColumns(withMoved(columns, 'sources', -1))).toBe('user.sources.reference.-seen')
  expect(writeColumns(withMoved(columns, 'sources', 1))).toBe('user.reference.-seen.sources')
  for (const [id, step] of [
    ['reference', -1],
    ['seen', 1],
    ['user', 1],
    ['none', 1],
  ] as const) {
    expect(withMoved(columns, id, step)).toEqual(columns)
  }
})

test('a width is chosen within bounds and given back', () => {
  const columns = readColumns(KNOWN, null)
  expect(writeColumns(withWidth(columns, 'sources', 183.6))).toBe('user.reference.sources~184.-seen')
  expect(writeColumns(withWidth(columns, 'user', 2))).toBe('user~56.reference.sources.-seen')
  expect(withWidth(withWidth(columns, 'sources', 200), 'sources', null)).toEqual(columns)
  expect(withWidth(columns, 'none', 200)).toEqual(columns)
})
