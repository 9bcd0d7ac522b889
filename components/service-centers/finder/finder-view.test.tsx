import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { listCatalog } from '#lib/domains/catalog/catalog.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { getServiceCenters } from '#lib/domains/service-centers/service-center.ts'
import { locateZips } from '#lib/domains/service-centers/zips.ts'
import { center } from './centers.testing.ts'
import { FinderView } from './finder-view.tsx'

const PATH = '/sandbox/service-centers'

const ORDER_ID = 'e27b6d10-93c4-4f0a-a7d5-61b8c204f9d2'
const ORDER = {
  id: ORDER_ID,
  team_id: ORDER_ID,
  user_id: ORDER_ID,
  patient_address: { receiver_name: 'Theo Lindqvist', zip: '80205-1234' },
  details: { type: 'walk_in_test' },
  lab_test: { name: 'Heart risk', method: 'walk_in_test' },
  created_at: '2026-11-12T09:13:00Z',
  updated_at: '2026-11-12T09:13:00Z',
  status: 'received',
  events: [],
}

/** Searches sent, with every address. */
let asked: string[] = []
let addresses: string[] = []

beforeEach(() => {
  asked = []
  addresses = []
  // As a browser without WebGL has it.
  HTMLCanvasElement.prototype.getContext = () => null
  const media = { addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('matchMedia', (query: string) => ({ ...media, matches: query !== 'print' }))
  server.events.on('request:start', ({ request }) => void addresses.push(request.url))
  server.use(
    mock(listOrders, () => HttpResponse.json({ orders: [ORDER], total: 1, page: 1, size: 50 })),
    mock(at(listCatalog, { environment: 'sandbox' }), () => {
      const lab = { kind: 'lab', id: '1', name: 'Calder Reference Lab', lab_id: null, origin: 'seed' }
      const own = { kind: 'lab_test', id: ORDER_ID, name: 'Heart risk', lab_id: '1', origin: 'seed' }
      return HttpResponse.json({ entries: [lab, own], methods: [] })
    }),
    mock(locateZips, () => HttpResponse.json({ centroids: [], map_style_url: null })),
    mock(getServiceCenters, async ({ request }) => {
      const query = await request.text()
      asked.push(query)
      if (query.includes('zip_code=00000')) {
        const issue = {
          loc: ['query', 'zip_code'],
          msg: 'We don’t know where this ZIP code lies.',
          type: 'unknown_zip',
        }
        return HttpResponse.json({ detail: [issue] }, { status: 422 })
      }
      const far = center({ name: 'Calder Walk-in', phone_number: null, hours: { odd: 1 } }, { distance: '40.10' })
      const found = query.includes('radius=50') ? [center(), far] : []
      return HttpResponse.json({ lab_id: 1, slug: 'calder_reference', patient_service_centers: found })
    }),
  )
})

function open(search: string) {
  window.history.replaceState(null, '', `${PATH}${search}`)
  return renderPage(<FinderView environment="sandbox" failure={null} />)
}

test('near an order’s patient: the ZIP is used and is in no address, the lab is that of the test; none found, wider, then all of it without a map', async () => {
  const user = userEvent.setup()
  open(`?order=${ORDER_ID}`)
  await user.click(await screen.findByRole('button', { name: 'Search within 50 miles' }))
  expect(window.location.search).toBe(`?order=${ORDER_ID}&radius=50`)
  const list = await screen.findByRole('region', { name: 'Service centers' })
  expect(asked).toEqual(['zip_code=80205&lab_id=1&radius=25', 'zip_code=80205&lab_id=1&radius=50'])
  expect(addresses.filter((address) => address.includes('80205'))).toEqual([])
  expect(addresses.filter((address) => /lindqvist/i.test(address))).toEqual([])
  // For staff alone: what patients are given, on paper or as text, names nobody.
  const shown = screen.getAllByText('Theo Lindqvist')
  expect(shown.map((name) => name.closest('.print\\:hidden') !== null)).toEqual([true])
  expect(screen.getByText(/this browser can’t draw it \(WebGL is off or missing\)/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Map' })).toBeNull()

  const [first, second] = within(list)
    .getAllByRole('listitem')
    .filter((item) => item.hasAttribute('data-number'))
  if (!(first && second)) throw new Error('There are two centers.')
  expect(within(first).getByText('Mon and Tue 7:00 AM to 3:30 PM')).toBeTruthy()
  expect(within(first).getByRole('link', { name: 'Call 303-555-0142' }).getAttribute('href')).toBe('tel:+13035550142')
  expect(
    within(first)
      .getByRole('link', { name: /^Directions/ })
      .getAttribute('rel'),
  ).toBe('noopener noreferrer')
  expect(within(first).getByText('pediatric_draws')).toBeTruthy()
  expect(within(second).getByText('{"odd":1}')).toBeTruthy()
  expect(within(second).getAllByText('Not on the map: unknown ZIP')).toHaveLength(1)

  await user.click(within(second).getByRole('checkbox'))
  const print = vi.fn()
  window.print = print
  await user.click(screen.getByRole('button', { name: 'Print 1 selected' }))
  expect(print).toHaveBeenCalledOnce()
  const sheet = document.querySelector<HTMLElement>('[data-print-sheet]')
  expect(sheet?.querySelectorAll('li')).toHaveLength(1)
  expect(sheet?.textContent).toContain('2Calder Walk-in')
})

test('typed by staff: nothing is asked before five digits; the service’s refusal stands as it was written', async () => {
  const user = userEvent.setup()
  open('?lab_id=1')
  const zip = await screen.findByRole('textbox', { name: 'ZIP code' })
  await user.type(zip, '0000')
  await user.click(document.body)
  expect(await screen.findByText('Enter all 5 digits.')).toBeTruthy()
  expect(asked).toEqual([])
  await user.type(zip, '0')
  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    expect.stringContaining('We don’t know where this ZIP code lies.'),
  )
  // Said at its field too.
  expect(zip.getAttribute('aria-invalid')).toBe('true')
  expect(window.location.search).toBe('?zip_code=00000&lab_id=1')
  expect(asked).toEqual(['zip_code=00000&lab_id=1&radius=25'])
})

test('a ZIP that no table has is searched from the nearest one, and that is said', async () => {
  const centroids = [{ zip_code: '85299', lat: 33.3, lng: -111.8, nearest: '85298' }]
  server.use(mock(locateZips, () => HttpResponse.json({ centroids, map_style_url: null })))
  open('?zip_code=85299&lab_id=1&radius=50')
  expect(await screen.findByText(/^We don’t know exactly where this ZIP code is. The map shows 85298/)).toBeTruthy()
})

test('a center that can’t be read is named beside the others', async () => {
  const odd = { ...center(), distance: null }
  server.use(
    mock(getServiceCenters, () =>
      HttpResponse.json({ lab_id: 1, slug: 'calder_reference', patient_service_centers: [odd, center()] }),
    ),
  )
  open('?zip_code=80205&lab_id=1')
  const list = await screen.findByRole('region', { name: 'Service centers' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .filter((item) => item.hasAttribute('data-number')),
  ).toHaveLength(1)
  expect(screen.getByText('A service center').closest('[role=status]')?.textContent).toContain(
    'unexpected value in distance',
  )
})

test('an empty list of one lab account names the account, where the radius is not to blame', async () => {
  const user = userEvent.setup()
  server.use(
    mock(getServiceCenters, async ({ request }) => {
      const found = (await request.text()).includes('lab_account_id') ? [] : [center(), center()]
      return HttpResponse.json({ lab_id: 1, slug: 'calder_reference', patient_service_centers: found })
    }),
  )
  open(`?zip_code=80205&lab_id=1&lab_account_id=${ORDER_ID}`)
  expect(await screen.findByText('No centers for this lab account')).toBeTruthy()
  expect(screen.getByText('Without the account, this search finds 2 centers within 25 miles.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Any lab account' }))
  expect(window.location.search).toBe('?zip_code=80205&lab_id=1')
})

test('all labs: each is asked, answers are merged by distance with their lab, and one without an answer is named and asked again', async () => {
  const user = userEvent.setup()
  let isDown = true
  const labs = ['Calder', 'Tamrook', 'Osprey'].map((name, at) => ({
    ...{ kind: 'lab', id: String(at + 1), name, lab_id: null, origin: 'seed' },
  }))
  server.use(
    mock(at(listCatalog, { environment: 'sandbox' }), () => HttpResponse.json({ entries: labs, methods: [] })),
    mock(getServiceCenters, async ({ request }) => {
      const query = new URLSearchParams(await request.text())
      asked.push(query.get('lab_id') ?? '')
      const lab_id = Number(query.get('lab_id'))
      if (lab_id === 3 && isDown) return HttpResponse.json({ detail: 'Lab not found.' }, { status: 404 })
      const found = center({ name: `Site ${lab_id}` }, { distance: String(10 - lab_id) })
      return HttpResponse.json({ lab_id, slug: 'x', patient_service_centers: [found] })
    }),
  )
  open('?zip_code=80205')
  await user.click(await screen.findByRole('button', { name: 'Search all labs' }))
  expect(window.location.search).toBe('?zip_code=80205&labs=all')
  expect(await screen.findByText(/^Searched 3 of 3 labs\. No answer from Osprey \(/)).toBeDefined()
  expect(asked.toSorted()).toEqual(['1', '2', '3'])
  const list = await screen.findByRole('region', { name: 'Service centers' })
  const sites = () =>
    within(list)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent)
  expect(sites()).toEqual(['1. Site 2', '2. Site 1'])
  expect(within(list).getByText('Tamrook')).toBeDefined()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try these labs again' }))
  expect(await screen.findByText('Searched 3 of 3 labs.')).toBeDefined()
  expect(sites()).toEqual(['1. Site 3', '2. Site 2', '3. Site 1'])
  expect(asked).toHaveLength(4)
})
