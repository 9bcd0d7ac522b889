/** A server with two environments, both answered by a service of the worker's own, and people to enter it. */

import { cookieHeader, SIGNED_OUT, type SignedIn, signIn } from '#e2e/support/session.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { AUTH_PREFIX } from '#lib/domains/staff/sign-in.ts'
import { inviteStaff } from '#lib/domains/staff/staff.ts'
import { ADMINISTRATOR, startServer, type TestServer } from './server.ts'

interface Colleague {
  id: string
  email: string
  name: string
  password: string
}

export interface MultiEnvironmentServer {
  baseURL: string
  /** All that the server has printed so far. */
  log(): string
  /** A new session of the administrator's, to be ended by whoever asked for it or not at all. */
  administrator(): Promise<SignedIn>
  /** Somebody who has accepted an invitation; `name` makes the email. */
  colleague(name: string, role: Role, environments: string[] | null): Promise<Colleague>
}

const PASSWORD = 'seven quiet herons wade'

async function post(url: string, body: object, session: SignedIn) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookieHeader(session), 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${new URL(url).pathname} was answered with ${answer.status}: ${await answer.text()}`)
  return answer
}

function serverOf({ baseURL, log }: TestServer): MultiEnvironmentServer {
  const administrator = () => signIn(baseURL, ADMINISTRATOR)
  let first: Promise<SignedIn> | null = null
  return {
    baseURL,
    log,
    administrator,
    async colleague(name, role, environments) {
      first ??= administrator()
      const email = `${name.toLowerCase().replaceAll(' ', '.')}@clinic.test`
      const body = { name, email, role, environments }
      const invited = await post(`${baseURL}/api/console${inviteStaff.path}`, body, await first)
      const { member, link } = inviteStaff.response.parse(await invited.json())
      const [, token = ''] = link.split('#')
      await post(`${baseURL}${AUTH_PREFIX}/setup`, { token, password: PASSWORD }, SIGNED_OUT)
      return { id: member.id, email, name, password: PASSWORD }
    },
  }
}

/** The sandbox is the service of the server that all other tests share. */
export async function openMultiEnvironmentServer(
  server: TestServer,
  use: (multiEnvironmentServer: MultiEnvironmentServer) => Promise<void>,
): Promise<void> {
  const sandbox = { base_url: server.baseURL, api_key_env: 'SANDBOX_KEY' }
  const own = await startServer({
    SANDBOX_KEY: server.apiKey,
    SERVICE_ENVIRONMENTS: JSON.stringify([
      { id: 'production', label: 'Production', kind: 'production' },
      { id: 'sandbox', label: 'Sandbox', kind: 'sandbox', ...sandbox },
    ]),
  })
  await use(serverOf(own))
  await own.stop()
}
