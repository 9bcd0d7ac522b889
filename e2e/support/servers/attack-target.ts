/** The server that is attacked: every role on its staff, a real service and many that fail behind it. */

import { type SignedIn, signIn } from '#e2e/support/session.ts'
import { addColleague, type Colleague } from '#e2e/support/staff.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { BEHAVIOUR_NAMES, type FakeService, startFakeService } from './fake-service.ts'
import { ADMINISTRATOR, startServer, type TestServer } from './server.ts'

/** API key of the services behind the fake environments. */
export const REMOTE_KEY = 'sk_remote_0123456789abcdef'

/** Environments for limited staff: any but the sandbox. */
const LIMITED_TO = ['elsewhere'] as const

export interface AttackTarget {
  server: TestServer
  origin: string
  service: FakeService
  /** The first administrator's. */
  administrator: SignedIn
  people: Readonly<Record<Role, Colleague>>
  /** The same roles, limited to another environment. */
  limited: Readonly<Record<Role, Colleague>>
}

/** The sandbox, and one environment for every way to fail; the service of one is not even there. */
function environmentsOf({ origin }: FakeService): string {
  const remote = (id: string, base_url: string) => ({
    id,
    label: id,
    kind: 'staging',
    base_url,
    api_key_env: 'REMOTE_KEY',
  })
  return JSON.stringify([
    { id: 'sandbox', label: 'Sandbox', kind: 'sandbox' },
    ...BEHAVIOUR_NAMES.map((name) => remote(name, `${origin}/${name}`)),
    remote('down', 'http://127.0.0.1:9'),
  ])
}

async function staffOf(origin: string) {
  const administrator = await signIn(origin, ADMINISTRATOR)
  const add = (role: Role, environments: readonly string[] | null) => {
    const email = `${role}.${environments ? 'limited' : 'everywhere'}@clinic.test`.replace('_', '-')
    return addColleague(origin, administrator, { email, role, environments })
  }
  const everyRole = async (limit: readonly string[] | null) => ({
    administrator: await add('administrator', limit),
    support: await add('support', limit),
    lab_coordinator: await add('lab_coordinator', limit),
    read_only: await add('read_only', limit),
  })
  return { administrator, people: await everyRole(null), limited: await everyRole(LIMITED_TO) }
}

export async function openAttackTarget(use: (attackTarget: AttackTarget) => Promise<void>): Promise<void> {
  const service = await startFakeService()
  try {
    // All attacks of a worker are one administrator's; the limit itself is attacked on a server of its own.
    const server = await startServer({
      SERVICE_ENVIRONMENTS: environmentsOf(service),
      REMOTE_KEY,
      SESSION_REQUESTS_PER_MINUTE: '100000',
    })
    try {
      await use({ server, origin: server.baseURL, service, ...(await staffOf(server.baseURL)) })
    } finally {
      await server.stop()
    }
  } finally {
    service.close()
  }
}
