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

test('two tests side by side: in one, in the other, in both with the difference in price', async () => {
  tests[A] = [made(1), made(2, { price: '3.10' }), made(3, { price: 'on request' })]
  tests[B] = [made(22, { slug: 'm2', price: '4.00' }), made(3), made(9)]
  show(`?lab_test=${A}&compare=${B}`)
  await status(/2 in both, 1 only in Wellness, 1 only in Lipids/)
  const part = (name: string) => within(screen.getByRole('region', { name }))
  expect(
    part('Only in Wellness')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Marker 11-11.50'])
  expect(
    part('Only in Lipids')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Marker 99-19.50'])
  // Keyboard users scroll wide content too.
  expect(screen.getByRole('region', { name: 'In both' }).tabIndex).toBe(0)
  const lines = part('In both').getAllByRole('row').slice(1)
  expect(
    lines.map((line) =>
      within(line)
        .getAllByRole('cell')
        .slice(1)
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['3.10', '4.00', '0.90 more'],
    ['on request', '3.50', '–no number'],
  ])
  const parts = screen.getAllByRole('region', { name: /^(In both|Only in)/ })
  expect(parts.map((each) => each.getAttribute('aria-label'))).toEqual([
    'In both',
    'Only in Wellness',
    'Only in Lipids',
  ])
})

test('a comparison is searched in both tests, and printed', async () => {
  tests[A] = [made(1), made(2)]
  tests[B] = [made(22, { slug: 'm2', name: 'Iron' }), made(9)]
  const user = show(`?lab_test=${A}&compare=${B}`)
  await status(/1 in both/)
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  await user.type(screen.getByRole('textbox', { name: 'Name, slug, LOINC or provider ID' }), 'iron')
  await status('1 match')
  expect(within(screen.getByRole('region', { name: 'In both' })).getAllByRole('row')).toHaveLength(2)
  expect(screen.getByRole('region', { name: 'Only in Wellness' }).textContent).toContain('None.')
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
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
