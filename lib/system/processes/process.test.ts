/** Messages of a failed start, and no lost data after a good one. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import { BadConfiguration, readConfig } from '#lib/config.ts'
import { listUsers, updateUser } from '#lib/domains/users/user.ts'
import { callOf, pathOf } from '#lib/kernel/endpoint.testing.ts'
import { CONSOLE_PREFIX } from '#lib/kernel/wire.ts'
import { DatabaseUnavailable } from '#lib/platform/database/database.ts'
import { CannotListen, listen } from '#lib/platform/http/http.ts'
import { embeddedKey, keyChecker } from '#lib/platform/keys.ts'
import { EMBEDDED_TEAM_ID } from '#lib/sandbox/data-set.ts'
import { createLog } from '#lib/system/log/log.ts'
import { startSystem } from '#lib/system.ts'

const SLOW = `${CONSOLE_PREFIX}/slow`
const made: string[] = []
const scratch = () => {
  const directory = mkdtempSync(join(tmpdir(), 'vialdesk-test-'))
  made.push(directory)
  return directory
}
afterEach(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true })
})

const silent = createLog('silent')
const quiet = () => undefined
const options = { log: silent, say: quiet, publicUrl: () => 'http://localhost' }
const start = (data_dir: string) =>
  startSystem(readConfig({ DATA_DIR: data_dir, SERVICE_API_KEY: 'test-key-with-at-least-32-characters' }), options)
const SHARED = {
  SERVICE_API_KEY: 'test-key-with-at-least-32-characters',
  WEBHOOK_SECRET: `whsec_${btoa('a'.repeat(32))}`,
}
const here = { host: '127.0.0.1' }
const noPages = async () => () => undefined

describe('the data directory', () => {
  test('holds what was changed when the system starts again, and lets one process in at a time', async () => {
    const data_dir = scratch()
    const headers = { 'x-service-api-key': 'test-key-with-at-least-32-characters' }
    const oneUser = pathOf(listUsers, { query: { limit: 1 } })
    const first = await start(data_dir)
    const { users, total } = await (await first.app.request(oneUser, { headers })).json()
    expect(total).toBeGreaterThanOrEqual(250)
    const [{ user_id }] = users
    const [path, init] = callOf(updateUser, {
      params: { user_id },
      json: { client_user_id: 'kept-over-restart' },
      headers,
    })
    expect((await first.app.request(path, init)).status).toBe(204)

    const second = start(data_dir)
    await expect(second).rejects.toThrow(DatabaseUnavailable)
    await expect(second).rejects.toThrow(/in use by another process\. Stop that one, or set DATA_DIR/)
    await first.close()

    const again = await start(data_dir)
    const kept = await (await again.app.request(oneUser, { headers })).json()
    expect(kept.users[0]).toMatchObject({ user_id, team_id: EMBEDDED_TEAM_ID, client_user_id: 'kept-over-restart' })
    expect(kept.total).toBe(total)
    await again.close()
  })

  test('keeps the key it made, for its owner only', async () => {
    const data_dir = join(scratch(), 'new')
    const key = await embeddedKey(null, data_dir)
    expect(key.length).toBeGreaterThan(30)
    expect(await embeddedKey(null, data_dir)).toBe(key)
    expect(await embeddedKey('configured', data_dir)).toBe('configured')
    expect(readFileSync(join(data_dir, 'service-api-key'), 'utf8').trim()).toBe(key)
    expect(statSync(join(data_dir, 'service-api-key')).mode & 0o077).toBe(0)
    const isKey = keyChecker(key)
    expect([isKey(key), isKey(`${key} `), isKey('')]).toEqual([true, false, false])
  })
})

describe('a database that cannot be reached', () => {
  test('is one line that says where and what to do, without the password', async () => {
    const config = readConfig({ ...SHARED, DATABASE_URL: 'postgres://console:hunter2@127.0.0.1:1/vialdesk' })
    const failed = startSystem(config, options)
    await expect(failed).rejects.toThrow(
      'The database at 127.0.0.1:1/vialdesk cannot be used (ECONNREFUSED). Check DATABASE_URL.',
    )
  })
})

describe('keys', () => {
  test('that other instances can’t know are refused with a shared database', async () => {
    const DATABASE_URL = 'postgres://console@127.0.0.1:1/vialdesk'
    const failed = startSystem(readConfig({ DATABASE_URL }), options)
    await expect(failed).rejects.toThrow(BadConfiguration)
    await expect(failed).rejects.toThrow(/SERVICE_API_KEY[\s\S]*WEBHOOK_SECRET/)
  })

  test('that are missing beside existing data are not made anew, and another isn’t taken', async () => {
    const data_dir = scratch()
    const open = (given: object = {}) => startSystem(readConfig({ DATA_DIR: data_dir, ...given }), options)
    await (await open()).close()
    for (const file of ['secrets-key', 'service-api-key', 'webhook-secret']) {
      const kept = readFileSync(join(data_dir, file))
      rmSync(join(data_dir, file))
      await expect(open()).rejects.toThrow(`${file} is missing`)
      writeFileSync(join(data_dir, file), kept)
    }
    const other = open({ SECRETS_KEY: 'another-key-with-32-characters-or-more' })
    await expect(other).rejects.toThrow(/isn’t the key that the data was written with/)
  })
})

describe('the port', () => {
  test('in use: one line that says what to do', async () => {
    const blocker = createServer()
    const port = await new Promise<number>((resolve) => {
      blocker.listen(0, '127.0.0.1', () => {
        const address = blocker.address()
        resolve(address !== null && typeof address === 'object' ? address.port : 0)
      })
    })
    const failed = listen(new Hono(), noPages, { ...here, port })
    await expect(failed).rejects.toThrow(CannotListen)
    await expect(failed).rejects.toThrow(`Port ${port} is in use. Stop what uses it, or set PORT to another.`)
    await new Promise((resolve) => blocker.close(resolve))
  })

  test('closing lets a request under way finish', async () => {
    const app = new Hono()
    let arrived: () => void = quiet
    let release: () => void = quiet
    const atHandler = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    app.get(SLOW, async (c) => {
      arrived()
      await released
      return c.text('done')
    })
    const http = await listen(app, noPages, { ...here, port: 0 })
    const answer = fetch(`${http.origin}${SLOW}`).then((response) => response.text())
    await atHandler
    const closed = http.close()
    release()
    expect(await answer).toBe('done')
    await closed
    await expect(fetch(`${http.origin}${SLOW}`)).rejects.toThrow()
  })

  test('pages get the loopback address, whatever the browser claims', async () => {
    const http = await listen(
      new Hono(),
      async () => (request, response) => {
        response.end(String(request.headers['x-console-loopback']))
      },
      { ...here, port: 0 },
    )
    const page = await fetch(`${http.origin}/sandbox/users`, { headers: { 'x-console-loopback': 'http://evil.test' } })
    expect(await page.text()).toBe(http.origin)
    await http.close()
  })
})
