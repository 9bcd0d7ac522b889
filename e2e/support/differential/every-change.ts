/** Changes by every endpoint in a demo, with good input and bad, and reads of what they led to. */
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import { inviteStaff } from '#lib/domains/staff/staff.ts'
import type { User } from '#lib/domains/users/user.ts'
import { saveView } from '#lib/domains/views/view-changes.ts'
import { sendCallbacks } from './callback-calls.ts'
import { CONSOLE, LAB_TEST, NOBODY, SERVICE } from './every-path.ts'
import { each } from './every-read.ts'
import type { Send } from './record.ts'

const FIRST_CONTACT = '00000000-0000-4000-8000-00000000c0a1'
const SECOND_CONTACT = '00000000-0000-4000-8000-00000000c0a2'
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
  for (const body of [{ client_user_id: 'compared-4' }, { client_user_id: 'compared-2' }, {}])
    await send('POST', `${SERVICE}/v2/user`, body)
  for (const path of [user, `${SERVICE}/v2/user/${NOBODY}`]) await send('DELETE', path)
  for (const query of ['', `?cursor=1.${NOBODY}`, '?cursor=1'])
    await send('GET', `${CONSOLE}/deleted-users/demo${query}`)
  await send('GET', user)
  for (const path of [`?user_id=${user_id}`, `?user_id=${NOBODY}`, ''])
    await send('POST', `${SERVICE}/v2/user/undo_delete${path}`)
  await each(send, 'GET', '', [
    user,
    `${SERVICE}/v2/user/resolve/compared-2`,
    `${SERVICE}/v2/user/resolve/compared-5`,
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
  const contacts = `${CONSOLE}/contacts/demo/${user_id}`
  const call = {
    id: FIRST_CONTACT,
    note: 'Left a message.',
    channel: 'phone',
    outcome: 'voicemail',
    contacted: 'patient',
  }
  for (const [path, body] of [
    [contacts, call],
    [contacts, call],
    [contacts, { ...call, note: 'Another message.' }],
    [contacts, { id: SECOND_CONTACT, note: 'Prefers email.', pinned: true }],
    [contacts, { id: LAB_TEST, note: 'Prefers calls.', corrects: SECOND_CONTACT }],
    [contacts, { id: NOBODY, note: '', mentions: ['nobody'], ticket_url: 'nowhere' }],
    [`${CONSOLE}/contacts/demo/${NOBODY}`, call],
  ] as const)
    await send('POST', path, body)
  for (const query of ['', '?kind=note', '?kind=fax']) await send('GET', `${contacts}${query}`)
  const callers = `${CONSOLE}/callers/demo/${user_id}`
  const { dob, phone_number } = INFO
  for (const body of [
    { dob },
    { dob, phone_number: '12' },
    { dob, zip_code: '85005' },
    { dob, house_number: '4711' },
  ]) {
    await send('POST', callers, body)
    await send('GET', callers)
  }
  for (const _ of [1, 2, 3]) await send('POST', callers, { dob, zip_code: '85005' })
  await send('POST', `${CONSOLE}/callers/demo/${NOBODY}`, { dob, phone_number })
  const requests = `${CONSOLE}/data-requests/demo`
  const deletion = {
    id: FIRST_CONTACT,
    kind: 'delete',
    due_on: new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10),
    note: 'By phone.',
  }
  for (const [path, body] of [
    [`${requests}/${user_id}`, deletion],
    [`${requests}/${user_id}`, deletion],
    [`${requests}/${user_id}`, { ...deletion, id: SECOND_CONTACT }],
    [`${requests}/${user_id}`, { ...deletion, id: LAB_TEST, kind: 'send', due_on: '2001-01-01' }],
    [`${requests}/${NOBODY}`, deletion],
  ] as const)
    await send('POST', path, body)
  for (const [path, body] of [
    [`${requests}/${user_id}/${FIRST_CONTACT}`, { outcome: 'lost', note: '' }],
    [`${requests}/${user_id}/${FIRST_CONTACT}`, { outcome: 'done', note: 'Deleted.' }],
    [`${requests}/${user_id}/${FIRST_CONTACT}`, { outcome: 'refused', note: '' }],
    [`${requests}/${user_id}/${NOBODY}`, { outcome: 'done', note: '' }],
  ] as const)
    await send('PATCH', path, body)
  await each(send, 'GET', requests, ['', `?user_id=${user_id}`])
  const texts = { email_title: 'Visit', email_text: 'On {visit_time}.', sms_text: 'See you on {visit_time}.' }
  const messages = `${CONSOLE}/settings/demo/messages`
  for (const [path, body] of [
    ['visit_time', { ...texts, version: 0 }],
    ['visit_time', { ...texts, version: 0 }],
    ['portal_link', { ...texts, version: 0 }],
    ['nothing', { ...texts, version: 0 }],
    ['visit_time', { ...texts, email_title: 'Two\nlines', sms_text: '', version: 1 }],
  ] as const)
    await send('PATCH', `${messages}/${path}`, body)
  await send('GET', messages)
  for (const [path, template, channel] of [
    [user_id, 'portal_link', 'sms'],
    [user_id, 'nothing', 'fax'],
    [NOBODY, 'visit_time', 'copy'],
  ] as const)
    await send('POST', `${CONSOLE}/messages/demo/${path}`, { template, channel })
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
  for (const query of ['', '?page_size=1', '?next_cursor=0']) await send('GET', `${SERVICE}/v2/link/bulk_op${query}`)
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
  const colleague = { ...person, email: 'quincy.abara@clinic.test', name: 'Quincy Abara' }
  await send('POST', `${CONSOLE}/staff`, colleague)
  for (const email of ['WREN.adeyemi@clinic.test', 'nowhere', colleague.email])
    await send('POST', `${CONSOLE}/staff/${member.id}/email`, { email })
  await send('GET', `${CONSOLE}/staff`)
  await each(send, 'DELETE', `${CONSOLE}/staff`, [`/${member.id}?consents_to=nobody`, `/${member.id}`, `/${member.id}`])
  await send('GET', `${CONSOLE}/staff`)
}

/** Only what is refused: what is made is a server's own. */
export async function refusedTeams(send: Send) {
  const base = `${CONSOLE}/teams/demo`
  const keys = `${base}/team/${NOBODY}/api_key`
  for (const path of [`${base}/team`, keys, `${base}/management_key`]) await send('POST', path, { name: '', label: '' })
  for (const body of [
    { label: 'x', kind: 'teams' },
    { label: 'x', kind: 'organization', team_ids: [NOBODY] },
  ])
    await send('POST', `${base}/management_key`, body)
  await send('PATCH', `${base}/team/nowhere`, { name: 'x' })
  await each(send, 'DELETE', base, ['/team/nowhere', `/team/${NOBODY}/api_key/none`, '/management_key/none'])
}

const VIEW = { name: 'Went wrong', shared: true, filter: { status: ['lost'] }, look: { columns: 'status.created_at' } }

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
  const book = { partners: [], source_changes: [], request_days: 45 }
  for (const body of [
    { version: 0, ...book },
    { version: 0, ...book },
    { version: 1, ...book, request_days: 0 },
  ])
    await send('PATCH', `${CONSOLE}/settings/demo/contacts`, body)
  await send('PATCH', `${CONSOLE}/settings/demo/sandbox-pace`, { version: 0, pace: 'ludicrous' })
  await each(send, 'GET', CONSOLE, ['/settings/demo/stuck-limits', '/settings/demo/contacts', '/overview/demo'])
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
  const times = `${CONSOLE}/visit-times/demo`
  const typed = { id: FIRST_CONTACT, visit: null, note: 'The patient doesn’t know yet.', version: 0 }
  for (const [order_id, body] of [
    [order?.order_id, typed],
    [order?.order_id, typed],
    [order?.order_id, { ...typed, id: SECOND_CONTACT }],
    ['nowhere', typed],
  ] as const)
    await send('POST', `${times}/${order_id}`, body)
  await each(send, 'GET', times, [`?order_ids=${order?.order_id}`, '?start_from=soon'])
  for (const starts_at of ['2020-01-01T00:00:00.000Z', null, 'soon'])
    await send('POST', `${CONSOLE}/overview/demo/critical-start`, { starts_at })
  await each(send, 'GET', `${CONSOLE}/overview/demo/critical`, ['', '?earlier_than=soon'])
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
    '/settings/demo/stuck_limits',
    '/settings/demo/catalog?limit=2',
    '/settings/demo/catalog?before=1',
    '/settings/demo/passwords',
    '/settings/demo/catalog?limit=51',
    '/review?month=2026-13',
    `/review?month=${start.slice(0, 7)}`,
    `/person-export?user_id=${user_id}&format=fhir`,
    `/person-export?user_id=${user_id}&format=pdf`,
  ])
}
