/** Changes by every endpoint in a demo, with good input and bad, and reads of what they led to. */
import { ATTEMPT_HEADER } from '#lib/domains/bookings/booking.ts'
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { inviteStaff } from '#lib/domains/staff/staff.ts'
import type { User } from '#lib/domains/users/user.ts'
import { saveView } from '#lib/domains/views/view-changes.ts'
import { sendCallbacks } from './callback-calls.ts'
import { CONSOLE, LAB_TEST, NOBODY, SERVICE } from './every-path.ts'
import { each } from './every-read.ts'
import type { Send } from './record.ts'

const DAY_MS = 86_400_000

const INFO = {
  first_name: 'Zebulon',
  last_name: 'Quillfeather',
  email: 'zebulon.quillfeather@mail.example',
  phone_number: '+16025550177',
  gender: 'male',
  dob: '1971-05-23',
  address: { first_line: '4711 Quandary Ter', zip_code: '85004', state: 'AZ', city: 'Phoenix' },
}

export async function changeUser(send: Send, { user_id, connected_sources }: User) {
  const user = `${SERVICE}/v2/user/${user_id}`
  for (const [path, body] of [
    [user, { client_user_id: 'compared-1', fallback_time_zone: 'America/Denver' }],
    [user, { client_user_id: 'compared-2', ingestion_start: '2026-02-01', ingestion_end: null }],
    [user, { fallback_time_zone: 'Nowhere/Else' }],
    [user, { ingestion_start: '2026-02-01', ingestion_end: '2025-02-01' }],
    [`${SERVICE}/v2/user/${NOBODY}`, { client_user_id: 'compared-3' }],
    [`${user}/info`, INFO],
    [`${user}/info`, { ...INFO, first_name: '', dob: 'long ago', address: { zip_code: 'x' } }],
    [`${SERVICE}/v2/user/${NOBODY}/info`, INFO],
  ] as const)
    await send('PATCH', path, body)
  await each(send, 'GET', '', [
    `${user}/info/latest`,
    `${CONSOLE}/directory/demo/users/${user_id}?fresh=true`,
    `${SERVICE}/v2/user/?limit=500`,
  ])
  for (const [path, body] of [
    [`${user}/create_portal_url`, { context: 'launch' }],
    [`${user}/create_portal_url`, { context: 'launch', order_id: NOBODY }],
    [`${user}/create_portal_url`, {}],
    [`${user}/sign_in_token`, undefined],
    [`${SERVICE}/v2/user/${NOBODY}/sign_in_token`, undefined],
    [`${SERVICE}/v2/link/code/create?user_id=${user_id}`, undefined],
    [`${SERVICE}/v2/link/code/create?user_id=${user_id}&expires_at=2020-01-01T00:00:00Z`, undefined],
    [`${SERVICE}/v2/link/code/create?user_id=me`, undefined],
    [`${SERVICE}/v2/link/token`, { user_id, provider: 'marrowfit', redirect_url: 'https://app.clinic.test/done' }],
    [`${SERVICE}/v2/link/token`, { user_id, provider: 'unheard_of' }],
    [`${SERVICE}/v2/link/token`, { user_id, redirect_url: 'nowhere' }],
  ] as const)
    await send('POST', path, body)
  const [connected] = connected_sources
  const connection = {
    user_id,
    access_token: 'access-of-nobody',
    refresh_token: 'refresh-of-nobody',
    provider_id: 'p-1',
  }
  const connections = [{ ...connection, expires_at: 2_000_000_000 }]
  for (const body of [
    { provider: 'marrowfit', connections, wait_for_completion: true },
    { provider: 'marrowfit', connections: [], wait_for_completion: true },
    { provider: 'unheard_of', connections, wait_for_completion: true },
    { provider: 'manual', connections, wait_for_completion: true },
    { provider: 'marrowfit', connections: [{ ...connection, user_id: NOBODY, expires_at: 2_000_000_000 }] },
    { provider: 'marrowfit', connections: [{ user_id }] },
  ])
    await send('POST', `${SERVICE}/v2/link/bulk_import`, body)
  await send('GET', `${SERVICE}/v2/user/providers/${user_id}`)
  for (const slug of [connected?.source.slug ?? 'manual', 'marrowfit', 'marrowfit', 'unheard_of'])
    await send('DELETE', `${user}/${slug}`)
  await send('GET', `${SERVICE}/v2/user/providers/${user_id}`)
  await send('GET', `${CONSOLE}/directory/demo/connections?limit=5`)
}

export async function changeStaff(send: Send) {
  const person = { email: 'wren.halloran@clinic.test', name: 'Wren Halloran', role: 'support', environments: null }
  const { member } = inviteStaff.response.parse(await send('POST', `${CONSOLE}/staff`, person))
  await send('POST', `${CONSOLE}/staff`, person)
  await send('POST', `${CONSOLE}/staff`, { ...person, email: 'nowhere', role: 'owner' })
  await send('POST', `${CONSOLE}/staff/${member.id}/reset`, {})
  for (const [id, body] of [
    [member.id, { role: 'lab_coordinator', environments: ['demo'] }],
    [member.id, { environments: ['elsewhere'] }],
    [member.id, { name: 'Wren Adeyemi' }],
    [member.id, { disabled: true }],
    ['nobody', { role: 'support' }],
  ] as const)
    await send('PATCH', `${CONSOLE}/staff/${id}`, body)
  for (const id of [member.id, 'nobody']) await send('POST', `${CONSOLE}/staff/${id}/reset`, {})
  await each(send, 'DELETE', `${CONSOLE}/staff`, [`/${member.id}/reset`, '/nobody/reset'])
  for (const role of ['read_only', 'owner'])
    for (const required of [true, false, 'no']) await send('PATCH', `${CONSOLE}/sign-in-rules/${role}`, { required })
  for (const email of ['WREN.adeyemi@clinic.test', 'nowhere', 'sam.ortega@demo.example'])
    await send('POST', `${CONSOLE}/staff/${member.id}/email`, { email })
  await send('GET', `${CONSOLE}/staff`)
  await each(send, 'DELETE', `${CONSOLE}/staff`, [`/${member.id}?consents_to=nobody`, `/${member.id}`, `/${member.id}`])
  await send('GET', `${CONSOLE}/staff`)
}

const VIEW = { name: 'Went wrong', shared: true, filter: { status: ['lost'] }, look: { columns: 'status,created_at' } }

export async function changeImports(send: Send) {
  const imports = `${CONSOLE}/imports/demo`
  const report = { provider: 'marrowfit', state: 'running', rows: 2, connected: 0, failed: 0 }
  for (const body of [report, { ...report, state: 'done', connected: 2 }, { ...report, failed: 3 }, {}])
    await send('POST', `${imports}/${NOBODY}`, body)
  await send('GET', imports)
}

export async function changeViews(send: Send) {
  const views = `${CONSOLE}/views/demo/orders`
  const { id } = saveView.response.parse(await send('POST', views, VIEW))
  for (const body of [VIEW, { ...VIEW, name: ' ' }, { ...VIEW, name: 'Of somebody', filter: { patient_name: 'A' } }])
    await send('POST', views, body)
  for (const [view, body] of [
    [id, { version: 1, name: 'Went astray', shared: false }],
    [id, { version: 1, name: 'Too late' }],
    [id, { version: 2, filter: { status: ['lost', 'sample_error'] } }],
    [NOBODY, { version: 1, shared: false }],
    [id, {}],
  ] as const)
    await send('PATCH', `${views}/${view}`, body)
  for (const [end, body] of [
    ['own-default', { view_id: id }],
    ['own-default', { view_id: NOBODY }],
    ['own-default', { view_id: 'everything' }],
    ['role-default', { role: 'support', view_id: 'open' }],
    ['role-default', { role: 'support', view_id: id }],
    ['role-default', { role: 'owner', view_id: 'open' }],
  ] as const)
    await send('POST', `${views}/${end}`, body)
  await each(send, 'GET', views, ['', '/counts?time_zone=UTC'])
  await each(send, 'DELETE', views, [`/${id}?version=1`, `/${id}?version=3`, `/${id}?version=3`, `/${id}`])
  await each(send, 'POST', views, [`/${id}/restore`, `/${NOBODY}/restore`])
  await send('GET', views)
}

export async function changeSettings(send: Send) {
  const limits = `${CONSOLE}/settings/demo/stuck-limits`
  const chosen = { with_lab: 9, with_customer: 3 }
  for (const body of [
    { version: 0, chosen },
    { version: 0, chosen },
    { version: 1, chosen: { lost: 0 } },
  ])
    await send('PATCH', limits, body)
  await each(send, 'GET', CONSOLE, ['/settings/demo/stuck-limits', '/overview/demo'])
  const entries = `${CONSOLE}/catalogue/demo/entries`
  for (const named of [
    [
      { kind: 'lab', id: '990', name: 'Somewhere' },
      { kind: 'lab_test', id: LAB_TEST, name: 'Named anew', lab_id: '990' },
    ],
    [{ kind: 'lab', id: '990', name: 'Somewhere' }],
    [{ kind: 'lab', id: 'x', name: '' }],
    [],
  ])
    await send('POST', entries, { entries: named })
  await each(send, 'DELETE', entries, ['/lab/990', '/lab/990', '/building/1'])
  await send('GET', `${CONSOLE}/catalogue/demo`)
}

async function bookable(send: Send): Promise<string[]> {
  const query = 'order_type=at_home_phlebotomy&status=requisition_created&size=20&order_key=created_at'
  const { orders } = listOrders.response.parse(await send('GET', `${SERVICE}/v3/orders?${query}`))
  return orders.filter(({ events }) => events.at(-1)?.status.endsWith('requisition_created')).map(({ id }) => id)
}

const attempt = (turn: number) => `5f0c6d1e-1111-4222-8333-00000000000${turn}`

export async function bookDraws(send: Send) {
  const [first = '', second = '', third = '', fourth = ''] = await bookable(send)
  const book = (order_id: string, turn: number, body: object) =>
    send('POST', `${SERVICE}/v3/order/${order_id}/phlebotomy/appointment/book`, body, {
      [ATTEMPT_HEADER]: attempt(turn),
    })
  await book(first, 1, { booking_key: 'sandbox_confirm', appointment_notes: 'Ring twice.' })
  await book(first, 1, { booking_key: 'sandbox_confirm' })
  await book(first, 2, { booking_key: 'sandbox_confirm' })
  await book(second, 3, { booking_key: 'sandbox_slow_50', async_confirmation: false })
  // Long pending: it is neither settled nor given up while the sides are compared.
  const slow = { async_confirmation: true, async_confirmation_timeout_millisecond: 172_800_000 }
  await book(third, 4, {
    booking_key: 'sandbox_slow_90000000',
    ...slow,
    sync_confirmation_timeout_millisecond: 1000,
  })
  await book(third, 5, { booking_key: 'sandbox_confirm' })
  await book(fourth, 6, { booking_key: 'of_nobody' })
  await book(fourth, 7, { booking_key: '', sync_confirmation_timeout_millisecond: 5 })
  await book(fourth, 8, { booking_key: 'sandbox_fail', sync_confirmation_timeout_millisecond: 1000 })
  await book(NOBODY, 9, { booking_key: 'sandbox_confirm' })
  await each(send, 'GET', CONSOLE, [
    '/bookings/demo',
    '/bookings/demo?limit=2&offset=1',
    `/bookings/demo?order_id=${first}`,
  ])
  for (const turn of [1, 3, 4, 6, 8]) await send('GET', `${CONSOLE}/bookings/demo/${attempt(turn)}`)
  for (const [id, body] of [
    [attempt(1), { state: 'completed', note: 'The phlebotomist has called.', version: 2 }],
    [attempt(1), { state: 'cancelled', note: 'Too late.', version: 2 }],
    [attempt(4), { state: 'cancelled', note: ' ', version: 2 }],
    [NOBODY, { state: 'completed', note: 'Whose?', version: 1 }],
  ] as const)
    await send('POST', `${CONSOLE}/bookings/demo/${id}/state`, body)
  await each(send, 'GET', `${SERVICE}/v3/orders?order_ids=`, [first, second, third, fourth])
  for (const [order_id, body] of [
    [first, { status: 'draw_completed' }],
    [first, {}],
    [second, { status: 'partial_results', interpretation: 'critical' }],
    [second, { status: 'unheard_of' }],
    [third, { status: 'cancelled', after_event_id: 1 }],
    [NOBODY, {}],
  ] as const)
    await send('POST', `${CONSOLE}/simulation/demo/orders/${order_id}/events`, body)
  await send('DELETE', `${CONSOLE}/events/demo/999999999/body`)
  await each(send, 'GET', `${SERVICE}/v3/orders?order_ids=`, [first, second])
}

export async function acknowledge(send: Send) {
  const read = await send('GET', `${CONSOLE}/overview/demo/critical`)
  const [order] = listCriticalOrders.response.parse(read).waiting
  const comment = 'The lab has called the doctor.'
  const known = { order_id: order?.order_id, result_at: order?.result_at }
  for (const body of [
    { ...known, comment },
    { ...known, comment: '' },
    { ...known, order_id: NOBODY, comment },
  ])
    await send('POST', `${CONSOLE}/overview/demo/acknowledgements`, body)
  await sendCallbacks(send, known)
  await send('GET', `${CONSOLE}/overview/demo/critical`)
}

export async function reportAndAudit(send: Send, { user_id }: User) {
  for (const body of [
    { action: 'show_secret', environment: 'demo', subjects: [user_id] },
    { action: 'read_minds', environment: 'demo' },
    { action: 'show_secret', environment: 'elsewhere' },
  ])
    await send('POST', `${CONSOLE}/audit/events`, body)
  await send('POST', `${CONSOLE}/patient-data/demo/reveal`)
  const start = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)
  await each(send, 'GET', `${CONSOLE}/audit`, [
    '?limit=100',
    `?subject=${user_id}&limit=20`,
    `?action=update_user&outcome=failed&from=${start}&limit=20`,
    '?outcome=lost',
    `/views?subject=${user_id}`,
    `/export?subject=${user_id}`,
    `/changes/demo/${user_id}?limit=20`,
    '/changes/demo/nobody',
    '/review?month=2026-13',
    `/review?month=${start.slice(0, 7)}`,
    `/person-export?user_id=${user_id}&format=fhir`,
    `/person-export?user_id=${user_id}&format=pdf`,
  ])
}
