/** Messages of a failed start, and no lost data after a good one. */
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import { BadConfiguration, readConfig } from '#lib/config.ts'
import { listNotices } from '#lib/domains/staff/notices.ts'
import { listUsers, updateUser } from '#lib/domains/users/user.ts'
import { callOf, pathOf } from '#lib/kernel/endpoint.testing.ts'
import { CONSOLE_PREFIX } from '#lib/kernel/wire.ts'
import { DatabaseUnavailable } from '#lib/platform/database/database.ts'
import { CannotListen, listen } from '#lib/platform/http/http.ts'
import { embeddedKey, keyChecker } from '#lib/platform/keys.ts'
import { EMBEDDED_TEAM_ID } from '#lib/sandbox/data-set.ts'
import { createLog } from '#lib/system/log/log.ts'
import { STAFFED, signedIn } from '#lib/system/staff.testing.ts'
import { startSystem } from '#lib/system.ts'
import { type Disk, startProcess, type TestProcess, until } from './spawn.testing.ts'

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
  startSystem(
    readConfig({ DATA_DIR: data_dir, SERVICE_API_KEY: 'test-key-with-at-least-32-characters', SAMPLE_HISTORY: 'off' }),
    options,
  )
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

test('after a first start no file and no folder is anybody else’s, whatever the umask', async () => {
  const DATA_DIR = join(scratch(), 'data')
  const process = await startProcess({ DATA_DIR })
  const names = ['', ...readdirSync(DATA_DIR, { recursive: true, encoding: 'utf8' })]
  const wide = names.filter((name) => (statSync(join(DATA_DIR, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077)
  await process.kill()
  expect(names.length).toBeGreaterThan(900)
  expect(wide).toEqual([])
}, 180_000)

const MB = 1024 * 1024
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0

// Needs Linux, and an account that may have a file system of its own.
describe.runIf(canMount)('a disk of its own', () => {
  test('that gets full, slowly or at once: refused in time, never stuck, and all goes on with room again', async () => {
    const disk = { path: scratch(), size_mb: 400 }
    const server = await startProcess({ ...STAFFED, DATA_DIR: disk.path }, disk)
    const staff = await signedIn(server)
    const listed = await server.send(listUsers, { query: { limit: 1 } })
    const user_id = listUsers.response.parse(listed.json()).users[0]?.user_id
    const change = () => server.send(updateUser, { params: { user_id }, json: { client_user_id: crypto.randomUUID() } })
    const look = async () => {
      // A process that spins never answers.
      const { status: alive } = await fetch(`${server.origin}/healthz`, { signal: AbortSignal.timeout(30_000) })
      const { checks } = await (await fetch(`${server.origin}/readyz`)).json()
      const { status: read } = await server.send(listUsers, { query: { limit: 1 } })
      const { status: changed } = await change()
      const { is_short_of_space } = listNotices.response.parse((await staff(listNotices)).json())
      expect(alive).toBe(200)
      return { disk: checks.disk, read, changed, is_short_of_space }
    }
    const room = { disk: 'ok', read: 200, changed: 204, is_short_of_space: false }
    const short = { disk: 'failing', read: 200, changed: 503, is_short_of_space: true }
    const full = { ...short, read: 503 }

    expect(await look()).toEqual(room)
    for (const [left, state] of [
      [50, short],
      [20, full],
      [null, room],
    ] as const) {
      leave(server, disk, left)
      await expect.poll(look, { timeout: 90_000, interval: 1_000 }).toEqual(state)
    }
    const done = new AbortController()
    const answers = new Set<number>()
    const clients = Array.from({ length: 6 }, async () => {
      while (!done.signal.aborted) answers.add((await change()).status)
    })
    await until(() => answers.has(204), 'a change')
    leave(server, disk, 0)
    await expect.poll(look, { timeout: 90_000, interval: 1_000 }).toEqual(full)
    done.abort()
    await Promise.all(clients)
    leave(server, disk, null)
    await expect.poll(look, { timeout: 90_000, interval: 1_000 }).toEqual(room)
    expect([...answers].filter((status) => ![204, 500, 503].includes(status))).toEqual([])
    await server.stop()
  }, 180_000)

  /** Leaves so many megabytes free; all of them without a number. */
  function leave({ seen }: TestProcess, { path }: Disk, free_mb: number | null) {
    const ballast = seen(join(path, 'ballast'))
    if (free_mb === null) return rmSync(ballast)
    const chunk = Buffer.alloc(MB / 4, 1)
    const { bavail, bsize } = statfsSync(seen(path))
    for (let free = bavail * bsize; free > free_mb * MB; free -= chunk.length) {
      try {
        appendFileSync(ballast, chunk)
      } catch {
        return
      }
    }
  }
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

test('a disk with too little room to start is one line that says what to do', async () => {
  const freeIn = async () => 60 * MB
  const failed = startSystem(readConfig({ DATA_DIR: scratch() }), { ...options, freeIn })
  await expect(failed).rejects.toThrow(DatabaseUnavailable)
  await expect(failed).rejects.toThrow(/^There is no room for the database in .*Free space on its disk/)
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
    const open = (given: object = {}) =>
      startSystem(readConfig({ DATA_DIR: data_dir, SAMPLE_HISTORY: 'off', ...given }), options)
    await (await open()).close()
    for (const file of ['secrets-key', 'service-api-key', 'webhook-secret', 'management-key']) {
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
