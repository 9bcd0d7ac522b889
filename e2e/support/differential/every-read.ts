/** Reads of every endpoint in a demo, with good input and bad. */

import type { User } from '#lib/domains/users/user.ts'
import { LAB_ACCOUNTS } from '#lib/sandbox/data/labs.ts'
import { CONSOLE, LAB_TEST, NOBODY, SERVICE } from './every-path.ts'
import type { Send } from './record.ts'

export async function each(send: Send, method: string, prefix: string, ends: readonly string[]) {
  for (const end of ends) await send(method, `${prefix}${end}`)
}

export async function readConsole(send: Send) {
  await each(send, 'GET', CONSOLE, [
    '/environments',
    '/viewer',
    '/staff',
    '/sign-in-rules',
    '/overview/demo',
    '/overview/demo/critical',
    '/overview/demo/acknowledgements?order_ids=00000000-0000-4000-8000-00000000dead',
    '/overview/demo/callbacks?order_ids=00000000-0000-4000-8000-00000000dead',
    '/overview/demo/acknowledgements',
    '/overview/demo/callbacks',
    '/colleagues/demo',
    '/contacts/demo/nobody',
    '/callers/demo/nobody',
    '/data-requests/demo?user_id=nobody',
    '/settings/demo/contacts',
    '/turnaround/demo?lab_test_name=Nothing&method=testkit',
    '/turnaround/demo',
    '/figures/demo?from=2026-01-01&to=2026-01-31&time_zone=America/Denver',
    '/figures/demo?from=2026-01-31&to=2026-01-01',
    '/figures/demo',
    '/settings/demo/messages',
    '/my-work/demo',
    '/views/demo/orders',
    '/views/demo/users',
    '/views/demo/appointments',
    '/views/demo/orders/counts?time_zone=America/Denver',
    '/views/demo/users/counts?time_zone=America/Denver',
    '/views/demo/orders/counts?time_zone=Nowhere/Else',
    '/settings/demo/stuck-limits',
    '/catalogue/demo',
    '/order-ids/demo?part=0808',
    '/order-ids/demo?part=no',
    '/directory/demo',
    '/directory/demo/sources',
    '/directory/demo/sources?sources=marrowfit&sources=korrin_ring&created_from=2026-01-01',
    '/directory/demo/sources?created_from=yesterday',
    '/directory/demo/connections?limit=20',
    '/directory/demo/connections?sources=brisby_run&offset=2&limit=5',
    '/directory/demo/connections?after=&limit=10',
    '/directory/demo/connections?after=nonsense',
    `/directory/demo/users/${NOBODY}`,
    '/directory/demo/users/nobody',
    `/directory/demo/users/${NOBODY}/connection-changes`,
    '/directory/demo/users/nobody/connection-changes',
    '/directory/demo/coverage',
    '/directory/elsewhere/coverage',
    '/visit-times/demo',
    '/bookings/demo',
    '/bookings/demo?state=pending&state=unknown&limit=5',
    '/bookings/demo?state=lost',
    `/bookings/demo/${NOBODY}`,
    // A demo has events of its own, which a server hasn't: what neither has is asked for.
    `/events/demo?user_id=${NOBODY}`,
    '/events/demo?outcomes=lost',
    '/events/demo/counts?window_from=2001-01-01T00:00:00Z&window_to=2001-01-02T00:00:00Z&bars=3',
    '/events/demo/counts',
    '/events/demo/new?after=999999999',
    '/events/demo/new',
    `/events/demo/days?user_id=${NOBODY}&to=2026-11-22T00:00:00Z`,
    '/events/demo/days?user_id=nobody&to=today',
    `/events/demo/live?order_id=${NOBODY}&seconds=1`,
    '/events/demo/live?seconds=0',
    '/events/demo/999999999',
    '/events/demo/seven',
    '/events/demo/999999999/body',
    '/audit?limit=0',
    '/audit/export?from=yesterday',
    '/audit/views?subject=nobody',
    '/notices',
    '/nothing-here',
    '/overview/elsewhere',
  ])
  for (const body of [
    { limit: 5 },
    { text: 'c', limit: 3 },
    { text: 'case', limit: 3 },
    { has_connections: false, limit: 4, offset: 2 },
    { sources: ['marrowfit'], created_from: '2026-06-01', time_zone: 'America/Denver', limit: 5 },
    { after: '', limit: 3 },
    { limit: 0 },
    { time_zone: 'Nowhere/Else' },
  ])
    await send('POST', `${CONSOLE}/directory/demo/search`, body)
  for (const body of [{ text: '' }, { text: 'quill', limit: 0 }])
    await send('POST', `${CONSOLE}/directory/demo/find`, body)
  const choices = [{}, { stuck: true }, { status: ['lost'] }, { created_within: '30d' }]
  for (const body of [
    { time_zone: 'America/Denver', filter: { order_type: ['testkit'] }, choices },
    { time_zone: 'America/Denver', filter: { stuck: true }, choices: [{}], stuck_days: { with_customer: 1 } },
    { time_zone: 'America/Denver', filter: { patient_name: 'A' }, choices },
    { time_zone: 'Nowhere/Else', filter: {}, choices: [] },
  ])
    await send('POST', `${CONSOLE}/order-counts/demo`, body)
  for (const ids of [[], 'all']) await send('POST', `${CONSOLE}/notices/dismiss`, { ids })
  for (const zip_codes of [['85004', '10001', '00000'], ['x']])
    await send('POST', `${CONSOLE}/zips/locate`, { zip_codes })
}

export async function readService(send: Send, user: User) {
  for (const user_ids of [[user.user_id, NOBODY], []])
    await send('POST', `${CONSOLE}/directory/demo/names`, { user_ids })
  await each(send, 'GET', SERVICE, [
    '/v2/user/?limit=500',
    '/v2/user/?limit=3&offset=250',
    '/v2/user/?limit=3&offset=9000',
    '/v2/user/?limit=0',
    '/v2/user/?limit=501&offset=-1',
    `/v2/user/${user.user_id}/info/latest`,
    `/v2/user/${NOBODY}/info/latest`,
    '/v2/user/nobody/info/latest',
    `/v2/user/providers/${user.user_id}`,
    `/v2/user/providers/${NOBODY}`,
    `/v3/lab_tests/${LAB_TEST}/markers`,
    `/v3/lab_tests/${LAB_TEST}/markers?page=2&size=20`,
    `/v3/lab_tests/${LAB_TEST}/markers?lab_account_id=${LAB_ACCOUNTS[0]?.id}`,
    `/v3/lab_tests/${LAB_TEST}/markers?size=500`,
    `/v3/lab_tests/${NOBODY}/markers`,
    '/v3/order/psc/info?zip_code=85004&lab_id=1',
    '/v3/order/psc/info?zip_code=10001&lab_id=2&radius=100&capabilities=stat',
    '/v3/order/psc/info?zip_code=85004&lab_id=1&capabilities=unheard_of',
    '/v3/order/psc/info?zip_code=99999&lab_id=1',
    '/v3/order/psc/info?zip_code=8500&lab_id=one&radius=7',
    '/v3/orders?size=100',
    '/v3/orders?size=7&page=3&order_key=created_at&order_direction=asc',
    '/v3/orders?status=lost&size=20&page=2',
    '/v3/orders?status=partial_results&status=sample_error&size=10',
    '/v3/orders?status=unheard_of&size=10',
    '/v3/orders?order_type=testkit&is_critical=true&size=10',
    '/v3/orders?interpretation=abnormal&order_activation_types=scheduled&size=10',
    '/v3/orders?start_date=2026-09-01&end_date=2026-10-01&size=10',
    `/v3/orders?user_id=${user.user_id}`,
    `/v3/orders?order_ids=${NOBODY}`,
    '/v3/orders?search_input=a&size=5',
    '/v3/orders?page=9999',
    '/v3/orders?size=0',
    '/v3/orders?start_date=soon&order_key=name&order_direction=up&user_id=me',
    `/v2/timeseries/workouts/${NOBODY}/stream`,
    '/v2/timeseries/workouts/run/stream',
    `/v2/introspect/historical_pull?user_id=${user.user_id}`,
    `/v2/introspect/historical_pull?user_id=${NOBODY}`,
    '/v2/introspect/historical_pull?provider=korrin_ring',
    '/v2/introspect/historical_pull?provider=unheard_of',
    '/v2/introspect/historical_pull?user_id=me&cursor=next',
    '/v2/nothing-here',
  ])
  await send('POST', `${SERVICE}/v2/user/`, { client_user_id: 'case-1' })
}
