import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { ADDRESS, INFO } from '#components/users/detail/user.testing.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { seenInfoTag, updateUserInfo } from '#lib/domains/demographics/user-info-write.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { callName } from '#lib/kernel/endpoint.testing.ts'
import { SEEN_HEADER } from '#lib/kernel/record-tag.ts'
import { DemographicsView } from './demographics-view.tsx'

const sent: Record<string, unknown>[] = []
let stored: object | null = INFO
let reads = 0
let refusal: (() => Response) | null = null
let open: Order[] = []

beforeEach(() => {
  sent.length = 0
  reads = 0
  stored = INFO
  refusal = null
  open = []
  server.use(
    mock(listOrders, () => HttpResponse.json({ orders: open, total: open.length, page: 1, size: 50 })),
    mock(at(getLatestUserInfo, { user_id: ADDRESS.user_id }), () => {
      reads += 1
      return stored ? HttpResponse.json(stored) : HttpResponse.json({ detail: 'User info not found.' }, { status: 404 })
    }),
    mock(at(updateUserInfo, { user_id: ADDRESS.user_id }), async ({ request }) => {
      const body = await request.json()
      const seen = request.headers.get(SEEN_HEADER)
      if (seen !== seenInfoTag(stored && { ...stored }))
        return HttpResponse.json({ code: 'stale', detail: 'Someone else changed this user.' }, { status: 409 })
      sent.push(Object(body))
      return refusal ? refusal() : HttpResponse.json(body)
    }),
  )
})

const view = <DemographicsView {...ADDRESS} denial={null} failure={null} />
const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

async function retype(name: string, text: string) {
  const field = await box(name)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

function failureOf(status: number): RequestFailure {
  return { call: callName(getLatestUserInfo), detail: 'closed_beta', status, request_id: null, at: 0 }
}

describe('the demographics', () => {
  test('shows what is recorded, keeps a value it does not know, and sends all of it back', async () => {
    renderPage(view, { search: '?edit=1' })
    expect((await box('First name')).value).toBe('Theo')
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Race' }).value).toBe('a_later_value')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ethnicity' }), 'Prefer not to record')
    await retype('Phone', '(602) 555-0199')
    expect(screen.getByText('Will be saved as +1 602 555 0199')).toBeTruthy()
    expect(screen.getByText(/Phone, Ethnicity/)).toBeTruthy()
    await press('Save demographics')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({ ...INFO, phone_number: '+16025550199', ethnicity: null })
    expect(reads).toBe(1)
    expect(await screen.findByRole('button', { name: /^Edit demographics/ })).toBe(document.activeElement)
  })

  test('what was never recorded, or recorded as a number, holds up no other change', async () => {
    const { email: _, ...rest } = INFO
    stored = { ...rest, dob: null, gender: null, race: '', address: { ...INFO.address, zip_code: 85004 } }
    renderPage(view, { search: '?edit=1' })
    await retype('Phone', '(602) 555-0199')
    await press('Save demographics')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ email: '', dob: '', phone_number: '+16025550199', address: { zip_code: '85004' } })
  })

  test('a change says which open orders keep the old values, and leads to them', async () => {
    const event = (low: string) => [{ id: 1, created_at: '2026-11-18T20:00:00Z', status: `received.testkit.${low}` }]
    open = [
      makeOrder({ id: 'a27b6d10-93c4-4f0a-a7d5-61b8c204f9d3', events: event('ordered') }),
      makeOrder({ id: 'b27b6d10-93c4-4f0a-a7d5-61b8c204f9d4', events: event('cancelled') }),
      makeOrder({
        events: event('ordered'),
        order_transaction: { id: 'b27b6d10-93c4-4f0a-a7d5-61b8c204f9d5', status: 'completed', orders: [] },
      }),
    ]
    renderPage(view, { search: '?edit=1' })
    await retype('Last name', 'Lind')
    await press('Save demographics')
    expect(await screen.findByText('1 open order')).toBeTruthy()
    const link = screen.getByRole('link', { name: /order a27b6d10/ })
    expect(link.getAttribute('href')).toBe(`/${ADDRESS.environment}/orders/a27b6d10-93c4-4f0a-a7d5-61b8c204f9d3`)
    expect(link.parentElement?.textContent).toMatch(/: old name$/)
  })

  test.each([[[]], [[makeOrder({ events: [] })]]])('says that not all orders were checked', async (orders) => {
    open = orders
    server.use(mock(listOrders, () => HttpResponse.json({ orders: open, total: 62, page: 1, size: 50 })))
    renderPage(view, { search: '?edit=1' })
    await retype('Last name', 'Lind')
    await press('Save demographics')
    const read = orders.length === 1 ? '1 order' : '0 orders'
    expect(await screen.findByText(`Only ${read} could be checked. Others may keep the old values, too.`)).toBeTruthy()
    expect(screen.queryByText('1+ open orders') !== null).toBe(orders.length === 1)
  })

  test('are read first, and edited on request', async () => {
    renderPage(view)
    await userEvent.click(await screen.findByRole('button', { name: /^Edit demographics/ }))
    expect(await box('First name')).toBe(document.activeElement)
    await press('Cancel')
    expect(await screen.findByText('theo@example.com')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('nothing personal is offered to the browser’s memory', async () => {
    const { container } = renderPage(view, { search: '?edit=1' })
    await box('First name')
    for (const input of container.querySelectorAll('input:not([type="checkbox"])')) {
      expect(input.getAttribute('autocomplete')).toBe('off')
      expect(input.getAttribute('name')).toBeNull()
    }
  })

  test('checks a box when it is left, then at every key, by the lab’s rule', async () => {
    renderPage(view, { search: '?edit=1' })
    await retype('First name', 'Zoë')
    expect(screen.queryByText(/Labs don’t accept/)).toBeNull()
    await userEvent.tab()
    expect(await screen.findByText('Labs don’t accept “ë”. Use “Zoe”.')).toBeTruthy()
    await press('Use “Zoe”')
    expect((await box('First name')).value).toBe('Zoe')
    expect(screen.queryByText(/Labs don’t accept/)).toBeNull()
  })

  test('a birth date is pasted or typed as people write it, and what can’t be read says why', async () => {
    renderPage(view, { search: '?edit=1' })
    const field = await box('Birth date')
    await userEvent.clear(field)
    await userEvent.paste('03/07/1988')
    expect(field.value).toBe('1988-03-07')
    for (const [typed, words] of [
      ['03/07/88', /four digits: 1988/],
      ['02/29/2027', '29 February isn’t in 2027.'],
    ] as const) {
      await retype('Birth date', typed)
      await userEvent.tab()
      expect(await screen.findByText(words)).toBeTruthy()
    }
  })

  test('a ZIP code of another state is warned about, and saved all the same', async () => {
    renderPage(view, { search: '?edit=1' })
    await retype('ZIP', '10001')
    expect(await screen.findByText(/ZIP 10001 is usually in New York/)).toBeTruthy()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'NY')
    expect(screen.queryByText(/isn’t in/)).toBeNull()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'AZ')
    await press('Save demographics')
    await waitFor(() => expect(sent[0]).toMatchObject({ address: { zip_code: '10001', state: 'AZ' } }))
  })

  test('more than two errors are listed, each leading to its field', async () => {
    stored = null
    renderPage(<DemographicsView {...ADDRESS} denial={null} failure={failureOf(404)} />)
    expect(await screen.findByText(/No demographics yet/)).toBeTruthy()
    await retype('Last name', 'Lindqvist')
    await press('Save demographics')
    const summary = within(await screen.findByRole('alert'))
    expect(summary.getByText(/fields need attention/)).toBeTruthy()
    await userEvent.click(summary.getByRole('link', { name: 'ZIP' }))
    expect(document.activeElement).toBe(await box('ZIP'))
    expect(sent).toEqual([])
  })

  test('a medical proxy is added whole, and removed whole', async () => {
    stored = { ...INFO, medical_proxy: { first_name: 'Ada', last_name: 'Lindqvist', note_of_a_later_version: 'x' } }
    renderPage(view, { search: '?edit=1' })
    const first = await screen.findAllByRole<HTMLInputElement>('textbox', { name: 'First name' })
    expect(first.map(({ value }) => value)).toEqual(['Theo', 'Ada'])
    await userEvent.click(screen.getByRole('checkbox', { name: /Someone else decides for this patient/ }))
    await press('Save demographics')
    await waitFor(() => expect(sent[0]?.['medical_proxy']).toBeNull())
  })
})

test.each([
  ['Birth date', { dob: '1899-12-31' }],
  ['First name', { first_name: 'José' }],
  ['Email', { email: 'none' }],
  ['ZIP', { address: { ...INFO.address, zip_code: '8500' } }],
])('a stored %s that labs refuse is named, and sent as it is beside what was changed', async (label, wrong) => {
  stored = { ...INFO, ...wrong }
  renderPage(view, { search: '?edit=1' })
  await retype('Phone', '(602) 555-0199')
  expect(screen.getByText('Labs may refuse', { exact: false }).parentElement?.textContent).toContain(`${label}: `)
  await press('Save demographics')
  await waitFor(() => expect(sent).toEqual([{ ...stored, phone_number: '+16025550199' }]))
})

test('an invalid ZIP is marked at its field, and nothing is sent', async () => {
  renderPage(view, { search: '?edit=1' })
  await retype('ZIP', '123')
  await press('Save demographics')
  expect(await screen.findByText('Enter 5 digits, or ZIP+4. This has 3.')).toBeTruthy()
  expect((await box('ZIP')).getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

describe('what the service refuses', () => {
  test.each(['zip_code', 'zip'])(
    'lands on its field in the lab’s own words as `%s`, and goes when the value is another one',
    async (name) => {
      const issue = { loc: ['body', 'address', name], msg: 'no lab serves this ZIP', type: 'lab' }
      refusal = () => HttpResponse.json({ detail: [issue] }, { status: 422 })
      renderPage(view, { search: '?edit=1' })
      await retype('ZIP', '85005')
      await press('Save demographics')
      expect(await screen.findByText('The service refused this: “no lab serves this ZIP”')).toBeTruthy()
      await waitFor(async () => expect(document.activeElement).toBe(await box('ZIP')))
      await userEvent.type(await box('ZIP'), '-1234')
      expect(screen.queryByText(/no lab serves/)).toBeNull()
    },
  )
})

describe('when somebody else saved meanwhile', () => {
  test('each of their changes is shown; nothing is sent before every contested one is chosen', async () => {
    renderPage(view, { search: '?edit=1' })
    await retype('City', 'Tempe')
    stored = { ...INFO, email: 'new@example.com', address: { ...INFO.address, city: 'Mesa' } }
    await press('Save demographics')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Someone else changed this' }))
    expect(sent).toEqual([])
    expect(dialog.getByRole('group', { name: /Email/ })).toBeTruthy()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save with these choices' }).disabled).toBe(true)
    await userEvent.click(dialog.getByRole('radio', { name: /Tempe/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save with these choices' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ email: 'new@example.com', address: { city: 'Tempe' } })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('between the check and the save: the server refuses, and the same question is asked', async () => {
    renderPage(view, { search: '?edit=1' })
    await retype('City', 'Tempe')
    refusal = () => {
      refusal = null
      stored = { ...INFO, address: { ...INFO.address, city: 'Mesa' } }
      return HttpResponse.json({ code: 'stale', detail: 'Someone else changed this user.' }, { status: 409 })
    }
    await press('Save demographics')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Someone else changed this' }))
    await userEvent.click(dialog.getByRole('radio', { name: /Theirs Mesa/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save with these choices' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent).toHaveLength(1)
  })

  test('what they changed to the same is no question', async () => {
    renderPage(view, { search: '?edit=1' })
    await retype('City', 'Mesa')
    stored = { ...INFO, address: { ...INFO.address, city: 'Mesa' } }
    await press('Save demographics')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

test('a closed beta is explained, and writing is offered with its price', async () => {
  renderPage(<DemographicsView {...ADDRESS} denial={null} failure={failureOf(403)} />)
  expect(screen.getByText(/is in closed beta/)).toBeTruthy()
  await press('Replace demographics')
  expect((await box('First name')).value).toBe('')
})

test('who may not change them reads them, and why', async () => {
  renderPage(<DemographicsView {...ADDRESS} denial="Your role does not include this." failure={null} />)
  expect(await screen.findByText('theo@example.com')).toBeTruthy()
  expect(screen.getByText('Your role does not include this.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('closing the page with something unsaved is held up', async () => {
  renderPage(view, { search: '?edit=1' })
  await box('First name')
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true)
  await retype('City', 'Tempe')
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
})
