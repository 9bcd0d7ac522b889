/** A proxy under test: one administrator, one environment, and a record of all that leaves. */

import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createPlainServer, type Server as PlainServer, type Socket } from 'node:net'
import { auditSearch } from '#lib/domains/audit/audit.ts'
import { createAudit } from '#lib/domains/audit/console/audit.ts'
import { createBookings } from '#lib/domains/bookings/console/bookings.ts'
import { makeViewer } from '#lib/domains/staff/viewer.testing.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { updateUser } from '#lib/domains/users/user.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { type CallValues, callOf, JSON_TYPE } from '#lib/kernel/endpoint.testing.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { PROXY_PREFIX } from '#lib/kernel/wire.ts'
import type { ConsoleStore } from '#lib/system/console/store.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import type { IdsOf } from '#lib/utils/ids/ids.ts'
import { createProxy } from './app.ts'
import { inProcess } from './in-process.ts'
import type { Upstream, UpstreamRequest } from './upstream.ts'
import type { ReadUser } from './user-calls.ts'

/** With a sign that JSON and addresses may spell in other ways. */
export const KEY = 'sk_secret/of_the_team'
export const USER = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'
export const USERS = { users: [], total: 0, offset: 0, limit: 100 }
export const ORDERS = { orders: [], total: 0, page: 1, size: 50 }

const TIMES = { read: 100, write: 100, backoff: 1, retries: 2 }

interface Setting {
  viewer?: Partial<Viewer> | null
  /** Whether the audit log can be written. */
  recorded?: boolean
  publicUrl?: string
  /** Milliseconds for one try; few unless set. */
  patience?: number
  /** Holds what a process before this one left. */
  store?: ConsoleStore
  idsOf?: IdsOf
  requestIdOf?: (request: Request) => string
  /** Whether patient data is masked. */
  masked?: boolean
  /** The user whose caller was verified. */
  verified?: string
  readUser?: ReadUser
}

export function testProxy(upstream: Upstream, setting: Setting = {}) {
  const { viewer = {}, recorded = true, publicUrl = 'http://console.test', patience, idsOf, requestIdOf } = setting
  const { masked = false, verified, readUser = async () => null } = setting
  const { store = createMemoryConsoleStore() } = setting
  const bookings = createBookings({
    store,
    orders: null,
    now: () => new Date(),
    lasts: 60_000,
    onUnsaved: () => undefined,
  })
  const seen: UpstreamRequest[] = []
  const faults: unknown[] = []
  const answers: { environment: string; endpoint: string; params: unknown; text: string }[] = []
  const app = createProxy({
    environments: [
      {
        id: 'live',
        label: 'Live',
        api_key: KEY,
        upstream: (request) => {
          seen.push(request)
          return upstream(request)
        },
      },
    ],
    access: {
      identify: async () => {
        if (viewer === null) throw new ApiError('not_signed_in', 'You are not signed in.')
        return makeViewer(viewer)
      },
      audit: createAudit({
        store: recorded ? store : { ...store, appendAudit: () => Promise.reject(new Error('disk full')) },
        now: () => new Date('2026-11-21T12:00:00Z'),
        onError: () => undefined,
      }),
      publicUrl: () => publicUrl,
      patientData: { isMasked: () => masked, isCallerVerified: async (_request, _id, _viewer, id) => id === verified },
    },
    bookings,
    readUser,
    ...(idsOf && { idsOf }),
    ...(requestIdOf && { requestIdOf }),
    key_header: 'x-service-api-key',
    onError: (fault) => faults.push(fault),
    onAnswer: ({ body, ...call }) => answers.push({ ...call, text: new TextDecoder().decode(body) }),
    times: patience ? { ...TIMES, read: patience, write: patience } : TIMES,
  })
  const call = async (path: string, init?: RequestInit) => {
    const response = await app.fetch(new Request(`http://console.test${PROXY_PREFIX}/${path}`, init))
    const text = await response.text()
    return { status: response.status, headers: response.headers, text }
  }
  const send = <E extends Endpoint>(endpoint: E, values?: CallValues<E>) => {
    const [path, init] = callOf(endpoint, values)
    return call(`live${path}`, init)
  }
  /** A change that is valid unless `init` says otherwise. */
  const change = (body: string, { headers, ...init }: CallValues<typeof updateUser> = {}) =>
    send(updateUser, { params: { user_id: USER }, body, headers: { ...JSON_TYPE, ...headers }, ...init })
  const audited = async () => (await store.searchAudit(auditSearch.parse({}), null)).entries.toReversed()
  return { app, call, send, change, seen, faults, answers, audited, bookings, store }
}

/** In front of a service that always answers the same. */
export function answering(body: unknown = USERS, init?: ResponseInit, setting?: Setting) {
  return testProxy(
    inProcess(async () => Response.json(body, init)),
    setting,
  )
}

/** Runs work against a server on loopback, and stops the server whatever happens. */
export async function withServer<T>(server: Server | PlainServer, work: (origin: string) => Promise<T>): Promise<T> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(address !== null && typeof address === 'object' ? address.port : 0)
    })
  })
  try {
    return await work(`http://127.0.0.1:${port}`)
  } finally {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
}

export const httpServer = (answer: RequestListener): Server => createServer(answer)

/** Answers every request, whatever it is, with these bytes, and hangs up. */
export const rawServer = (bytes: string): PlainServer =>
  createPlainServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(bytes))
  })
