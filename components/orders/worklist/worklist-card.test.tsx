import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { runShortcut } from '#components/patterns/page/shortcuts.tsx'
import { NOW, renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { ToastHost } from '#components/ui/dialog/toast.tsx'
import {
  listWorklist,
  markWorklistOrder,
  NO_MARK,
  WORKLIST_FILTERS,
  type Worklist,
  type WorklistItem,
  type WorklistMark,
} from '#lib/domains/orders/worklist/worklist.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { listColleagues } from '#lib/domains/staff/staff.ts'
import { WorklistCard } from './worklist-card.tsx'

const idOf = (place: number) => `6d0f6a4e-000${place}-4c47-8ace-5589bb58a797`
const HOUR = 3_600_000
const ago = (hours: number) => new Date(NOW - hours * HOUR).toISOString()

const itemOf = (place: number, changes: Partial<WorklistItem>): WorklistItem => ({
  order_id: idOf(place),
  user_id: '00000001-0000-4000-8000-000000000000',
  patient_address: { receiver_name: 'Ada Moss' },
  test: 'Lipids',
  method: 'testkit',
  status: 'lost',
  kind: 'not_delivered',
  visit: null,
  since: ago(50),
  mark: NO_MARK,
  ...changes,
})
const LOST = itemOf(1, {})
const STUCK = itemOf(2, { status: 'with_customer', kind: 'stuck', since: ago(26) })
const ROSAS: WorklistMark = {
  version: 3,
  owner: { id: 'rosa', name: 'Rosa Adeyemi', at: ago(1) },
  snooze: null,
  outcome: null,
}

/** Changes sent, and the response to the next one. */
let sent: { order: string; body: unknown }[] = []
let refusal: { detail: string; of?: string } | null = null
let items: WorklistItem[] = []
let unchecked = 0

beforeEach(() => {
  sent = []
  refusal = null
  items = [LOST, STUCK]
  unchecked = 0
  server.use(
    mock(at(listWorklist, { environment: 'sandbox' }), ({ request }) => {
      const asked = new URL(request.url).searchParams
      const mine = items.filter(({ mark }) => mark.owner?.id === 'own')
      const usual = mine.length > 0 ? 'mine' : 'all'
      const filter = WORKLIST_FILTERS.find((each) => each === asked.get('filter')) ?? usual
      const ofKind = items.filter(({ kind }) => filter === 'all' || kind === filter)
      const shown = filter === 'mine' ? mine : ofKind
      const counts = { all: items.length, mine: mine.length, stuck: 1, not_delivered: 1 }
      const answer: Worklist = {
        ...{ counted_at: ago(0), filter, items: shown, counts },
        ...{ replaced: 4, unchecked: asked.get('check') === 'all' ? 0 : unchecked, missing: null },
      }
      return HttpResponse.json(answer)
    }),
    mock(at(markWorklistOrder, { environment: 'sandbox', order_id: ':order_id' }), async ({ request, params }) => {
      sent.push({ order: `${params.order_id}`, body: await request.json() })
      if (refusal && (refusal.of ?? params.order_id) === params.order_id)
        return HttpResponse.json(refusal, { status: 409 })
      const answer: WorklistMark = { ...NO_MARK, version: 8 }
      return HttpResponse.json(answer)
    }),
  )
})

function show(role: Role = 'lab_coordinator') {
  const seen: string[] = []
  const preview = {
    isOpen: false,
    onOpen: ({ order_id }: WorklistItem) => seen.push(`open ${order_id}`),
    onMove: ({ order_id }: WorklistItem) => seen.push(`move ${order_id}`),
  }
  renderPage(
    <RoleProvider role={role}>
      <WorklistCard environment="sandbox" viewer_id="own" preview={preview} />
      <ToastHost />
    </RoleProvider>,
    { search: '/sandbox' },
  )
  return { seen, user: userEvent.setup() }
}
const rows = async () => within(await screen.findByRole('table')).findAllByRole('row', { name: /…/ })

test('a row says what happened, to whom, for how long, and what to do', async () => {
  show()
  const [lost, stuck] = await rows()
  expect(lost?.textContent).toContain('The parcel is lost.')
  expect(lost?.textContent).toContain('Ada Moss')
  expect(lost?.textContent).toContain('2 d 2 h')
  expect(stuck?.textContent).toMatch(/Stuck.*With patient.*1 d 2 h/)
  const step = within(lost ?? document.body).getByRole('link', { name: 'Contact patient' })
  expect(step.getAttribute('href')).toBe(`/sandbox/orders/${LOST.order_id}#patient`)
  expect(screen.getByText('4 replaced orders hidden')).toBeTruthy()
})

test('a filter is in the address, shows its orders, and leads to their search', async () => {
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Stuck 1' }))
  expect(window.location.search).toBe('?needs=stuck')
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(screen.getByRole('link', { name: 'Open in Orders' }).getAttribute('href')).toBe('/sandbox/orders?stuck=true')
  await user.click(screen.getByRole('button', { name: 'Mine 0' }))
  expect(await screen.findByText('No order is assigned to you.')).toBeTruthy()
})

test('keys: move, preview, assign and undo', async () => {
  const { seen, user } = show()
  await rows()
  for (const key of ['j', 'j', 'space', 'a']) runShortcut(key)
  expect(seen).toContain(`open ${STUCK.order_id}`)
  await waitFor(() => expect(sent).toEqual([{ order: STUCK.order_id, body: { version: 0, owner: 'me' } }]))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent[1]).toEqual({ order: STUCK.order_id, body: { version: 8, owner: 'none' } }))
})

test('who was faster is said, and nothing is changed', async () => {
  items = [{ ...LOST, mark: ROSAS }]
  refusal = { detail: 'Rosa Adeyemi took this order 2 min ago. Your change wasn’t saved.' }
  const { user } = show()
  const [row] = await rows()
  expect(row?.textContent).toContain('Rosa Adeyemi')
  await user.click(within(row ?? document.body).getByRole('button', { name: 'Assign to me' }))
  expect(await screen.findByText(/Rosa Adeyemi took this order 2 min ago/)).toBeTruthy()
})

test('an order is snoozed with a reason, by keys alone', async () => {
  const { user } = show()
  await rows()
  runShortcut('j')
  runShortcut('s')
  const dialog = await screen.findByRole('dialog', { name: 'Snooze order' })
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await within(dialog).findByText('Choose a reason.')).toBeTruthy()
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Reason' }), 'other')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await within(dialog).findByText('Say what it waits for.')).toBeTruthy()
  expect(sent).toEqual([])
  await user.type(within(dialog).getByRole('textbox', { name: 'Comment' }), 'Practice is closed.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    order: LOST.order_id,
    body: { version: 0, snooze: { reason: 'other', comment: 'Practice is closed.', since: LOST.since } },
  })
  expect(await screen.findByText(/^Snoozed until /)).toBeTruthy()
})

test('who may only look has no buttons and no keys for it', async () => {
  show('read_only')
  const [row] = await rows()
  expect(within(row ?? document.body).queryByRole('button', { name: 'Assign to me' })).toBeNull()
  expect(runShortcut('a')).toBeFalsy()
  expect(sent).toEqual([])
})

test('newer orders that weren’t checked are counted, and checked on request', async () => {
  unchecked = 1207
  show()
  expect(await screen.findByText(/1,207 newer ones weren’t checked\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Check all' }))
  await waitFor(() => expect(screen.queryByText(/weren’t checked/)).toBeNull())
  expect(screen.queryByRole('button', { name: 'Check all' })).toBeNull()
})

test('an order is finished in two steps, with its reason, and reopened by undo', async () => {
  const { user } = show()
  const [row] = await rows()
  await user.click(within(row ?? document.body).getByRole('button', { name: 'Finish' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Done: patient contacted' }))
  const outcome = { reason: 'contacted', since: LOST.since }
  await waitFor(() => expect(sent).toEqual([{ order: LOST.order_id, body: { version: 0, outcome } }]))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent[1]).toEqual({ order: LOST.order_id, body: { version: 8, outcome: null } }))
})

test('several are assigned to a colleague at once, each by its own version', async () => {
  server.use(
    mock(at(listColleagues, { environment: 'sandbox' }), () =>
      HttpResponse.json({
        colleagues: [
          { id: 'rosa', name: 'Rosa Adeyemi', works_on_orders: true },
          { id: 'own', name: 'Ada Moss', works_on_orders: true },
          { id: 'lim', name: 'Lim Read', works_on_orders: false },
        ],
      }),
    ),
  )
  items = [{ ...LOST, mark: { ...ROSAS, owner: null } }, STUCK]
  const { user } = show()
  for (const row of await rows()) await user.click(within(row).getByRole('checkbox'))
  const bar = within(await screen.findByRole('region', { name: 'Selection' }))
  await user.click(await bar.findByRole('button', { name: 'Assign' }))
  const rosa = await screen.findByRole('menuitem', { name: 'Rosa Adeyemi' })
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Me',
    'Rosa Adeyemi',
    'No one',
  ])
  await user.click(rosa)
  await waitFor(() =>
    expect(sent).toEqual([
      { order: LOST.order_id, body: { version: 3, owner: 'rosa' } },
      { order: STUCK.order_id, body: { version: 0, owner: 'rosa' } },
    ]),
  )
  expect(await screen.findByText('2 orders')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
})

test('opens on the viewer’s own orders where there are any, and on all by one press', async () => {
  const mark: WorklistMark = { ...ROSAS, owner: { id: 'own', name: 'Ada Moss', at: ago(1) } }
  items = [LOST, { ...STUCK, mark }]
  const { user } = show()
  expect(await rows()).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Mine 1' }).getAttribute('aria-pressed')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'All 2' }))
  expect(window.location.search).toBe('?needs=all')
  await waitFor(async () => expect(await rows()).toHaveLength(2))
})

test('stays on all while the viewer takes on the first of them', async () => {
  const { user } = show()
  const [first] = await rows()
  items = [{ ...LOST, mark: { ...ROSAS, owner: { id: 'own', name: 'Ada Moss', at: ago(0) } } }, STUCK]
  await user.click(within(first ?? document.body).getByRole('button', { name: 'Assign to me' }))
  expect(await screen.findByRole('button', { name: 'Mine 1' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'All 2' }).getAttribute('aria-pressed')).toBe('true')
})

test('a batch that is refused in part says how many were changed and why the others weren’t', async () => {
  refusal = { detail: 'Rosa Adeyemi took this order 2 min ago. Your change wasn’t saved.', of: STUCK.order_id }
  const { user } = show()
  for (const row of await rows()) await user.click(within(row).getByRole('checkbox'))
  const bar = within(await screen.findByRole('region', { name: 'Selection' }))
  await user.click(await bar.findByRole('button', { name: 'Finish' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Done: patient contacted' }))
  // On screen, and said.
  expect(await screen.findAllByText('1 of 2 finished, 1 couldn’t be changed.')).toHaveLength(2)
  expect(screen.getByText(/Rosa Adeyemi took this order 2 min ago/)).toBeTruthy()
  expect(screen.queryByText(/Finished\. Done/)).toBeNull()
})
