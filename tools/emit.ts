/** `npm run emit -- --users N --rate N --minutes M`: has the running sandbox send wearable data of its users. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { BadConfiguration, configFromProcess } from '#lib/config.ts'
import { MOST_EVENTS, MOST_USERS, sendWearables } from '#lib/domains/events/wearable-endpoint.ts'
import { readDetail } from '#lib/kernel/error-body.ts'
import { embeddedKey } from '#lib/platform/keys.ts'
import { MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { runCommand } from '#tools/command.ts'

const USAGE = `npm run emit -- [--users N] [--rate N] [--minutes M] [--url http://localhost:3000]
  Has the sandbox send N events a second for M minutes, of the newest N users with a working source, to every endpoint
  and to the console's own inbox. The console must be running, with the same configuration and data directory.`

const options = z.object({
  users: z.coerce.number().int().min(1).max(MOST_USERS).default(100),
  rate: z.coerce.number().min(0.1).max(MOST_EVENTS).default(5),
  minutes: z.coerce.number().min(0.01).max(1440).default(1),
  url: z.url().optional(),
})

function readOptions() {
  const text = { type: 'string' } as const
  return options.parse(parseArgs({ options: { users: text, rate: text, minutes: text, url: text } }).values)
}

async function emit() {
  const { users, rate, minutes, url } = readOptions()
  const config = configFromProcess()
  const environment = config.environments.find(({ base_url }) => base_url === null)
  if (!environment)
    throw new BadConfiguration(['No environment is the embedded one; its service sends its own events.'])
  const origin = (url ?? config.public_url ?? `http://localhost:${config.port}`).replace(/\/+$/, '')
  const headers = {
    'content-type': 'application/json',
    [config.key_header]: await embeddedKey(environment.api_key, config.data_dir),
  }
  const begun = Date.now()
  const until = begun + minutes * MINUTE
  let sent = 0
  let people = 0
  // A call a second, or one for each event where they are fewer. What one could not do in time, the next catches up on.
  const pause = SECOND / Math.min(1, rate)
  for (let next = begun; next < until; next += pause) {
    await sleep(Math.max(0, next - Date.now()))
    const due = Math.ceil(((Math.min(next + pause, until) - begun) / SECOND) * rate) - sent
    const events = Math.min(MOST_EVENTS, due)
    if (events < 1) continue
    const body = JSON.stringify({ users, events })
    const answer = await fetch(`${origin}${sendWearables.path}`, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
    }).catch(() => null)
    if (answer === null) throw new BadConfiguration([UNREACHABLE])
    if (!answer.ok) throw new BadConfiguration([await refusal(origin, answer)])
    const written = sendWearables.response.safeParse(await answer.json().catch(() => null))
    if (!written.success) throw new BadConfiguration([notOurs(origin)])
    sent += written.data.sent
    people = written.data.users
    if (people === 0) break
  }
  process.stdout.write(
    people === 0 ? '  No user has a working source: nothing was sent.\n' : `  ${sent} events of ${people} users\n`,
  )
}

const UNREACHABLE = 'The console can’t be reached. Start it with npm start, or give its address with --url.'
const notOurs = (origin: string) => `${origin} isn’t a console with the embedded service.`

async function refusal(origin: string, answer: Response): Promise<string> {
  if (answer.status === 404) return notOurs(origin)
  return readDetail(await answer.json().catch(() => null), `${origin} answered with ${answer.status}.`)
}

await runCommand(USAGE, emit)
