import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { type CatalogEntry, listCatalog } from '#lib/domains/catalog/catalog.ts'
import { listMarkers, type Marker } from '#lib/domains/catalog/marker.ts'
import { MarkersView } from './markers-view.tsx'

const A = '00000000-0000-4000-a000-000000000101'
const B = '00000000-0000-4000-a000-000000000102'
const ACCOUNT = '00000000-0000-4000-b000-000000000201'
const ENTRIES: CatalogEntry[] = [
  { kind: 'lab', id: '3', name: 'Brightpine', lab_id: null, origin: 'seed' },
  { kind: 'lab_test', id: A, name: 'Wellness', lab_id: '3', origin: 'seed' },
  { kind: 'lab_test', id: B, name: 'Lipids', lab_id: null, origin: 'seed' },
  { kind: 'lab_account', id: ACCOUNT, name: 'Main', lab_id: null, origin: 'seed' },
]
const [, wellness] = ENTRIES
const METHODS = [{ lab_test: 'Wellness', method: 'testkit' }]

function made(id: number, changes: Partial<Marker> = {}): Marker {
  const loinc = { id, name: `LOINC ${id}`, slug: `l${id}`, code: `${id}-1`, unit: 'mg/dL' }
  const result = { id, name: `Result ${id}`, slug: `r${id}`, lab_id: 3, provider_id: `R-${id}`, loinc }
  const own = { id, name: `Marker ${id}`, slug: `m${id}`, lab_id: 3, provider_id: `P-${id}`, price: `${id}.50` }
  return { ...own, description: null, type: 'biomarker', unit: 'mg/dL', expected_results: [result], ...changes }
}

/** Quick to draw. */
const BARE = Array.from({ length: 230 }, (_, index) => made(index + 1, { expected_results: [] }))

let tests: Record<string, Marker[]> = {}
let counted = true
/** By the number of the page: what is done before it is answered. */
let before: Record<number, () => Promise<Response | undefined> | Response | undefined> = {}
const asked: string[] = []

beforeEach(() => {
  // As in a browser: of a long list the rows near the screen are drawn.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  tests = { [A]: Array.from({ length: 230 }, (_, index) => made(index + 1)) }
  counted = true
  before = {}
  asked.length = 0
  server.use(
    mock(at(listCatalog, { environment: 'test' }), () => HttpResponse.json({ entries: ENTRIES, methods: METHODS })),
    mock(listMarkers, async ({ request, params }) => {
      const { searchParams } = new URL(request.url)
      const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('size'))]
      asked.push([params.lab_test_id, page, size, searchParams.get('lab_account_id') ?? 'any'].join(' '))
      const instead = await before[page]?.()
      if (instead) return instead
      const all = tests[String(params.lab_test_id)]
      if (!all) return HttpResponse.json({ detail: 'Lab test not found.' }, { status: 404 })
      const counts = counted ? { total: all.length, pages: Math.ceil(all.length / size) } : { total: null, pages: null }
      return HttpResponse.json({ markers: all.slice((page - 1) * size, page * size), ...counts, page, size })
    }),
  )
})
afterEach(cleanup)

function show(search: string) {
  window.history.replaceState(null, '', `/test/markers${search}`)
  renderPage(<MarkersView environment="test" failure={null} />)
  return userEvent.setup()
}
// Roles are slow to find among hundreds of rows.
const rows = () => [...document.querySelectorAll('tbody tr')]
const button = (text: string) => screen.findByText(text, { selector: 'button' })
const status = (text: string | RegExp) => screen.findByText(text, { selector: '[role=status]' })

test('all pages are read, a hundred at a time, also where nobody counts; the whole test is searched and sorted', async () => {
  counted = false
  const user = show(`?lab_test=${A}&lab_account=${ACCOUNT}`)
  await status('230 markers, 230 expected results')
  expect(asked).toEqual([1, 2, 3].map((page) => `${A} ${page} 100 ${ACCOUNT}`))
  const [first] = rows()
  for (const text of [
    'Marker 1',
    'm1',
    'Biomarker',
    'Result 1',
    'LOINC 1',
    '1-1',
    'mg/dL',
    '1.50',
    'P-1',
    'Brightpine',
  ]) {
    expect(first?.textContent).toContain(text)
  }
  const box = screen.getByLabelText(/Name, slug, LOINC or provider ID/)
  await user.type(box, 'p-22{Enter}')
  await status('11 of 230 markers match')
  expect(rows()[0]?.querySelector('mark')?.textContent).toBe('P-22')
  await user.selectOptions(screen.getByLabelText('Sort markers'), 'By price, highest first')
  await waitFor(() => expect(rows()[0]?.textContent).toContain('229.50'))
  expect(window.location.search).toBe(`?lab_test=${A}&lab_account=${ACCOUNT}&sort=price_down`)
  await user.clear(box)
  await user.type(box, 'nothing like it{Enter}')
  await screen.findByText('No matching markers')
})

test('a page that does not come leaves what came, and is asked for again where it stopped', async () => {
  tests[A] = BARE
  before[2] = () => HttpResponse.json({ detail: 'The service isn’t available right now.' }, { status: 503 })
  const user = show(`?lab_test=${A}`)
  const again = await button('Try again from marker 101')
  await status('100 markers, 0 expected results so far')
  before = {}
  await user.click(again)
  await status('230 markers, 0 expected results')
  expect(asked.map((call) => call.split(' ')[1])).toEqual(['1', '2', '2', '3'])
})

test('a marker that can’t be read is named beside the others, and ends no reading', async () => {
  counted = false
  tests[A] = BARE
  const odd = { ...made(1), price: {} }
  before[1] = () =>
    HttpResponse.json({ markers: [odd, ...BARE.slice(1, 100)], total: null, pages: null, page: 1, size: 100 })
  show(`?lab_test=${A}`)
  expect(await status(/229 markers/)).toBeTruthy()
  expect((await screen.findByText('A marker')).closest('[role=status]')?.textContent).toContain(
    'unexpected value in price',
  )
})

test('reading shows how far it is and can be stopped, and goes on where it was', async () => {
  tests[A] = BARE
  const held = Promise.withResolvers<undefined>()
  before[2] = () => held.promise
  const user = show(`?lab_test=${A}`)
  await screen.findByText('Read 100 of 230 markers')
  await user.click(await button('Stop'))
  await screen.findByText(/Stopped after 100 of 230 markers/)
  expect(await button('Copy rows')).toHaveProperty('disabled', false)
  before = {}
  held.resolve(undefined)
  await user.click(await button('Load the rest'))
  await status('230 markers, 0 expected results')
})

test('nothing chosen, nothing there, nobody’s id: each says what to do', async () => {
  tests[B] = []
  show('?lab_account=x')
  const card = await screen.findByRole('link', { name: /Wellness.*Test kit/ })
  expect(card.getAttribute('href')).toBe(`/test/markers?lab_test=${A}`)
  await screen.findByText(/can’t use a value in the address \(lab_account\)/)
  cleanup()
  const user = show(`?lab_test=${B}&lab_account=${ACCOUNT}`)
  await user.click(await screen.findByRole('button', { name: 'Show it for any account' }))
  await screen.findByRole('heading', { name: 'This lab test has no markers' })
  cleanup()
  show(`?lab_test=${A.replace('101', '999')}`)
  await screen.findByRole('heading', { name: 'Lab test not found' })
})

/** The texts of a part of the comparison, row by row: its heading first. */
const partRows = (name: RegExp) =>
  within(screen.getByRole('rowgroup', { name }))
    .getAllByRole('row')
    .map(({ children }) => [...children].map(({ textContent }) => textContent))

test('two tests in two columns of prices: totals, in both with the differences, in one alone', async () => {
  tests[A] = [made(1), made(3), made(2, { price: '3.10' }), made(4, { price: 'on request' })]
  tests[B] = [made(22, { slug: 'm2', name: 'Iron', price: '4.00' }), made(3), made(4), made(9)]
  show(`?lab_test=${A}&compare=${B}`)
  await status('3 in both, 1 only in Wellness, 1 only in Lipids.')
  expect(screen.getByRole('row', { name: /^Total price/ }).textContent).toBe(
    'Total price4 and 4 markers8.10 +\u00a01\u00a0unknown21.50 not comparable',
  )
  // Different prices come first, and equal ones have no word beside them.
  expect(partRows(/^In both/)).toEqual([
    ['In both 3 markers', '6.60 +\u00a01\u00a0unknown', '12.00 not comparable'],
    ['Marker 22-1“Iron” in Lipids', '3.10', '4.00 0.90 more'],
    ['Marker 44-1', 'on request', '4.50 not comparable'],
    ['Marker 33-1', '3.50', '3.50'],
  ])
  // Each price stands in the column of its test.
  expect(partRows(/^Only in A/)).toEqual([
    ['Only in A Wellness 1 marker', '1.50', ''],
    ['Marker 11-1', '1.50', '–not in it'],
  ])
  expect(partRows(/^Only in B/)).toEqual([
    ['Only in B Lipids 1 marker', '', '9.50'],
    ['Marker 99-1', '–not in it', '9.50'],
  ])
  const counts = within(screen.getByRole('navigation', { name: 'Parts' })).getAllByRole('link')
  expect(counts.map((link) => [link.textContent, document.querySelector(link.getAttribute('href') ?? '')?.id])).toEqual(
    [
      ['3In both', 'both'],
      ['1Only in A Wellness', 'only_a'],
      ['1Only in B Lipids', 'only_b'],
    ],
  )
})

test('method, sample, preparation and lab stand in the column of their test, and unknown ones say so', async () => {
  tests[A] = [made(1)]
  tests[B] = [made(2)]
  const texts = { preparation: 'Fast for 10 hours.', sample: 'Blood, two tubes' }
  const entries = ENTRIES.map((entry) => (entry.id === A ? { ...entry, ...texts } : entry))
  server.use(mock(at(listCatalog, { environment: 'test' }), () => HttpResponse.json({ entries, methods: METHODS })))
  show(`?lab_test=${A}&compare=${B}`)
  const cells = async (label: string) => {
    const row = await screen.findByRole('row', { name: new RegExp(`^${label}`) })
    return [...row.children].map(({ textContent }) => textContent)
  }
  expect(await cells('Method')).toEqual(['Method', 'Test kit', 'not on file'])
  expect(await cells('Sample')).toEqual(['Sample', 'Blood, two tubes', 'not on file'])
  expect(await cells('Preparation')).toEqual(['Preparation', 'Fast for 10 hours.', 'not on file'])
  expect(await cells('Lab')).toEqual(['Lab', 'Brightpine', 'not on file'])
  expect(screen.queryByRole('row', { name: /^Remarks/ })).toBeNull()
})

test('an unknown test of a comparison is named with its side, and the other one is a step away', async () => {
  const unknown = A.replace('101', '999')
  tests[A] = [made(1)]
  const user = show(`?lab_test=${A}&compare=${unknown}`)
  await screen.findByRole('heading', { name: 'B, lab test 00000000…0999, was not found' })
  expect(screen.queryByText('Unnamed lab test')).toBeNull()
  expect(screen.getByRole('button', { name: 'Change tests' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'View markers of A' }))
  await status('1 marker, 1 expected result')
  expect(window.location.search).toBe(`?lab_test=${A}`)
  cleanup()
  const [first, second] = [unknown, A.replace('101', '998')]
  show(`?lab_test=${first}&compare=${second}&lab_account=${ACCOUNT}`)
  await screen.findByRole('heading', {
    name: 'A, lab test 00000000…0999, and B, lab test 00000000…0998, or the lab account was not found',
  })
  expect(screen.queryByRole('button', { name: /^View markers of/ })).toBeNull()
})

test('a panel shows its first codes on a phone until asked for all, and a search folds none', async () => {
  const panel = made(1, { name: 'Panel' })
  const expected_results = [1, 2, 3, 4, 5].flatMap((id) => made(id).expected_results)
  tests[A] = [{ ...panel, expected_results }, made(9)]
  tests[B] = [made(8)]
  const user = show(`?lab_test=${A}&compare=${B}`)
  const more = await screen.findByRole('button', { name: '+2 more codes of Panel' })
  const folded = () => document.querySelectorAll('#only_a [class*="width<641px"]').length
  expect(folded()).toBe(2)
  await user.click(more)
  expect([folded(), more.getAttribute('aria-expanded')]).toEqual([0, 'true'])
  await user.click(screen.getByRole('button', { name: 'Fewer codes of Panel' }))
  await user.type(screen.getByRole('textbox', { name: 'Name, slug, LOINC or provider ID' }), '5-1')
  await status(/^Matches: 0 in both, 1 only/)
  expect([folded(), screen.queryByRole('button', { name: /codes of Panel/ })]).toEqual([0, null])
})

test('totals differ by what their difference says, and markers that didn’t come leave them open', async () => {
  tests[A] = [made(1), made(2)]
  tests[B] = [made(2), made(3)]
  show(`?lab_test=${A}&compare=${B}`)
  const total = async () => (await screen.findByRole('row', { name: /^Total price/ })).textContent
  expect(await total()).toBe('Total price2 and 2 markers4.006.00 2.00 more')
  expect(partRows(/^In both/)[0]).toEqual(['In both 1 marker', '2.50', '2.50 same'])
  cleanup()
  before[1] = () =>
    HttpResponse.json({ markers: [{ ...made(1), price: {} }, made(2)], total: 2, pages: 1, page: 1, size: 100 })
  show(`?lab_test=${A}&compare=${B}&lab_account=${ACCOUNT}`)
  expect(await total()).toContain('2.50 +\u00a01\u00a0unknown')
})

test('a long part shows its first rows until asked for all, and closes; a link to it opens it', async () => {
  tests[A] = BARE.slice(0, 12)
  tests[B] = [made(99)]
  const user = show(`?lab_test=${A}&compare=${B}`)
  const heading = await screen.findByRole('button', { name: /^Only in A/ })
  const rowsInSight = () =>
    [...document.querySelectorAll('#only_a > tr:not(:first-child, .hidden)')].map(({ textContent }) => textContent)
  expect(rowsInSight()).toHaveLength(11)
  await user.click(screen.getByRole('button', { name: 'Show all 12' }))
  expect(rowsInSight().slice(-2)).toEqual(['Marker 1212.50–not in it', 'Show first 10'])
  await user.click(heading)
  expect([rowsInSight(), heading.getAttribute('aria-expanded')]).toEqual([[], 'false'])
  await user.click(screen.getByRole('link', { name: /Only in A/ }))
  expect([rowsInSight().length, heading.getAttribute('aria-expanded')]).toEqual([11, 'true'])
})

test('a comparison is searched in both tests, and printed', async () => {
  tests[A] = [made(1), made(2)]
  tests[B] = [made(22, { slug: 'm2', name: 'Iron' }), made(9)]
  const user = show(`?lab_test=${A}&compare=${B}`)
  await status(/1 in both/)
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  await user.type(screen.getByRole('textbox', { name: 'Name, slug, LOINC or provider ID' }), 'iron')
  await status('Matches: 1 in both, 0 only in Wellness, 0 only in Lipids.')
  expect(partRows(/^In both/)).toHaveLength(2)
  // Totals are those of the tests, not of the matches.
  expect(partRows(/^Only in A/)).toEqual([['Only in A Wellness 0 of 1 marker', '1.50', '']])
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})

test('the fields of a comparison fold on a phone until they are asked for', async () => {
  tests[B] = [made(9)]
  const user = show(`?lab_test=${A}&compare=${B}&lab_account=${ACCOUNT}`)
  const fields = screen.getByRole('region', { name: 'What to show' })
  await screen.findByText('For Main')
  expect(fields.className).toContain('max-rail:hidden')
  await user.click(screen.getByRole('button', { name: 'Change tests' }))
  expect(fields.className).not.toContain('max-rail:hidden')
  expect(screen.getByRole('button', { name: 'Done changing tests' }).getAttribute('aria-expanded')).toBe('true')
})

test('a marker is found in all lab tests, with those that couldn’t be read named as such', async () => {
  const loinc = { id: 9, name: '25-hydroxyvitamin D [Mass/volume] in Serum or Plasma', slug: 'd', code: '1989-3' }
  const result = { id: 9, name: 'Vitamin D', slug: 'd', lab_id: 3, provider_id: 'R-9', loinc }
  tests[A] = [...BARE, made(231, { name: 'Vitamin D', expected_results: [result] })]
  // Several steps: the finder reads four tests at a time.
  const others = [5, 6, 7, 8].map((digit) => ({ ...wellness, id: `${A.slice(0, -1)}${digit}`, name: `Other ${digit}` }))
  for (const { id } of others) tests[id] = []
  const entries = [...ENTRIES, ...others]
  server.use(mock(at(listCatalog, { environment: 'test' }), () => HttpResponse.json({ entries, methods: METHODS })))
  const user = show('')
  await user.type(await screen.findByLabelText('Find a marker in all lab tests'), 'vitamin d')
  await status('1 lab test with a match')
  const link = screen.getByRole('link', { name: 'Wellness' })
  expect(link.getAttribute('href')).toBe(`/test/markers?lab_test=${A}`)
  expect(link.closest('li')?.textContent).toBe('WellnessBrightpineTest kitSerum or PlasmaVitamin D1989-3')
  expect(screen.getByText(/The markers of 1 lab test weren’t read/)).toBeTruthy()
  expect(window.location.search).toBe('')
  tests[B] = [made(7, { name: 'Vitamin D, 25-hydroxy' })]
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await status('2 lab tests with a match')
})
