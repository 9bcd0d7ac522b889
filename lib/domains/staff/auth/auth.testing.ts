/** For tests: sign-in over a database in memory, and browsers with cookie jars of their own. */
import { createHmac, randomUUID, scrypt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { PersonEvent } from '#lib/console/audit-port.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { createStaff, type StaffOperations } from '#lib/domains/staff/console/staff.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { AUTH_PREFIX, authEndpoints } from '#lib/domains/staff/sign-in.ts'
import { BACKGROUND_HEADER } from '#lib/kernel/client/session.ts'
import { pathOf } from '#lib/kernel/endpoint.testing.ts'
import { PROXY_PREFIX } from '#lib/kernel/wire.ts'
import type { OpenDatabase } from '#lib/platform/database/database.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { type Auth, createAuth } from './auth.ts'
import type { AuthOptions } from './options.ts'
import type { Passwords } from './passwords.ts'
import { addPerson, type Person, setPassword } from './people.ts'

export const AUTH_SECRET = 'a secret of at least thirty-two characters'
export const PASSWORD = 'a quiet river bends'
export const HTTP = 'http://localhost:3000'
export const HTTPS = 'https://console.clinic.test'

export interface Answered {
  status: number
  headers: Headers
  body: Record<string, unknown>
  text: string
}

export interface Browser {
  jar: Map<string, string>
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
  /** Calls an endpoint of sign-in by its name. */
  call(name: keyof typeof authEndpoints, body?: unknown, headers?: Record<string, string>): Promise<Answered>
  endSession(id: string | undefined, headers?: Record<string, string>): Promise<Answered>
  get(path: string): Promise<Answered>
  /** A request as any other part of the console would get it. */
  request(headers?: Record<string, string>): Request
  signIn(email: string, password?: string): Promise<Answered>
}

export interface TestAuth {
  auth: Auth
  staff: StaffOperations
  events: PersonEvent<string>[]
  faults: unknown[]
  database: OpenDatabase
  browser(address?: string): Browser
  person(email: string, role?: Role, more?: Partial<Person>): Promise<Person>
  /** Another instance over the same database. */
  another(overrides?: Partial<AuthOptions>): TestAuth
}

const quickKey = (password: string, salt: string) =>
  new Promise<string>((resolve, reject) => {
    scrypt(password, salt, 16, { N: 2 }, (error, key) => (error ? reject(error) : resolve(key.toString('hex'))))
  })

/** The same in all but its cost; what that is, the tests of sign-in say. */
const QUICK: Passwords = {
  async hash(password) {
    const salt = randomUUID()
    return `${salt}:${await quickKey(password, salt)}`
  },
  async verify({ hash, password }) {
    const [salt = '', key] = hash.split(':')
    return (await quickKey(password, salt)) === key
  },
  isCurrent: () => true,
}

const ENVIRONMENTS: readonly Environment[] = [
  { id: 'production', label: 'Production', kind: 'production' },
  { id: 'sandbox', label: 'Sandbox', kind: 'sandbox' },
]

let opened: Promise<OpenDatabase> | null = null

/** One database a file, emptied; give it back with `closeTestAuth`. */
export async function openTestAuth(overrides: Partial<AuthOptions> = {}): Promise<TestAuth> {
  opened ??= openInMemory()
  const database = await opened
  await database.db.execute(
    sql`truncate auth.staff, auth.sessions, auth.accounts, auth.links, auth.tries, auth.verifications, auth.two_factors, auth.notices`,
  )
  return make(database, overrides)
}

/** Over a database of the caller's own. */
export function testAuthOver(database: OpenDatabase): TestAuth {
  return make(database, {})
}

export async function closeTestAuth(): Promise<void> {
  await (await opened)?.close()
  opened = null
}

function make(database: OpenDatabase, overrides: Partial<AuthOptions>): TestAuth {
  const events: PersonEvent<string>[] = []
  const faults: unknown[] = []
  const { publicUrl = () => HTTP, passwords = QUICK } = overrides
  const onEvent = (event: PersonEvent<string>) => void events.push(event)
  const auth = createAuth({
    db: database.db,
    secret: AUTH_SECRET,
    passwords,
    clientAddress: (c) => c.req.header('x-test-address') ?? '192.0.2.1',
    environments: ENVIRONMENTS,
    session_idle_minutes: 15,
    session_hours: 12,
    sso: null,
    onEvent,
    onError: (error) => void faults.push(error),
    ...overrides,
    publicUrl,
  })
  return {
    auth,
    staff: createStaff({ store: auth.staffStore, environments: ENVIRONMENTS, onEvent }),
    events,
    faults,
    database,
    browser: (address = '192.0.2.1') => createBrowser(auth, publicUrl(), address),
    async person(email, role = 'administrator', more = {}) {
      const person = await addPerson(database.db, {
        email,
        name: email,
        role,
        environments: null,
        activatedAt: new Date(),
        ...more,
      })
      await setPassword(database.db, person.id, await passwords.hash(PASSWORD))
      return person
    },
    another: (more = {}) => make(database, { ...overrides, ...more }),
  }
}

function createBrowser(auth: Auth, origin: string, address: string): Browser {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  const send: Browser['send'] = async (method, path, body, headers = {}) => {
    const sent = new Headers({
      origin,
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Test/1.0',
      'x-test-address': address,
      ...headers,
    })
    if (jar.size > 0) sent.set('cookie', cookie())
    if (body !== undefined && !sent.has('content-type')) sent.set('content-type', 'application/json')
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await auth.app.fetch(
      new Request(`${origin}${AUTH_PREFIX}${path}`, {
        method,
        headers: sent,
        ...(body === undefined ? {} : { body: text }),
      }),
    )
    keep(jar, answer)
    return read(answer)
  }

  return {
    jar,
    send,
    call(name, body, headers) {
      const { method, path } = authEndpoints[name]
      return send(method, path, body ?? (method === 'POST' ? {} : undefined), headers)
    },
    endSession: (id, headers) =>
      send('DELETE', pathOf(authEndpoints.end_own_session, { params: { id } }), undefined, headers),
    get: (path) => send('GET', path),
    request: (headers = {}) => new Request(`${origin}${PROXY_PREFIX}/x`, { headers: { cookie: cookie(), ...headers } }),
    signIn: (email, password = PASSWORD) => send('POST', authEndpoints.sign_in.path, { email, password }),
  }
}

export const inBackground = { [BACKGROUND_HEADER]: '1' }

function keep(jar: Map<string, string>, answer: Response) {
  for (const line of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
    if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
    else jar.set(name, value)
  }
}

async function read(answer: Response): Promise<Answered> {
  const text = await answer.text()
  const parsed: unknown = text.startsWith('{') ? JSON.parse(text) : {}
  const body = typeof parsed === 'object' && parsed !== null ? Object.fromEntries(Object.entries(parsed)) : {}
  return { status: answer.status, headers: answer.headers, body, text }
}

/** The code that an authenticator shows (RFC 6238: SHA-1, six digits, thirty seconds) for an `otpauth:` address. */
export function totp(uri: string, at = Date.now()): string {
  const secret = base32(new URL(uri).searchParams.get('secret') ?? '')
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac[19] ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function base32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '')].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
