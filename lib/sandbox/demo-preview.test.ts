import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { watchEvents } from '#lib/domains/events/live.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { getViewer } from '#lib/domains/staff/viewer.ts'
import { createUser, listUsers } from '#lib/domains/users/user.ts'
import { PREVIEW_KEY, type PreviewAs } from '#lib/kernel/client/request.ts'
import { consoleAddress, pathOf, proxyAddress } from '#lib/kernel/endpoint.testing.ts'
import { PROXY_PREFIX } from '#lib/kernel/wire.ts'
import { DEMO_ID } from '#lib/utils/browser/demo-path.ts'
import { DAY, HOUR, MINUTE } from '#lib/utils/time/durations.ts'
import { offerDemoPreview } from './demo-preview.ts'

const ORDERS = proxyAddress(DEMO_ID, listOrders, { query: { size: 20 } })
const USERS = proxyAddress(DEMO_ID, listUsers, { query: { limit: 20 } })

const auditOf = (changes: boolean) => consoleAddress(listAudit, { query: { environment: DEMO_ID, changes, limit: 50 } })

let previewAs: PreviewAs
let prepare: () => Promise<void>

beforeAll(() => {
  prepare = offerDemoPreview((error) => {
    throw error
  })
  previewAs = Reflect.get(globalThis, PREVIEW_KEY)
})

afterEach(() => vi.useRealTimers())

const ask = (path: string, method = 'GET', role = 'administrator') =>
  previewAs(role)({ method, path, body: null, contentType: null })

describe('the preview of the demo', () => {
  it('knows the first page of each list', async () => {
    const [orders, users] = [await ask(ORDERS), await ask(USERS)]
    expect(await orders?.json()).toMatchObject({ orders: { length: 20 } })
    expect(await users?.json()).toMatchObject({ users: { length: 20 } })
  })

  it('says the same again', async () => {
    expect(await (await ask(ORDERS))?.text()).toBe(await (await ask(ORDERS))?.text())
  })

  it('says an error as the service does', async () => {
    expect((await ask(proxyAddress(DEMO_ID, listOrders, { query: { size: 0 } })))?.status).toBe(422)
  })

  it('shows what the team did before, and not who looked at the preview', async () => {
    const changes = listAudit.response.parse(await (await ask(auditOf(true)))?.json())
    const all = listAudit.response.parse(await (await ask(auditOf(false)))?.json())
    expect(changes.entries.length).toBeGreaterThan(5)
    expect(all.entries.filter(({ action }) => action === 'list_orders')).toEqual([])
  })

  it('answers in the role that is asked for', async () => {
    expect((await ask(auditOf(true), 'GET', 'support'))?.status).toBe(403)
    expect((await ask(auditOf(true), 'GET', 'nobody'))?.status).toBe(403)
  })

  it('is made anew after an hour, and answers as before until then', async () => {
    await prepare()
    const before = await (await ask(auditOf(true)))?.text()
    vi.useFakeTimers({ now: Date.now() + 2 * HOUR, toFake: ['Date'] })
    expect(await (await ask(auditOf(true)))?.text()).toBe(before)
    await vi.waitFor(async () => expect(await (await ask(auditOf(true)))?.text()).not.toBe(before))
  })

  it('is never older than a day', async () => {
    const before = await (await ask(ORDERS))?.text()
    vi.useFakeTimers({ now: Date.now() + 3 * DAY, toFake: ['Date'] })
    expect(await (await ask(ORDERS))?.text()).not.toBe(before)
  })

  it.each([
    consoleAddress(getViewer),
    consoleAddress(watchEvents, { params: { environment: DEMO_ID } }),
    proxyAddress('sandbox', listOrders),
    pathOf(listOrders),
  ])('leaves %s to the browser', async (path) => expect(await ask(path)).toBeNull())

  it('leaves what is asked too often to the browser, and says what it knows', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    const sizes = Array.from({ length: 201 }, (_, at) =>
      proxyAddress(DEMO_ID, listUsers, { query: { offset: at, limit: 1 } }),
    )
    const answers = await Promise.all(sizes.map((path) => ask(path)))
    expect(answers.at(-1)).toBeNull()
    expect((await ask(sizes[0] ?? ''))?.status).toBe(200)
    vi.setSystemTime(Date.now() + MINUTE)
    expect((await ask(sizes.at(-1) ?? ''))?.status).toBe(200)
  })

  it('changes nothing', async () => {
    expect(await ask(`${PROXY_PREFIX}/${DEMO_ID}${createUser.path}`, 'POST')).toBeNull()
  })
})
