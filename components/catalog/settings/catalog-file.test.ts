/** A file that was saved here is the catalog itself; of any other each row says what it would do, or why it cannot. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CATALOG_ORIGINS, type CatalogEntry } from '#lib/domains/catalog/catalog.ts'
import type { Partner } from '#lib/domains/contacts/contact-book.ts'
import { csvStart } from '#lib/utils/text/csv.ts'
import { hasInvisible } from '#lib/utils/text/invisible.ts'
import { catalogTable, keyOf, readCatalogFile } from './catalog-file.ts'

const A = '00000000-0000-4000-a000-000000000101'
const B = '00000000-0000-4000-a000-000000000102'
const PRESENT: CatalogEntry[] = [
  { kind: 'lab', id: '1', name: 'Calder', lab_id: null, origin: 'seed' },
  { kind: 'lab_test', id: A, name: 'Lipids', lab_id: '1', origin: 'learned' },
]

function rowsOf(text: string, present = PRESENT, partners: readonly Partner[] | null = []) {
  const file = readCatalogFile(text, present, partners)
  if ('problem' in file) throw new Error(file.problem)
  return file.rows
}

const name = fc.oneof(
  fc.constantFrom('1.2E+05', '1-Mar', '0012', "'=1", '=1+1', '+1', '-x', '@a', "'quoted", 'a,"b"', '1 234', "Ada's 😀"),
  fc
    .string({ minLength: 1, maxLength: 200, unit: 'binary' })
    .filter((text) => text.isWellFormed() && !text.includes('\0')),
)
const plain = name.map((text) => text.trim()).filter((text) => text !== '' && !hasInvisible(text) && text.length <= 200)
const entry: fc.Arbitrary<CatalogEntry> = fc.oneof(
  fc.record({
    kind: fc.constant('lab'),
    id: fc.nat().map(String),
    name: plain,
    lab_id: fc.constant(null),
    origin: fc.constantFrom(...CATALOG_ORIGINS),
  }),
  fc.record({
    kind: fc.constant('lab_test'),
    id: fc.uuid(),
    name: plain,
    lab_id: fc.option(fc.nat().map(String)),
    origin: fc.constantFrom(...CATALOG_ORIGINS),
    preparation: plain.map((text) => text.slice(0, 50).trim()).filter((text) => text.isWellFormed()),
  }),
  fc.record({
    kind: fc.constant('lab_account'),
    id: fc.uuid(),
    name: plain,
    lab_id: fc.constant(null),
    origin: fc.constantFrom(...CATALOG_ORIGINS),
  }),
)

test('what was saved is read back as the same entries, and changes nothing', () => {
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: keyOf, minLength: 1, maxLength: 12 }), (entries) => {
      const rows = rowsOf(csvStart(catalogTable(entries, [])), entries)
      expect(rows.map(({ outcome }) => outcome)).toEqual(entries.map(() => 'same'))
      const fresh = rowsOf(csvStart(catalogTable(entries, [])), [])
      expect(fresh.map((row) => row.outcome === 'new' && row.entry)).toEqual(
        entries.map(({ origin: _, lab_id, ...rest }) =>
          rest.kind === 'lab_test' ? { preparation: '', sample: '', remarks: '', ...rest, lab_id } : rest,
        ),
      )
    }),
    { numRuns: 60 },
  )
})

test('each row says what it would do, by the number it has in the file', () => {
  const rows = rowsOf(
    `\uFEFFName;KIND;Id\r\nCalder Lab;Lab;1\r\n\r\nLipids;lab test;${A.toUpperCase()}\nThyroid;test;${B}\r\nThyroid;Lab Test;${B}\r\n`,
  )
  expect(rows.map(({ number, outcome, name: called }) => [number, outcome, called])).toEqual([
    [2, 'changed', 'Calder Lab'],
    [4, 'same', 'Lipids'],
    [5, 'new', 'Thyroid'],
    [6, 'same', 'Thyroid'],
  ])
  expect(rows[0]).toMatchObject({ before: 'Calder', entry: { kind: 'lab', id: '1', name: 'Calder Lab' } })
})

test('a lab that the file does not speak of stays; one that it leaves empty goes', () => {
  expect(rowsOf(`kind,id,name\nlab_test,${A},Lipids`)[0]?.outcome).toBe('same')
  expect(rowsOf(`kind,id,name,lab_id\nlab_test,${A},Lipids,`)[0]).toMatchObject({
    outcome: 'changed',
    entry: { lab_id: null },
  })
})

test.each([
  ['clinic,1,x', /The kind is lab, lab_test, lab_account, or a contact’s: lab_contact/],
  [`lab,${A},x`, /whole number/],
  ['lab_test,1,x', /Not a UUID/],
  ['lab,7,', /Enter a name/],
  [`lab,7,${'x'.repeat(201)}`, /at most 200/],
  ['lab,7,Core, Inc., 1', /More values than columns/],
  ['lab,7', /Enter a name/],
  [`lab_test,${B},x,Calder`, /whole number/],
])('a row that cannot be used says why: %s', (row, reason) => {
  const [first, second] = rowsOf(`kind,id,name,lab_id\n${row}\nlab,8,Good`)
  expect(first).toMatchObject({ number: 2, outcome: 'wrong', reason: expect.stringMatching(reason) })
  expect(second?.outcome).toBe('new')
})

test('two rows that disagree: the first counts', () => {
  const rows = rowsOf('kind,id,name\nlab,7,One\nlab,7,Two')
  expect(rows.map(({ outcome }) => outcome)).toEqual(['new', 'wrong'])
  expect(rows[1]).toMatchObject({ reason: 'Row 2 has the same ID but different values.' })
})

test.each([
  ['', /The file has no rows below the header/],
  ['kind,id,name\n', /The file has no rows below the header/],
  ['lab,1,Calder\nlab,2,Tamrook', /must name the columns kind, id and name.*Missing: kind, id, name/],
  ['kind,id,name\nlab,1,"open', /quotation mark/],
  ['kind,ID,id,name\nlab,1,2,Calder', /has id twice/],
  ['kind,id,Name,name,,\nlab,1,Calder,x,,', /has name twice/],
  [`kind,id,name\n${'lab,1,x\n'.repeat(5001)}`, /5,001 rows/],
])('a file that cannot be used says why: %#', (text, words) => {
  expect(readCatalogFile(text, [], [])).toEqual({ problem: expect.stringMatching(words) })
})

test('a lab that is neither in the catalog nor in the file is pointed out, and the row is imported all the same', () => {
  const test = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
  const rows = [
    'kind,id,name,lab_id',
    `lab_test,${test(1)},Lipids,7`,
    `lab_test,${test(2)},Iron,8`,
    `lab_test,${test(3)},Zinc,9`,
    `lab_test,${test(4)},Folate,`,
    'lab,8,Northfield Lab,',
  ]
  const present = [{ kind: 'lab', id: '7', name: 'Seven', lab_id: null, origin: 'person' }] as const
  const file = readCatalogFile(rows.join('\n'), present, [])
  const found = 'rows' in file ? file.rows : []
  expect(found.map(({ outcome }) => outcome)).toEqual(['new', 'new', 'new', 'new', 'new'])
  expect(found.map(({ warning }) => warning)).toEqual([
    undefined,
    undefined,
    'No lab in the catalog or the file has the ID 9. The test is shown under “Lab 9”.',
    undefined,
    undefined,
  ])
})

test.each([
  ['a separator line', 'sep=;\nkind;id;name\nlab;7;Seven\n', 3],
  ['a separator line in quotes', '\ufeff"sep=,"\nkind,id,name\nlab,7,Seven\n', 3],
  ['a separator line with a tab', 'sep=\t\nkind\tid\tname\nlab\t7\tSeven\n', 3],
  ['a byte order mark', '\ufeffkind,id,name\nlab,7,Seven\n', 2],
  ['comments and line ends of every kind', '# the labs\r\nkind,id,name\rlab,7,Seven\n', 3],
])('reads a file with %s, rows by their numbers in the file', (_, text, number) => {
  expect(rowsOf(text)).toMatchObject([{ outcome: 'new', id: '7', name: 'Seven', number }])
})

test('a code that may have lost a zero is pointed out, and not in a file of our own', () => {
  expect(rowsOf('kind,id,name\nlab,7,1.1')).toMatchObject([{ outcome: 'new', warning: expect.stringMatching(/1\.10/) }])
  const entries = ['1.1', '1.10'].map(
    (name, at) => ({ kind: 'lab', id: String(at), name, lab_id: null, origin: 'person' }) as const,
  )
  for (const row of rowsOf(csvStart(catalogTable(entries, [])), entries)) {
    expect(row).toMatchObject({ outcome: 'same' })
    expect(row).not.toHaveProperty('warning')
  }
})

test('empty columns behind the heading are none; misread letters are pointed out', () => {
  expect(rowsOf('kind,id,name,,,\nlab,7,Calder,,,')).toMatchObject([{ outcome: 'new', name: 'Calder' }])
  expect(rowsOf('kind,id,name\nlab,7,MÃ¼ller')).toMatchObject([{ warning: expect.stringMatching(/another encoding/) }])
})

test.each([
  ['lab,2.19E+03,Seven,', /id was shortened by a spreadsheet/],
  ['lab_test,00000000-0000-4000-a000-00000000\u200b0101,Seven,', /id contains a zero-width space \(U\+200B\)/],
  [`lab_test,${A},Seven,1-Mar`, /lab_id was turned into a date/],
])('refuses %s with the reason', (line, reason) => {
  expect(rowsOf(`kind,id,name,lab_id\n${line}\n`)).toMatchObject([
    { outcome: 'wrong', reason: expect.stringMatching(reason) },
  ])
})

const PARTNER: Partner = {
  ...{ id: B, kind: 'draw_provider', name: 'Homedraw', phone_number: '(602) 555-0143', hours: 'Weekdays', email: '' },
  ...{ how_to_cancel: 'Call a day before.', note: 'Account 7' },
}

test('contacts go out with the catalog and come in again: by ID, by kind and name, and only by who may change them', () => {
  const text = csvStart(catalogTable([], [PARTNER]))
  expect(rowsOf(text, [], [PARTNER])).toMatchObject([{ outcome: 'same', partner: PARTNER }])
  expect(rowsOf(text, [], [])).toMatchObject([{ outcome: 'new', partner: PARTNER }])
  expect(rowsOf(text, [], null)).toMatchObject([{ outcome: 'wrong', reason: expect.stringMatching(/administrator/) }])
  const changed = 'kind,id,name,phone_number\ndraw_provider,,Homedraw,(602) 555-0144'
  expect(rowsOf(changed, [], [PARTNER])).toMatchObject([
    { outcome: 'changed', partner: { ...PARTNER, phone_number: '(602) 555-0144' } },
  ])
  expect(rowsOf('kind,id,name\nlab_contact,,Calder', [], [])).toMatchObject([
    { outcome: 'wrong', reason: expect.stringMatching(/phone number or an email/) },
  ])
})

test('a text that the file brings counts, an empty one takes it away, and a file without the column leaves it', () => {
  const present: CatalogEntry[] = [
    { kind: 'lab_test', id: A, name: 'Lipids', lab_id: null, origin: 'person', remarks: 'x' },
  ]
  const row = (columns: string, cells: string) =>
    rowsOf(`kind,id,name${columns}\nlab_test,${A},Lipids${cells}`, present)
  expect(row('', '')).toMatchObject([{ outcome: 'same' }])
  expect(row(',preparation', ',"Fast 10 h"')).toMatchObject([
    { outcome: 'changed', entry: { preparation: 'Fast 10 h' } },
  ])
  expect(row(',remarks', ',')).toMatchObject([{ outcome: 'changed', entry: { remarks: '' } }])
})
