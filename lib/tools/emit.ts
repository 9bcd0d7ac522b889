/** `npm run emit -- --users N --rate N --minutes M`: sends made-up wearable events to the running console's own inbox. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { BadConfiguration, type Config, configFromProcess } from '#lib/config.ts'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { listUsers, type User } from '#lib/domains/users/user.ts'
import { buildPath, WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { embeddedKey, webhookSecrets } from '#lib/platform/keys.ts'
import { createPrivateFiles } from '#lib/platform/private-files.ts'
import { wearableEvent } from '#lib/sandbox/wearables.ts'
import { newId } from '#lib/utils/ids/new-id.ts'
import { MINUTE, SECOND } from '#lib/utils/time/durations.ts'

const USAGE = `npm run emit -- [--users N] [--rate N] [--minutes M] [--url http://localhost:3000]
  Sends N events a second for M minutes on behalf of the first N users who have a source. The console must be running,
  with the same configuration and data directory.`

const options = z.object({
  users: z.coerce.number().int().min(1).max(500).default(100),
  rate: z.coerce.number().min(0.1).max(1000).default(5),
  minutes: z.coerce.number().min(0.01).max(1440).default(1),
  url: z.url().optional(),
})

function readOptions() {
  const text = { type: 'string' } as const
  return options.parse(parseArgs({ options: { users: text, rate: text, minutes: text, url: text } }).values)
}

async function emit() {
  const { users: count, rate, minutes, url } = readOptions()
  const config = configFromProcess()
  const environment = config.environments.find(({ base_url }) => base_url === null)
  if (!environment)
    throw new BadConfiguration(['No environment is the embedded one; its service sends its own events.'])
  const origin = (url ?? config.public_url ?? `http://localhost:${config.port}`).replace(/\/+$/, '')
  const users = await connectedUsers(origin, config, environment.api_key, count)
  const [secret = ''] = await webhookSecrets(environment.webhook_secrets, config.data_dir)
  const address = `${origin}${buildPath(`${WEBHOOK_PREFIX}/{environment}`, { environment: environment.id })}`
  const webhook = new Webhook(secret)
  const until = Date.now() + minutes * MINUTE
  const answers = new Map<number, number>()
  for (let sent = 0; Date.now() < until && users.length > 0; sent += 1) {
    const begun = Date.now()
    const status = await send(address, webhook, users, sent)
    answers.set(status, (answers.get(status) ?? 0) + 1)
    await sleep(Math.max(0, SECOND / rate - (Date.now() - begun)))
  }
  const told = [...answers].map(([status, times]) => `${times} answered with ${status}`).join(', ')
  process.stdout.write(`  ${told || 'nobody has a source: nothing was sent'}\n`)
  if ([...answers.keys()].some((status) => status !== 204)) process.exitCode = 1
}

async function connectedUsers(origin: string, config: Config, api_key: string | null, count: number) {
  const headers = { [config.key_header]: await embeddedKey(api_key, config.data_dir) }
  const answer = await fetch(`${origin}${listUsers.path}?limit=500`, { headers, redirect: 'error' })
  if (!answer.ok) throw new BadConfiguration([`${origin} answered with ${answer.status}; is it this console?`])
  const { users } = listUsers.response.parse(await answer.json())
  const connected = users.filter(({ connected_sources }) => connected_sources.length > 0).slice(0, count)
  const working = await Promise.all(connected.map((user) => withWorking(origin, headers, user)))
  return working.filter(({ connected_sources }) => connected_sources.length > 0)
}

/** A source that has failed sends nothing. */
async function withWorking(origin: string, headers: Record<string, string>, user: User): Promise<User> {
  const path = buildPath(listUserProviders.path, { user_id: user.user_id })
  const answer = await fetch(`${origin}${path}`, { headers, redirect: 'error' })
  const { providers } = listUserProviders.response.parse(await answer.json())
  const working = new Set(providers.flatMap(({ slug, status }) => (status === 'connected' ? [slug] : [])))
  return { ...user, connected_sources: user.connected_sources.filter(({ source }) => working.has(source.slug)) }
}

async function send(address: string, webhook: Webhook, users: readonly User[], number: number): Promise<number> {
  const user = users[number % users.length]
  const sources = user?.connected_sources ?? []
  const connected = sources[Math.floor(number / users.length) % sources.length]
  if (!user || !connected) return 0
  const at = new Date()
  const body = JSON.stringify(wearableEvent(user, connected.source, at, number))
  const id = `msg_${newId()}`
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': webhook.sign(id, at, body),
  }
  const { status } = await fetch(address, { method: 'POST', headers, body, redirect: 'error' })
  return status
}

/** What a person can mend is said without a stack. */
function explain(error: unknown): string {
  if (error instanceof z.ZodError) return `${z.prettifyError(error)}\n\n${USAGE}`
  if (error instanceof BadConfiguration) return error.message
  if (error instanceof TypeError && 'code' in error) return `${error.message}\n\n${USAGE}`
  if (error instanceof TypeError)
    return 'The console can’t be reached. Start it with npm start, or give its address with --url.'
  throw error
}

try {
  createPrivateFiles()
  await emit()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}
