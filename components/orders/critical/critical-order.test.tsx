/** A critical result on the page of its order: the time to escalation, calls about it, and its acknowledgement. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OrderView } from '#components/orders/detail/order-view.tsx'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { NOW, renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { listCatalog } from '#lib/domains/catalog/catalog.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { makeCallback } from '#lib/domains/orders/critical/callbacks.testing.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { getStuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { setClock } from '#lib/utils/time/clock.ts'
import { type CriticalConsole, criticalConsole, criticalOrder, minutesAgo } from './critical.testing.ts'

const away = () => HttpResponse.json({ detail: 'The service can’t be reached.' }, { status: 503 })

let kept: CriticalConsole
beforeEach(() => {
  setClock({ now: () => NOW, running: false })
  kept = criticalConsole()
})
afterEach(() => setClock(null))

async function open(minutes: number, role: Role = 'support', changes: Partial<Order> = {}) {
  const order = criticalOrder(minutes, changes)
  server.use(
    mock(at(getStuckLimits, { environment: 'sandbox' }), () =>
      HttpResponse.json({ days: STUCK_DAYS, chosen: {}, version: 0, changed_at: null, changed_by: null }),
    ),
    mock(at(listCatalog, { environment: 'sandbox' }), () => HttpResponse.json({ entries: [], methods: [] })),
    mock(listOrders, () => HttpResponse.json({ orders: [order], total: 1, page: 1, size: 50 })),
  )
  renderPage(
    <RoleProvider role={role}>
      <OrderView environment="sandbox" order_id={order.id} failure={null} />
    </RoleProvider>,
  )
  const banner = await screen.findByRole('region', { name: /ritical result$/ })
  await within(banner).findAllByText(/No owner|Dana Reyes|Ann/)
  return { user: userEvent.setup(), banner: within(banner), order }
}

const about = (minutes: number) => {
  const { id } = criticalOrder(minutes)
  return { order_id: id, result_at: minutesAgo(minutes) }
}
const TAKEN = { id: 1, result_id: 1, at: minutesAgo(3), owner_id: 'ann', owner_name: 'Ann', comment: 'Calling now.' }
const panel = () => screen.findByRole('complementary', { name: 'Record a callback' })

test('says how long is left until a result escalates', async () => {
  const { banner } = await open(12)
  expect(banner.getByText('Escalation due in 18 min.')).toBeTruthy()
  expect(banner.getByText('Escalation due 20:50 UTC')).toBeTruthy()
  expect(banner.getByText('No callback attempts')).toBeTruthy()
})

test('says that escalation was due, and that no call is recorded: nobody was notified', async () => {
  const { banner } = await open(40)
  expect(banner.getByText('No call recorded, 40 min')).toBeTruthy()
  expect(banner.getByText('Escalation was due 20:22.')).toBeTruthy()
  expect(banner.getByText('Escalation was due 20:22 UTC')).toBeTruthy()
})

test('attempts are listed newest first, with no actions on them; who only reads has no buttons', async () => {
  const missed = makeCallback({
    ...about(40),
    at: minutesAgo(16),
    note: 'Voicemail.',
    recorded_by_name: 'Rosa Adeyemi',
  })
  const desk = makeCallback({
    ...about(40),
    id: '1c5f1a52-6d1e-4b43-9d5a-2b1f4f7d9a01',
    at: minutesAgo(5),
    called: 'other',
    called_name: 'Front desk',
    outcome: 'no_read_back',
    next_attempt_at: minutesAgo(-5),
  })
  kept.callbacks = [missed, desk]
  const { banner, user } = await open(40, 'read_only')
  // The clock runs from the result, whatever was tried.
  expect(banner.getByText('Escalation was due 20:22.')).toBeTruthy()
  expect(banner.getByText('40 min')).toBeTruthy()
  expect(banner.getByText(/1 missed call · 1 call without read-back · next attempt 20:37/)).toBeTruthy()
  expect(banner.queryByRole('button')).toBeNull()
  await user.click(banner.getByText('2 callback attempts'))
  const rows = within(banner.getByRole('list', { name: 'Callback attempts' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/20:27.*Other.*Reached, no read-back.*Front desk/),
    expect.stringMatching(/20:16.*Ordering provider.*Not reached.*Voicemail\..*Recorded by Rosa Adeyemi/),
  ])
})

test('an attempt is saved by Ctrl+Enter, once even where it was sent twice, and does not acknowledge', async () => {
  const { banner, user, order } = await open(12)
  await user.click(banner.getByRole('button', { name: 'Record a callback' }))
  const form = within(await panel())
  expect(document.activeElement).toBe(form.getByRole('radio', { name: 'Ordering provider' }))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(form.queryAllByRole('radio', { checked: true })).toEqual([])
  expect(await form.findByText('Choose who you called.')).toBeTruthy()
  expect(form.getByText('Choose an outcome.')).toBeTruthy()
  expect(document.activeElement).toBe(form.getByRole('radio', { name: 'Ordering provider' }))
  expect(kept.sent).toEqual([])
  await user.click(form.getByRole('radio', { name: 'Ordering provider' }))
  expect(form.queryByRole('group', { name: 'Next attempt' })).toBeNull()
  await user.click(form.getByRole('radio', { name: 'Not reached' }))
  await user.click(form.getByRole('radio', { name: 'In 15 min' }))
  expect(form.getByText(/^At 20:47 UTC\./)).toBeTruthy()
  await user.type(form.getByRole('textbox', { name: 'Note (optional)' }), ' Voicemail.')
  kept.failures = [away()]
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await form.findByText('The service can’t be reached.')).toBeTruthy()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await banner.findByText('1 callback attempt')).toBeTruthy()
  expect(kept.sent).toHaveLength(2)
  expect(kept.sent[0]).toEqual(kept.sent[1])
  expect(kept.sent[0]).toMatchObject({
    order_id: order.id,
    result_at: minutesAgo(12),
    called: 'ordering_provider',
    called_name: null,
    outcome: 'not_reached',
    next_attempt_at: minutesAgo(-15),
    note: 'Voicemail.',
  })
  expect(banner.getByText('Not acknowledged.')).toBeTruthy()
  expect(banner.getByText('Escalation due in 18 min.')).toBeTruthy()
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(document.activeElement).toBe(banner.getByRole('button', { name: 'Record a callback' }))
})

test('what was read back needs no next attempt and no longer escalates; another person needs a name', async () => {
  const { banner, user } = await open(12)
  await user.click(banner.getByRole('button', { name: 'Record a callback' }))
  const form = within(await panel())
  await user.click(form.getByRole('radio', { name: 'Reached and read back' }))
  await user.click(form.getByRole('radio', { name: 'Other' }))
  await user.click(form.getByRole('button', { name: 'Save attempt' }))
  expect(await form.findByText('Enter the name and role of who you called.')).toBeTruthy()
  const name = form.getByRole('textbox', { name: 'Name and role' })
  expect(document.activeElement).toBe(name)
  await user.type(name, 'Nurse on call{Control>}{Enter}{/Control}')
  expect(await banner.findByText('Reached and read back.')).toBeTruthy()
  expect(banner.getByText('Not acknowledged.')).toBeTruthy()
  expect(kept.sent).toMatchObject([{ called_name: 'Nurse on call', outcome: 'read_back', next_attempt_at: null }])
  expect(banner.queryByText(/^Escalation/)).toBeNull()
})

test('about a minor the proxy stands first and is meant; the record names them', async () => {
  const medical_proxy = {
    first_name: 'Oscar',
    last_name: 'Lindqvist',
    phone_number: '+13035550188',
    relationship: 'parent',
  }
  const address = { first_line: '12 Elm St', second_line: null, zip_code: '80205', state: 'CO', city: 'Denver' }
  const person = {
    first_name: 'Theo',
    last_name: 'Lindqvist',
    email: 'theo@example.test',
    phone_number: '+13035550148',
  }
  const info = { ...person, gender: 'male', dob: '2012-03-03', address, medical_proxy }
  server.use(mock(at(getLatestUserInfo, { user_id: criticalOrder(12).user_id }), () => HttpResponse.json(info)))
  const { banner, user } = await open(12)
  await user.click(banner.getByRole('button', { name: 'Record a callback' }))
  const form = within(await panel())
  const proxy = await form.findByRole('radio', { name: /^Parent or proxy.*Oscar/, checked: true })
  expect(form.getAllByRole('radio')[0]).toBe(proxy)
  await user.click(form.getByRole('radio', { name: 'Reached and read back' }))
  await user.click(form.getByRole('button', { name: 'Save attempt' }))
  await user.click(await banner.findByText('1 callback attempt'))
  expect(kept.sent).toMatchObject([{ called: 'medical_proxy', called_name: 'Oscar Lindqvist (parent)' }])
  const row = within(banner.getByRole('list', { name: 'Callback attempts' })).getByRole('listitem')
  expect(row.textContent).toMatch(/Parent or proxy.*Oscar Lindqvist \(parent\)/)
})

test('Esc closes the panel, and asks first where a text would be lost; the focus comes back', async () => {
  const { banner, user } = await open(12)
  const button = banner.getByRole('button', { name: 'Record a callback' })
  await user.click(button)
  await panel()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(document.activeElement).toBe(button)

  await user.click(button)
  const note = within(await panel()).getByRole('textbox', { name: 'Note (optional)' })
  // To call is no acknowledgement: it isn’t done “again”.
  expect(banner.getByRole('button', { name: /^Acknowledge/ }).textContent).toBe('Acknowledge')
  await user.type(note, 'Half a note')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: /^Keep editing/ }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(note).toHaveProperty('value', 'Half a note')
  await user.click(note)
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(screen.queryByRole('complementary')).toBeNull()

  // An outcome alone is a call, too.
  await user.click(button)
  await user.click(within(await panel()).getByRole('radio', { name: 'Not reached' }))
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy()
  expect(kept.sent).toEqual([])
})

test('acknowledged here by Ctrl+Enter: an empty comment is asked for, then owner and comment show', async () => {
  const { banner, user, order } = await open(40)
  await user.click(banner.getByRole('button', { name: 'Acknowledge' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Acknowledge critical result' }))
  const comment = dialog.getByRole('textbox', { name: 'Comment' })
  await user.tab()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await dialog.findByText('Say what was done or who was informed.')).toBeTruthy()
  expect(document.activeElement).toBe(comment)
  expect(kept.sent).toEqual([])
  await user.type(comment, 'Told Dr Moss.{Control>}{Enter}{/Control}')
  expect(await banner.findByText('Acknowledged by Dana Reyes.')).toBeTruthy()
  expect(banner.getByText('Told Dr Moss.')).toBeTruthy()
  expect(banner.getByText('It stays open until a call is read back or someone closes it.')).toBeTruthy()
  const about = { order_id: order.id, result_at: minutesAgo(40), result_id: 1 }
  expect(kept.sent).toEqual([{ ...about, comment: 'Told Dr Moss.', closes: false }])
  const again = banner.getByRole('button', { name: 'Acknowledge again' })
  await waitFor(() => expect(document.activeElement).toBe(again))
})

test('what was read back is saved and acknowledged in one step, and is settled', async () => {
  const { banner, user } = await open(12)
  await user.click(banner.getByRole('button', { name: 'Record a callback' }))
  const form = within(await panel())
  expect(form.queryByRole('button', { name: 'Save and acknowledge' })).toBeNull()
  await user.click(form.getByRole('radio', { name: 'Reached and read back' }))
  await user.click(form.getByRole('radio', { name: 'Ordering provider' }))
  await user.click(form.getByRole('button', { name: 'Save and acknowledge' }))
  expect(await banner.findByText('Acknowledged by Dana Reyes. Reached and read back.')).toBeTruthy()
  expect(kept.sent).toMatchObject([{ outcome: 'read_back', acknowledge: true }])
  expect(banner.queryByRole('button', { name: 'Close' })).toBeNull()
})

test('acknowledged but not reached is closed with a reason', async () => {
  kept.acknowledgements = [{ ...TAKEN, ...about(40) }]
  const { banner, user } = await open(40)
  expect(screen.getByRole('region', { name: 'Critical result' }).dataset.tone).toBe('warn')
  await user.click(banner.getByRole('button', { name: 'Close' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Close critical result' }))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Sent by fax.')
  await user.click(dialog.getByRole('button', { name: 'Close result' }))
  expect(await banner.findByText('Closed by Dana Reyes.')).toBeTruthy()
  expect(kept.sent).toMatchObject([{ comment: 'Sent by fax.', closes: true }])
  expect(screen.getByRole('region', { name: 'Critical result' }).dataset.tone).toBe('ok')
})

test('a value that was corrected says since when, and keeps who was told the old one until somebody closes it', async () => {
  kept.seen_critical = [{ ...about(90), result_id: 0 }]
  const told = { ...about(90), result_id: 0, outcome: 'read_back', next_attempt_at: null } as const
  const parent = makeCallback({
    ...told,
    id: '0c5f1a52-6d1e-4b43-9d5a-2b1f4f7d9a02',
    called: 'medical_proxy',
    outcome: 'no_read_back',
  })
  kept.callbacks = [parent, makeCallback({ ...told, at: minutesAgo(80) })]
  const { banner, user } = await open(40, 'support', { interpretation: 'normal' })
  expect(
    banner.getByText('No longer critical since 19:52 · old value told to ordering provider, parent or proxy.'),
  ).toBeTruthy()
  expect(banner.getByRole('list', { name: 'Callback attempts' }).textContent).toContain('Reached and read back')
  expect(banner.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  await user.click(banner.getByRole('button', { name: 'Close' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Close critical result' }))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Told the practice.')
  await user.click(dialog.getByRole('button', { name: 'Close result' }))
  expect(await banner.findByText('Closed by Dana Reyes.')).toBeTruthy()
})
