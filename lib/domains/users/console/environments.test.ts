/** Every endpoint of the console that is about one environment: who may not enter it learns nothing of it. */
import { describe, expect, test } from 'vitest'
import { consoleEndpointList } from '#lib/domains/console-endpoints.ts'
import { NO_ENVIRONMENT } from '#lib/domains/staff/denial.ts'
import { userOf } from './directory.testing.ts'
import { consoleOver } from './routes.testing.ts'

const ADDRESSES = consoleEndpointList
  .filter(({ params }) => 'environment' in params.shape)
  .map(({ method, path, name }) => ({ name, method, path: path.replace('{user_id}', userOf(0).user_id) }))

describe('the environment of an address', () => {
  const at = (path: string, environment: string) => path.replace('{environment}', environment)
  const body = (method: string) => (method === 'POST' ? { body: '{}' } : {})
  const headers = { 'content-type': 'application/json' }

  test('is asked for by more than the directory alone', () => {
    const names = ADDRESSES.map(({ name }) => name)
    for (const name of ['search_directory', 'get_overview', 'save_view', 'list_catalogue', 'get_booking'])
      expect(names).toContain(name)
  })

  test.each(ADDRESSES)('$name: one that is not there is nobody’s', async ({ method, path }) => {
    const { call, rows } = await consoleOver(3)
    for (const environment of ['staging', 'Sandbox', 'sandbox%20', '__proto__', '..%2Fsandbox']) {
      const response = await call(at(path, environment), { method, headers, ...body(method) })
      expect(response.status).toBe(404)
    }
    const response = await call(at(path, 'staging'), { method, headers, ...body(method) })
    expect(await response.json()).toEqual({
      detail: NO_ENVIRONMENT,
      code: 'unknown_environment',
      request_id: expect.any(String),
    })
    expect((await call(at(path, 'staging'), { method, as: null })).status).toBe(401)
    expect(rows).toEqual([])
  })

  test.each(ADDRESSES)('$name: one that a person may not enter is closed, and on record', async ({ name, ...to }) => {
    const { call, rows, source, woken } = await consoleOver(3)
    const { method } = to
    const response = await call(at(to.path, 'production'), { method, as: 'limited', headers, ...body(method) })
    expect([response.status, await response.json()]).toEqual([
      404,
      { detail: NO_ENVIRONMENT, code: 'unknown_environment', request_id: expect.any(String) },
    ])
    expect(rows).toMatchObject([{ action: name, environment: 'production', actor_id: 'limited', outcome: 'refused' }])
    expect([source.asked, woken]).toEqual([[], []])
    // Whatever the service then says, or is wrong with the body.
    const own = await call(at(to.path, 'sandbox'), { method, as: 'limited', headers, ...body(method) })
    if (own.status === 404) expect((await own.json()).code).not.toBe('unknown_environment')
    else expect([200, 202, 422, 502, 503]).toContain(own.status)
  })
})
