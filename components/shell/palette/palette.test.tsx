import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, HttpResponse } from 'msw'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { useShortcutKeys, useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { router } from '#components/testing/page.ts'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { INFO } from '#components/users/detail/user.testing.ts'
import { listCatalog } from '#lib/domains/catalog/catalog.ts'
import { listMarkers } from '#lib/domains/catalog/marker.ts'
import { OPERATIONS } from '#lib/domains/environments/environment.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { findOrderIds } from '#lib/domains/orders/order-ids.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { findPeople, getDirectoryState, getDirectoryUser, namePeople } from '#lib/domains/users/directory.ts'
import { makeUser } from '#lib/domains/users/user.testing.ts'
import { listViews } from '#lib/domains/views/views.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { SearchButton } from './search-button.tsx'

const ORDER = '41fa88c3-0000-4000-8000-00000000a518'
const USER = '8a5fc03d-0000-4000-8000-00000000d25b'
const OTHER = '9c1e04b7-0000-4000-8000-000000003ce1'
const VISIT = '5d3c07aa-0000-4000-8000-00000000b1e4'
const AT = '2026-11-19T20:27:00Z'
const TEST = '5f1e0000-0000-4000-8000-00000000c0de'
const CHOLESTEROL = {
  id: 1,
  name: 'Cholesterol',
  slug: 'cholesterol',
  expected_results: [
    { id: 2, name: 'Total', slug: 't', loinc: { id: 3, name: 'Cholesterol', slug: 'c', code: '2093-3' } },
  ],
}
const FOUND = makeOrder({ id: ORDER, user_id: USER, patient_address: { receiver_name: 'Maren Okafor' } })
const STATE = { users: 1234, complete_at: AT, crawl: null, problem: null, retry_at: null }
const VIEWS = {
  views: [],
  defaults: { own: null, roles: {}, first: 'all' },
  may_share: false,
  may_set_roles: false,
}
const rowOf = (user_id: string, client_user_id: string) => ({
  seen_at: AT,
  user: makeUser({ user_id, client_user_id, created_on: AT }),
})

/** Their first load takes longer than a test should wait. */
beforeAll(async () => {
  await import('./palette.tsx')
})

const asked: string[] = []
const opened = vi.fn()
const listed = (orders: readonly Order[]) => HttpResponse.json({ orders, total: orders.length, page: 1, size: 6 })
const INDEX = { share: 1, problem: null, lacks_demographics: false }
const answered = (rows: readonly object[], more: object = {}) =>
  HttpResponse.json({
    users: rows,
    users_total: rows.length,
    people: [],
    total: 0,
    is_cut: false,
    is_withheld: false,
    index: INDEX,
    state: STATE,
    ...more,
  })

beforeEach(() => {
  vi.resetAllMocks()
  window.history.replaceState(null, '', '/sandbox/users')
  vi.stubGlobal('open', opened)
  asked.length = 0
  server.use(
    mock(at(getDirectoryState, { environment: 'sandbox' }), () => HttpResponse.json(STATE)),
    mock(at(getDirectoryUser, { environment: 'sandbox' }), ({ params }) =>
      params.user_id === USER
        ? HttpResponse.json({ ...rowOf(USER, 'member-7'), problem: null, is_refused: false })
        : HttpResponse.json({ detail: 'Nobody has this id.' }, { status: 404 }),
    ),
    mock(at(listCatalog, { environment: 'sandbox' }), () =>
      HttpResponse.json({
        entries: [{ kind: 'lab_test', id: TEST, name: 'Heart risk panel', lab_id: '7', origin: 'seed' }],
        methods: [],
      }),
    ),
    mock(listMarkers, () => HttpResponse.json({ markers: [CHOLESTEROL], total: 1, page: 1, size: 100, pages: 1 })),
    mock(at(listViews, { environment: 'sandbox', list: 'orders' }), () => HttpResponse.json(VIEWS)),
    mock(at(listViews, { environment: 'sandbox', list: 'users' }), () => HttpResponse.json({ ...VIEWS, views: [] })),
    mock(at(findPeople, { environment: 'sandbox' }), async ({ request }) => {
      asked.push(await request.text())
      return answered([rowOf(USER, 'member-7'), rowOf(OTHER, 'member-70')])
    }),
    mock(listOrders, async ({ request }) => {
      const query = new URL(request.url).searchParams
      if (request.method === 'GET') {
        asked.push(query.toString())
        return listed(query.get('order_ids') === ORDER ? [FOUND] : [])
      }
      asked.push(`${new URL(request.url).search} ${await request.text()}`)
      return listed([FOUND])
    }),
  )
})

const invite = vi.fn()
function StaffPage() {
  useShortcuts([{ strokes: [], label: 'Invite a colleague', group: 'Console', run: invite }])
  return null
}
const signOut = vi.fn()
const reveal = vi.fn()
function Page({ role }: { role: Role }) {
  useShortcutKeys()
  useShortcuts([
    { strokes: ['g', 'r'], label: 'Orders', group: 'Go to', href: '/sandbox/orders', run: vi.fn() },
    { strokes: ['g', 'a'], label: 'Audit log', group: 'Go to', href: '/sandbox/activity', run: vi.fn() },
    { strokes: ['j'], label: 'Next row', group: 'List', run: vi.fn() },
    { strokes: ['m'], label: 'Show patient data', words: 'reveal', group: 'Console', run: reveal },
    { strokes: [], label: 'Sign out', group: 'Console', run: signOut },
  ])
  return <SearchButton environment="sandbox" label="Sandbox" role={role} />
}

function open(role: Role = 'administrator', isEmbedded = true) {
  renderPage(
    <RoleProvider role={role} operations={isEmbedded ? OPERATIONS : []}>
      <Page role={role} />
    </RoleProvider>,
  )
  return userEvent.setup()
}
const CTRL_K = '{Control>}k{/Control}'
const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Search or jump to' })
const options = () => screen.getAllByRole('option')
const current = () => options().find((option) => option.getAttribute('aria-selected') === 'true')

describe('opening', () => {
  test('keys pressed before it is there are in it; the pages and actions of this page; Esc gives the focus back', async () => {
    const user = open()
    screen.getByRole('button', { name: 'Search or jump to' }).focus()
    await user.keyboard(`${CTRL_K}ord`)
    expect((await field()).value).toBe('ord')
    expect(document.activeElement).toBe(await field())
    await user.clear(await field())
    const pages = within(screen.getByRole('group', { name: 'Pages' })).getAllByRole('option')
    expect(pages.map((page) => page.textContent)).toContain('OrdersGR')
    expect(screen.queryByRole('option', { name: /Next row/ })).toBeNull()
    expect(await screen.findByText('Directory: 1,234 users, 5 min ago')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    const button = screen.getByRole('button', { name: 'Search or jump to' })
    await waitFor(() => expect(document.activeElement).toBe(button))
    await user.keyboard(`/reveal{Backspace}${'{Enter}'}`)
    await waitFor(() => expect(reveal).toHaveBeenCalledTimes(1))
  })

  test('an action runs once it is closed; a page or action that the role may not use is not there', async () => {
    const user = open('read_only')
    await user.keyboard(CTRL_K)
    await user.type(await field(), 'audit')
    expect(screen.queryByRole('option', { name: /Audit log/ })).toBeNull()
    await user.clear(await field())
    await user.type(await field(), 'invite')
    expect(screen.queryByRole('option', { name: /Invite/ })).toBeNull()
    await user.clear(await field())
    await user.type(await field(), 'sign{Enter}')
    await waitFor(() => expect(signOut).toHaveBeenCalledTimes(1))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('an id', () => {
  test('Enter before the answer goes to what it turns out to be', async () => {
    const user = open()
    await user.keyboard(CTRL_K)
    await user.click(await field())
    await user.paste(`"order_id": "${ORDER.toUpperCase()}",`)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.push).toHaveBeenCalledWith(`/sandbox/orders/${ORDER}`))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(asked.map((query) => /(order_ids|user_id|order_transaction_id)=/.exec(query)?.[1]).sort()).toEqual([
      'order_ids',
      'order_transaction_id',
      'user_id',
    ])
  })

  test('says what it is, opens in a new tab, and says when it is nothing', async () => {
    const user = open()
    await user.keyboard(CTRL_K)
    await user.click(await field())
    await user.paste(USER)
    expect(await screen.findByRole('group', { name: 'User with this ID' })).toBeTruthy()
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(opened).toHaveBeenCalledWith(`/sandbox/users/${USER}`, '_blank', 'noopener')
    expect(router.push).not.toHaveBeenCalled()
    await user.clear(await field())
    await user.paste(OTHER)
    expect(await screen.findByRole('heading', { name: 'Nothing in Sandbox has this ID' })).toBeTruthy()
    expect(screen.getByText('Nothing found.')).toBeTruthy()
    const person = { user_id: USER, client_user_id: 'member-7', how: 'exact', by: ['visit'], order_ids: [] }
    server.use(
      mock(at(findPeople, { environment: 'sandbox' }), () => answered([], { people: [person], total: 1 })),
      mock(at(namePeople, { environment: 'sandbox' }), () =>
        HttpResponse.json({ people: [], problem: null, is_refused: false }),
      ),
    )
    await user.clear(await field())
    await user.paste(VISIT)
    const people = await screen.findByRole('group', { name: /^People/ })
    expect(people.textContent).toMatch(/member-7.*Visit ID/)
  })
})

const byLetter = () => screen.queryByText(/may need the exact spelling/) !== null

describe('a text', () => {
  test.each([
    ['Maren', false, true],
    ['Maren', true, false],
    [USER.slice(0, 8), false, false],
  ])('%s, in the sandbox: %s; says that a service may compare letter by letter: %s', async (text, embedded, told) => {
    const user = open('administrator', embedded)
    await user.keyboard(CTRL_K)
    await user.type(await field(), text)
    expect(byLetter()).toBe(told)
  })

  test('is looked for once, in no address; arrows move, and what is current is told', async () => {
    const user = open()
    await user.keyboard(CTRL_K)
    await user.type(await field(), 'Maren')
    expect(await screen.findByText('3 results. Users: 2, Orders: 1.')).toBeTruthy()
    expect(asked.map((sent) => sent.replace(/&?(order|size).*/, '')).sort()).toEqual([
      ' search_input=Maren',
      '{"text":"Maren","limit":6}',
    ])
    expect(current()?.textContent).toContain('member-7')
    await user.keyboard('{ArrowUp}')
    expect(current()?.textContent).toContain('Heart risk')
    expect((await field()).getAttribute('aria-activedescendant')).toBe(current()?.id)
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(router.push).toHaveBeenCalledWith(`/sandbox/users/${OTHER}`)
  })

  test('a shortened ID is asked of the directory and of orders, and the line says that it matched', async () => {
    server.use(
      mock(at(findOrderIds, { environment: 'sandbox' }), () => HttpResponse.json({ ids: [ORDER], is_cut: false })),
      mock(listOrders, async ({ request }) => {
        const query = new URL(request.url).searchParams
        if (request.method === 'GET') return listed(query.get('order_ids') === ORDER ? [FOUND] : [])
        return listed([])
      }),
      mock(at(findPeople, { environment: 'sandbox' }), async ({ request }) => {
        asked.push(await request.text())
        return answered([])
      }),
    )
    const user = open()
    await user.keyboard(CTRL_K)
    await user.click(await field())
    await user.paste(`Order ${shortId(ORDER)}`)
    expect(await screen.findByText(`matches order ID ${shortId(ORDER)}`)).toBeTruthy()
    expect(asked).toEqual([`{"text":"${shortId(ORDER)}","limit":6}`])
    await user.keyboard('{Enter}')
    expect(router.push).toHaveBeenCalledWith(`/sandbox/orders/${ORDER}`)
  })

  test('“Show all” opens the list; the text is in no address', async () => {
    server.use(
      mock(at(findPeople, { environment: 'sandbox' }), () => answered([rowOf(USER, 'member-7')], { users_total: 15 })),
    )
    window.history.replaceState(null, '', '/sandbox/users')
    const user = open()
    await user.keyboard(CTRL_K)
    await user.type(await field(), 'Maren')
    await user.click(await screen.findByRole('option', { name: 'Show all 15 users' }))
    expect(window.history.state).toMatchObject({ held: { users: 'Maren' } })
    expect(window.location.href).not.toContain('Maren')
    expect(router.push).not.toHaveBeenCalled()
  })

  test('an action of another page begins once that page is there', async () => {
    const user = open()
    await user.keyboard(CTRL_K)
    await user.type(await field(), 'colleague{Enter}')
    expect(router.push).toHaveBeenCalledWith('/sandbox/settings/staff')
    renderPage(<StaffPage />)
    expect(invite).toHaveBeenCalledTimes(1)
    renderPage(<StaffPage />)
    expect(invite).toHaveBeenCalledTimes(1)
  })

  test('what was found last stays in sight, and Enter waits for what is asked for now', async () => {
    const user = open()
    await user.keyboard(CTRL_K)
    await user.type(await field(), 'memb')
    await screen.findByText(/results\./)
    server.use(
      mock(at(findPeople, { environment: 'sandbox' }), async () => {
        await delay(20)
        return answered([rowOf(OTHER, 'member-70')])
      }),
    )
    await user.type(await field(), 'er-70{Enter}')
    expect(screen.getByText('member-7')).toBeTruthy()
    expect(router.push).not.toHaveBeenCalled()
    await waitFor(() => expect(router.push).toHaveBeenCalledWith(`/sandbox/users/${OTHER}`))
  })

  test('what cannot be asked is said, without hiding the rest, and can be asked again', async () => {
    server.use(
      mock(
        at(findPeople, { environment: 'sandbox' }),
        () => HttpResponse.json({ detail: 'It is down.' }, { status: 503 }),
        { once: true },
      ),
    )
    const user = open()
    await user.keyboard(CTRL_K)
    await user.type(await field(), 'member')
    expect((await screen.findByRole('alert')).textContent).toContain('Users couldn’t be searched. It is down.')
    expect(screen.getByRole('option', { name: /Heart risk/ })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Retry users' }))
    expect(await screen.findByText('member-70')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('people by what a caller says, each with why; who only sounds alike comes last; what limits the search is said', async () => {
    const person = (user_id: string, client_user_id: string, how: string, by: string, order_ids: string[] = []) => ({
      user_id,
      client_user_id,
      how,
      by: [by],
      order_ids,
    })
    server.use(
      mock(at(findPeople, { environment: 'sandbox' }), () =>
        answered([], {
          people: [
            person(USER, 'member-7', 'exact', 'tracking', [ORDER]),
            person(OTHER, 'member-70', 'sounds', 'name'),
          ],
          total: 9,
          index: { ...INDEX, share: 0.618 },
        }),
      ),
      mock(at(namePeople, { environment: 'sandbox' }), async ({ request }) => {
        asked.push(await request.text())
        const known = { user_id: USER, info: { ...INFO, first_name: 'Maya', last_name: 'Stanton', dob: '2012-03-03' } }
        return HttpResponse.json({ people: [known], problem: null, is_refused: false })
      }),
    )
    const user = open()
    await user.keyboard(CTRL_K)
    await user.type(await field(), '1Z999AA1')
    const people = await screen.findByRole('group', { name: /^People/ })
    await within(people).findByText('Maya Stanton')
    expect(people.textContent).toMatch(/member-7.*3 Mar 2012.*Phoenix, AZ.*Tracking number/)
    expect(await screen.findByRole('group', { name: 'Orders with this code' })).toBeTruthy()
    const titles = screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby') ?? '')
    expect(titles.map((id) => document.getElementById(id)?.firstChild?.textContent).at(-1)).toBe('Sounds like')
    expect(screen.getByText('Search index 61 % built. Some people may be missing.')).toBeTruthy()
    expect(asked.filter((sent) => sent.includes('user_ids'))).toEqual([`{"user_ids":["${USER}","${OTHER}"]}`])
  })

  test.each([
    ['2093-3', 'Cholesterol'],
    ['heart risk panel', 'Heart risk panel'],
    ['85004', 'Service centers near 85004'],
  ])('%s leads to %s where nobody is found', async (text, label) => {
    server.use(
      mock(at(findPeople, { environment: 'sandbox' }), () => answered([])),
      mock(listOrders, () => listed([])),
      mock(at(findOrderIds, { environment: 'sandbox' }), () => HttpResponse.json({ ids: [], is_cut: false })),
    )
    const user = open()
    await user.keyboard(CTRL_K)
    await user.type(await field(), text)
    const catalog = await screen.findByRole('group', { name: 'Catalog' }, { timeout: 5_000 })
    expect(catalog.textContent).toContain(label)
  })
})
