import { beforeAll, describe, expect, it } from 'vitest'
import { type DemoPreview, PREVIEW_KEY } from '#lib/kernel/client/preview.ts'
import { offerDemoPreview } from './demo-preview.ts'

const ORDERS = '/api/service/demo/v3/orders?size=20'
const USERS = '/api/service/demo/v2/user/?limit=20'

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
    expect((await ask('/api/service/demo/v3/orders?size=0'))?.status).toBe(422)
  })

  it.each(['/api/service/demo/v3/order/1', '/api/console/viewer', '/api/service/sandbox/v3/orders', '/v3/orders'])(
    'leaves %s to the browser',
    async (path) => expect(await ask(path)).toBeNull(),
  )
})
