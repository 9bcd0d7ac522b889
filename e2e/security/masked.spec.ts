/** In a masked environment the server sends no patient data in any form until a reveal is on record. */

import { type Asked, ask } from '#e2e/support/http.ts'
import { expect, test } from '#e2e/support/servers/multi-environment.ts'
import type { MultiEnvironmentServer } from '#e2e/support/servers/multi-environment-server.ts'
import { type SignedIn, signIn } from '#e2e/support/session.ts'
import { findTraces, identityIn, type Place, type Wanted } from '#e2e/support/traces/traces.ts'
import { countSubjectViews, listAudit } from '#lib/domains/audit/audit.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'
import { QUERY_IN_BODY } from '#lib/kernel/wire.ts'

const SERVICE = '/api/service/production'
const REVEAL = '/api/console/patient-data/production/reveal'

/** The same session with a reveal of its own. */
async function revealed({ baseURL }: MultiEnvironmentServer, session: SignedIn): Promise<SignedIn> {
  const { status, setCookies } = await ask(baseURL, REVEAL, { method: 'POST', session })
  expect(status).toBe(200)
  const [name = '', value = ''] = (setCookies[0]?.split(';')[0] ?? '').split(/=(.*)/s)
  const [first] = session.cookies
  if (!first) throw new Error('Nobody is signed in.')
  return { ...session, cookies: [...session.cookies, { ...first, name, value }] }
}

/** Somebody with an order, and all that says who they and the others on that page are. */
async function patientsOf(multiEnvironmentServer: MultiEnvironmentServer, session: SignedIn) {
  const page = await ask(multiEnvironmentServer.baseURL, `${SERVICE}/v3/orders?size=25`, { session })
  const { orders } = endpoints.list_orders.response.parse(page.json)
  for (const order of orders) {
    const info = await ask(multiEnvironmentServer.baseURL, `${SERVICE}/v2/user/${order.user_id}/info/latest`, {
      session,
    })
    const name = order.patient_address?.receiver_name
    if (info.status !== 200 || !name) continue
    return { order, name, wanted: [...identityIn(orders), ...identityIn(info.json)] }
  }
  throw new Error('Nobody has an order and demographics.')
}

type Patients = Awaited<ReturnType<typeof patientsOf>>

/** Every page and list on which they stand. */
function placesOf({ order, name }: Patients): [string, Asked][] {
  const { id, user_id } = order
  const pages = [
    '',
    '/orders?size=25',
    `/orders/${id}`,
    `/orders/${id}/book`,
    '/users',
    `/users/${user_id}/demographics`,
    `/users/${user_id}/profile`,
    `/users/${user_id}/orders`,
    `/users/${user_id}/connections`,
    '/connections',
    '/appointments',
    `/service-centers?order=${id}`,
  ].flatMap((path): [string, Asked][] => [
    [`/production${path}`, {}],
    [`/production${path}`, { headers: { rsc: '1' } }],
  ])
  const found = { 'content-type': QUERY_IN_BODY }
  return [
    ...pages,
    [`${SERVICE}/v3/orders?size=25`, {}],
    [`${SERVICE}/v3/orders?order_ids=${id}`, {}],
    [
      `${SERVICE}/v3/orders`,
      { method: 'POST', headers: found, body: new URLSearchParams({ patient_name: name }).toString() },
    ],
    [`${SERVICE}/v2/user/?limit=100`, {}],
    [`${SERVICE}/v2/user/${user_id}/info/latest`, {}],
    ['/api/console/directory/production/search', { method: 'POST', json: { limit: 100 } }],
    [`/api/console/directory/production/users/${user_id}?fresh=true`, {}],
    ['/api/console/directory/production/connections?limit=100', {}],
    ['/api/console/overview/production/critical', {}],
    ['/api/console/bookings/production', {}],
    ['/api/console/audit?limit=500', {}],
    ['/api/console/audit/export', {}],
  ]
}

async function found(
  { baseURL }: MultiEnvironmentServer,
  session: SignedIn,
  patients: Patients,
  wanted: readonly Wanted[],
) {
  const places: Place[] = []
  for (const [path, asked] of placesOf(patients)) {
    const answer = await ask(baseURL, path, { ...asked, session })
    const landed = answer.headers.location ? await ask(baseURL, answer.headers.location, { ...asked, session }) : answer
    expect([path, landed.status]).toEqual([path, 200])
    places.push({ name: `${asked.headers ? 'rsc ' : ''}${path}`, text: landed.text })
  }
  return findTraces(places, wanted)
}

test('no page, list, search or file says who anybody is, until a reveal is on record; then all who are shown are', async ({
  multiEnvironmentServer,
}) => {
  const knowing = await revealed(multiEnvironmentServer, await multiEnvironmentServer.administrator())
  const patients = await patientsOf(multiEnvironmentServer, knowing)
  expect(patients.wanted.length).toBeGreaterThan(50)

  const watcher = await multiEnvironmentServer.colleague('Mona Masked', 'administrator', null)
  const session = await signIn(multiEnvironmentServer.baseURL, watcher)
  expect(await found(multiEnvironmentServer, session, patients, patients.wanted)).toEqual([])
  // The same search finds them on the same pages once they may be shown: it is no search of empty pages.
  const shown = await found(
    multiEnvironmentServer,
    await revealed(multiEnvironmentServer, session),
    patients,
    patients.wanted,
  )
  for (const path of ['/production/orders?size=25', `${SERVICE}/v3/orders?size=25`, '/production/users/'])
    expect(shown.filter((find) => find.includes(path)).length, path).toBeGreaterThan(0)
  // A reveal is of one session: the same person's next one begins masked.
  const next = await signIn(multiEnvironmentServer.baseURL, watcher)
  expect(await found(multiEnvironmentServer, next, patients, patients.wanted)).toEqual([])

  const log = await ask(multiEnvironmentServer.baseURL, `/api/console/audit?actor_id=${watcher.id}&limit=500`, {
    session: knowing,
  })
  const { entries } = listAudit.response.parse(log.json)
  const reveals = entries.filter(({ action }) => action === 'reveal_patient_data')
  expect(reveals).toMatchObject([{ environment: 'production', outcome: 'done' }])
  const [at = 0] = reveals.map(({ id }) => id)
  const lists = entries.filter(({ action, outcome }) => action === 'list_orders' && outcome === 'done')
  expect(lists.every(({ subjects }) => subjects.length > 0)).toBe(true)
  expect(lists.filter(({ id }) => id < at).every(({ masked }) => masked)).toBe(true)
  expect(lists.some(({ id, masked }) => id > at && !masked)).toBe(true)
  const asked = `/api/console/audit/views?subject=${patients.order.user_id}`
  const views = countSubjectViews.response.parse(
    (await ask(multiEnvironmentServer.baseURL, asked, { session: knowing })).json,
  )
  const own = views.groups.find(({ actor_id }) => actor_id === watcher.id)
  expect(own).toMatchObject({ listed: expect.any(Number), opened: expect.any(Number) })
  expect(Math.min(own?.listed ?? 0, own?.opened ?? 0, own?.masked ?? 0)).toBeGreaterThan(2)
})

test('a form that was filled while data was masked changes nothing', async ({ multiEnvironmentServer }) => {
  const session = await multiEnvironmentServer.administrator()
  const { json } = await ask(multiEnvironmentServer.baseURL, `${SERVICE}/v3/orders?size=1`, { session })
  const [order] = endpoints.list_orders.response.parse(json).orders
  const path = `${SERVICE}/v2/user/${order?.user_id}/info`
  const masked = await ask(multiEnvironmentServer.baseURL, `${path}/latest`, { session })
  const written = await ask(multiEnvironmentServer.baseURL, path, { method: 'PATCH', json: masked.json, session })
  expect(written.status).toBe(422)
})

test('demographics can be typed only after a reveal, which fills the form; hidden again, they stay out of the page', async ({
  page,
  multiEnvironmentServer,
  enter,
}) => {
  const editor = await multiEnvironmentServer.colleague('Vera Editor', 'support', null)
  const session = await signIn(multiEnvironmentServer.baseURL, editor)
  const { order, name } = await patientsOf(
    multiEnvironmentServer,
    await revealed(multiEnvironmentServer, await multiEnvironmentServer.administrator()),
  )
  await enter(session)
  await page.goto(`/production/users/${order.user_id}/demographics?edit=1`)
  await expect(page.getByText('Show it to make changes.')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveCount(0)
  expect(await page.content()).not.toContain(name)
  await page.getByRole('main').getByRole('button', { name: 'Show patient data' }).click()
  const first = page.getByRole('textbox', { name: 'First name' }).first()
  await expect(first).not.toHaveValue('')
  expect(name).toContain(await first.inputValue())
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('button', { name: /^Patient data visible/ }).click()
  await expect(first).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Show it to make changes.')).toBeVisible()
  expect(await page.content()).not.toContain(name)
})
