import { expect, test } from 'vitest'
import { getViewer } from '#lib/domains/staff/viewer.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { consoleAddress } from '#lib/kernel/endpoint.testing.ts'
import { CONSOLE_PREFIX } from '#lib/kernel/wire.ts'
import { demoServer } from './demo-server.ts'

const demo = demoServer({ base: 'new' })

test('answers as the console does, and keeps what was asked', async () => {
  const viewer = await consoleRequest(getViewer, {}, {})
  expect(viewer.role).toBe('administrator')
  await demo().engine.setRole('support')
  expect((await consoleRequest(getViewer, {}, {})).role).toBe('support')
  expect(demo().asked).toEqual(Array(2).fill({ method: 'GET', path: consoleAddress(getViewer), body: '' }))
})

for (const path of [`${CONSOLE_PREFIX}-of-nobody`, '/openapi.json', '/anything.txt'])
  test.fails(`a request that nothing answers fails the test: ${path}`, async () => {
    await fetch(path).catch(() => undefined)
    expect(path).toContain('/')
  })
