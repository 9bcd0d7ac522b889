import { beforeAll, describe, expect, it } from 'vitest'
import { listOrders } from '#lib/domains/orders/order.ts'
import { getViewer } from '#lib/domains/staff/viewer.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { type DemoPreview, PREVIEW_KEY } from '#lib/kernel/client/request.ts'
import { consoleAddress, pathOf, proxyAddress } from '#lib/kernel/endpoint.testing.ts'
import { PROXY_PREFIX } from '#lib/kernel/wire.ts'
import { DEMO_ID } from '#lib/utils/browser/demo-path.ts'
import { offerDemoPreview } from './demo-preview.ts'

const ORDERS = proxyAddress(DEMO_ID, listOrders, { query: { size: 20 } })
const USERS = proxyAddress(DEMO_ID, listUsers, { query: { limit: 20 } })

let preview: DemoPreview

beforeAll(() => {
  offerDemoPreview((error) => {
    throw error
  })
  preview = Reflect.get(globalThis, PREVIEW_KEY)
})

const ask = (path: string, method = 'GET') => preview({ method, path, body: null, contentType: null })

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

  it.each([
    `${PROXY_PREFIX}/${DEMO_ID}${listOrders.path}/1`,
    consoleAddress(getViewer),
    proxyAddress('sandbox', listOrders),
    pathOf(listOrders),
  ])('leaves %s to the browser', async (path) => expect(await ask(path)).toBeNull())
})
