/** The user directory over HTTP: filled at the start, searched, kept fresh, and whole again after the process is killed. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { NO_ENVIRONMENT } from '#lib/domains/staff/denial.ts'
import { AUTH_PREFIX, authEndpoints } from '#lib/domains/staff/sign-in.ts'
import { inviteStaff } from '#lib/domains/staff/staff.ts'
import {
  directoryState,
  getDirectoryState,
  getDirectoryUser,
  refreshDirectory,
  searchDirectory,
} from '#lib/domains/users/directory.ts'
import { searchDirectoryConnections } from '#lib/domains/users/directory-connections.ts'
import { updateUser } from '#lib/domains/users/user.ts'
import { callOf } from '#lib/kernel/endpoint.testing.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { prepareDirectory } from '#lib/platform/database/embedded.testing.ts'
import { startTestService, type TestService, testUser } from '#lib/system/service.testing.ts'
import { STAFFED, signedIn } from '#lib/system/staff.testing.ts'
import { replyTo, type Send, startProcess, type TestProcess, until } from './spawn.testing.ts'

const KEY = 'sk_live_directory_test'
const PASSWORD = 'another quiet river'
let home = ''
const running: TestProcess[] = []
const services: TestService[] = []

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'vialdesk-directory-'))
})
afterEach(async () => {
  for (const process of running.splice(0)) await process.kill()
  for (const service of services.splice(0)) await service.stop()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

async function start(name: string, settings: Record<string, string> = {}) {
  const data_dir = join(home, name)
  if (!existsSync(data_dir)) await prepareDirectory(data_dir)
  const process = await startProcess({ ...STAFFED, DATA_DIR: data_dir, ...settings })
  running.push(process)
  return { process, send: await signedIn(process) }
}

async function remote(count: number) {
  const service = await startTestService(count, KEY)
  services.push(service)
  return { service, settings: { SERVICE_BASE_URL: service.url, SERVICE_API_KEY: KEY } }
}

/** Follows a link of an invitation. */
async function setUp({ origin }: TestProcess, link: string) {
  const token = new URL(link).hash.slice(1)
  const call = callOf(authEndpoints.use_link, { json: { token, password: PASSWORD } })
  expect((await replyTo(`${origin}${AUTH_PREFIX}`, call)).status).toBe(200)
}

const stateIn = async (send: Send, environment: string) =>
  directoryState.parse((await send(getDirectoryState, { params: { environment } })).json())

async function whole(send: Send, environment: string) {
  await until(async () => (await stateIn(send, environment)).complete_at !== null, 'a whole crawl')
  return stateIn(send, environment)
}

async function search(send: Send, environment: string, json: object) {
  return searchDirectory.response.parse((await send(searchDirectory, { params: { environment }, json })).json())
}

describe('two environments of one console', () => {
  test('are in the directory soon after the start; each is closed to whoever may not enter it', async () => {
    const { service } = await remote(20)
    const environments = [
      { id: 'sandbox', label: 'Sandbox', kind: 'sandbox' },
      { id: 'live', label: 'Live', kind: 'production', base_url: service.url, api_key_env: 'LIVE_KEY' },
    ]
    const settings = { SERVICE_ENVIRONMENTS: JSON.stringify(environments), LIVE_KEY: KEY }
    const { process, send } = await start('two', settings)
    const { users, problem, crawl } = await whole(send, 'sandbox')
    expect([users >= 250, problem, crawl]).toEqual([true, null, null])
    await whole(send, 'live')
    await changedAndFound(process, send)
    await closedToOthers(process, send)
    expect(process.output()).not.toContain('"level":50')
  }, 180_000)
})

/** A changed user is shown at once and found from then on. */
async function changedAndFound(process: TestProcess, send: Send) {
  const { users: some } = await search(send, 'sandbox', { limit: 3 })
  const id = some[1]?.user.user_id ?? ''
  const one = async (query = {}) => {
    const reply = await send(getDirectoryUser, { params: { environment: 'sandbox', user_id: id }, query })
    return getDirectoryUser.response.parse(reply.json())
  }
  const ids = async (text: string) =>
    (await search(send, 'sandbox', { text })).users.map(({ user: { user_id } }) => user_id)
  expect(await ids(id.toUpperCase())).toEqual([id])

  const changed = await process.send(updateUser, {
    params: { user_id: id },
    json: { client_user_id: 'Found-Again-77' },
  })
  expect(changed.status).toBe(204)
  const listed = await one()
  expect(listed.user.client_user_id).not.toBe('Found-Again-77')
  const fresh = await one({ fresh: true })
  expect(fresh).toMatchObject({ user: { user_id: id, client_user_id: 'Found-Again-77' }, problem: null })
  expect(fresh.seen_at > listed.seen_at).toBe(true)
  expect(await ids('again-7')).toEqual([id])
  expect(await one()).toMatchObject({ user: { client_user_id: 'Found-Again-77' } })
}

/** An answer but for the id of its request. */
const withoutId = (text: string) => ({ ...JSON.parse(text), request_id: null })

async function closedToOthers(process: TestProcess, send: Send) {
  const email = 'lim@clinic.test'
  const invited = { email, name: 'Lim', role: 'read_only', environments: ['live'] }
  const { link } = (await send(inviteStaff, { json: invited })).json()
  await setUp(process, String(link))
  const limited = await signedIn(process, { email, password: PASSWORD })
  expect((await search(limited, 'live', { text: 'member-00001' })).total).toBe(9)
  const { user_id } = testUser(1)
  for (const endpoint of [
    searchDirectory,
    getDirectoryState,
    getDirectoryUser,
    searchDirectoryConnections,
    refreshDirectory,
  ]) {
    const json = endpoint === searchDirectory ? {} : undefined
    const callIn = (environment: string) => limited<Endpoint>(endpoint, { params: { environment, user_id }, json })
    const { status, text } = await callIn('sandbox')
    expect(status).toBe(404)
    expect(JSON.parse(text)).toEqual({
      detail: NO_ENVIRONMENT,
      code: 'unknown_environment',
      request_id: expect.any(String),
    })
    const elsewhere = await callIn('elsewhere')
    expect([elsewhere.status, withoutId(elsewhere.text)]).toEqual([status, withoutId(text)])
  }
  const { entries } = listAudit.response.parse(
    (await send(listAudit, { query: { environment: 'sandbox', outcome: 'refused' } })).json(),
  )
  expect(entries).toHaveLength(5)
  for (const { actor_email, role } of entries) expect([actor_email, role]).toEqual([email, 'read_only'])
}

describe('a crawl of a remote service', () => {
  test('goes on where it was after the process is killed, and reads no page twice', async () => {
    const { service, settings } = await remote(6_000)
    service.takes = 150
    const first = await start('killed', settings)
    await until(async () => ((await stateIn(first.send, 'production')).crawl?.read ?? 0) >= 2_000, 'some pages')
    const { users, complete_at } = await stateIn(first.send, 'production')
    expect([users >= 2_000, complete_at]).toEqual([true, null])
    await first.process.kill()
    const before = service.asked.length

    const second = await start('killed', settings)
    expect(await whole(second.send, 'production')).toMatchObject({ users: 6_000, crawl: null, problem: null })
    const pages = Array.from({ length: 12 }, (_, page) => page * 500)
    expect([...new Set(service.asked)].sort((a, b) => a - b)).toEqual(pages)
    // A page that took too long is asked for again; one that was saved isn't.
    expect(service.asked.slice(before).every((offset) => offset >= 2_000)).toBe(true)

    const { users: found, total } = await search(second.send, 'production', { text: 'member-00123' })
    expect([found.length, total]).toEqual([9, 9])
    expect(found[0]?.user).toEqual(testUser(1230))
    for (const { process } of [first, second]) expect(process.output()).not.toContain(KEY)
  }, 180_000)
})
