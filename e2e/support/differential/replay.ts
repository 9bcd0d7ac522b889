/** Calls that a demo has answered, made again to two sides in the same order: both must say the same. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Difference, differencesBetween, pairedIds, type Said } from './equivalent.ts'
import { IdPairs } from './id-pairs.ts'
import type { RecordedCall } from './recorded-calls.ts'
import { replaceIds } from './tokens.ts'

export interface Side {
  /** In differences: `server`. */
  name: string
  environment: { id: string; label: string }
  origin: string
  /** Prefix of the links it makes. */
  publicUrl: string
  answer: (request: Request) => Promise<Response>
}

export interface Mismatch {
  call: RecordedCall
  /** Its place among all calls. */
  index: number
  differences: Difference[]
}

/** Fields left out of the comparison, by path and place, each with the reason. */
const LEFT_OUT: readonly { path: RegExp; at: RegExp; why: string }[] = [
  {
    path: /./,
    at: /(^|\.)((asked|started|changed|opened|finished)_by|by|by_name|owner\.(id|name)|(owner|recorded_by)_(id|name)|by_id)$/,
    why: 'Who looks is somebody else.',
  },
  {
    path: /^\/api\/console\/viewer$/,
    at: /^(id|email|name|second_factor|idle_timeout|ends_at)$/,
    why: 'Who looks is somebody else, and nobody is signed out of a demo.',
  },
  {
    path: /^\/api\/console\/audit(\/views)?\?/,
    // How many more subjects an entry has stands under its id.
    at: /^next$|^(more_subjects|references)\.|\.(id|actor_id|actor_email|actor_name|duration)$/,
    why: 'A server has its own log.',
  },
  { path: /^\/api\/console\/audit\/(person-)?export/, at: /^$/, why: 'The same log, as a file.' },
  {
    path: /^\/api\/console\/audit\/(changes|settings)\//,
    at: /^next$|\.(id|actor_id|actor_name)$/,
    why: 'A server has its own log.',
  },
  { path: /^\/api\/console\/audit\/review\?/, at: /^people|^counted_to$/, why: 'A server has its own log.' },
  {
    path: /^\/api\/console\/(staff|colleagues\/demo)$/,
    at: /^(staff|colleagues)$/,
    why: 'A demo has colleagues of its own.',
  },
  {
    path: /\/directory\/demo\/refresh$/,
    at: /^(crawl|complete_at)$/,
    why: 'A server reads its users in the background, a demo before it answers.',
  },
  {
    path: /\/directory\/demo\/(checks$|sources\b)/,
    at: /(^|\.)(rechecked|oldest_at)$/,
    why: 'A server checks connections in the background, a demo before it answers.',
  },
  {
    path: /\/figures\/demo\?/,
    at: /^(seen_from|is_whole|figures|weeks|days)\b/,
    why: 'A server reads orders in the background, a demo before it answers.',
  },
  { path: /\/events\/demo\?/, at: /^up_to$/, why: 'A demo has events of its own.' },
  { path: /\/events\/demo\/days\?/, at: /^sources$/, why: 'The same: nothing has sent data to a new server.' },
  {
    path: /\/directory\/demo\/(connections|sources|coverage|checks)\b/,
    at: /(^|\.)(last_data_at|awaited_since|silent_at|silent|timed|never)$/,
    why: 'The same.',
  },
  {
    path: /\/webhooks\/demo\/endpoints(\/[\w-]+\/(enable|disable))?$/,
    at: /\.(open|health\.(attempts|succeeded))$/,
    why: 'Events are sent in the background, as many by then as the time allows.',
  },
  { path: /\/create_portal_url$/, at: /^url$/, why: 'A random code, shorter than any id.' },
  { path: /\/link\/code\/create\?/, at: /^(code|exchange_url)$/, why: 'A random code, shorter than any id.' },
  {
    path: /\/appointment\/book$|\/bookings\/demo\//,
    at: /(^|\.)(provider_id|external_id)$/,
    why: 'Random ids of the provider, shorter than any other.',
  },
]

/** Numbers of events: each follows the one before, and a demo has some before anybody does anything. */
const NUMBERED = { path: /\/events\/demo\?/, at: /\.(id|related_id|replaces_id)$/ }

/** A read that differs may be early: what the call before has set off is not done yet on one side. */
const ATTEMPTS = 10
const BETWEEN_ATTEMPTS_MS = 500
const TOLERANCE_MS = 60_000

/** The demo's own address of a call, and its words for an environment, as the other environment has them. */
function forEnvironment(text: string, { id }: Side['environment']): string {
  return text
    .replace(/(\/api\/(?:service|console(?:\/[\w-]+){0,2})\/)demo(?=[/?]|$)/, `$1${id}`)
    .replace(/([?&]environment=)demo(?=&|$)/, `$1${id}`)
    .replace(/("environments?"\s*:\s*\[?)"demo"/g, `$1"${id}"`)
}

class Replayer {
  readonly #side: Side
  /** Maps recorded IDs to the ones created in this run. */
  readonly #ids = new Map<string, string>()

  constructor(side: Side) {
    this.#side = side
  }

  async say(call: RecordedCall): Promise<Said> {
    const { origin, publicUrl, environment } = this.#side
    const own = (text: string) => replaceIds(forEnvironment(text, environment), this.#ids)
    const body = call.body === null ? null : own(call.body)
    const headers = { ...call.headers, origin }
    const request = new Request(`${origin}${own(call.path)}`, { method: call.method, headers, body })
    const response = await this.#side.answer(request)
    const said = await response.text()
    return { status: response.status, body: said.replaceAll(publicUrl, origin) }
  }

  /** The first mapping wins: a log with an extra entry says nothing about IDs. */
  learn(call: RecordedCall, said: Said): void {
    for (const [recorded, actual] of pairedIds(call.response, said.body))
      if (!this.#ids.has(recorded)) this.#ids.set(recorded, actual)
  }
}

const renaming = (left: Side, right: Side) => (text: string) =>
  text
    .replaceAll(new RegExp(`\\b${right.environment.id}\\b`, 'g'), left.environment.id)
    .replaceAll(new RegExp(`\\b${right.environment.label}\\b`, 'g'), left.environment.label)

/** Every call that the sides answer differently. */
export async function replay(calls: readonly RecordedCall[], left: Side, right: Side): Promise<Mismatch[]> {
  const [one, other] = [new Replayer(left), new Replayer(right)]
  const rename = renaming(left, right)
  const mismatches: Mismatch[] = []
  let pairs = new IdPairs()
  for (const [index, call] of calls.entries()) {
    const isLeftOut = (at: string) => LEFT_OUT.some((rule) => rule.path.test(call.path) && rule.at.test(at))
    const isNumbered = (at: string) => NUMBERED.path.test(call.path) && NUMBERED.at.test(at)
    const ask = async () => {
      const said = { left: await one.say(call), right: await other.say(call) }
      const tried = new IdPairs(pairs)
      const comparison = { pairs: tried, toleranceMs: TOLERANCE_MS, rename, isLeftOut, isNumbered }
      return { ...said, tried, differences: differencesBetween(said.left, said.right, comparison) }
    }
    let outcome = await ask()
    for (let attempt = 1; attempt < ATTEMPTS && call.method === 'GET' && outcome.differences.length > 0; attempt += 1) {
      await delay(BETWEEN_ATTEMPTS_MS)
      outcome = await ask()
    }
    if (outcome.differences.length > 0) mismatches.push({ call, index, differences: outcome.differences })
    else pairs = outcome.tried
    one.learn(call, outcome.left)
    other.learn(call, outcome.right)
  }
  return mismatches
}

const SHOWN_DIFFERENCES = 8
const SHOWN_CHARACTERS = 300

/** One mismatch for people to read: the call, and what each side said where. */
export function describeMismatch({ call, index, differences }: Mismatch, left: Side, right: Side): string {
  const cut = (text: string) => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text)
  const lines = differences
    .slice(0, SHOWN_DIFFERENCES)
    .map(({ at, left: one, right: other }) =>
      [`  ${at || 'body'}`, `    ${left.name}: ${cut(one)}`, `    ${right.name}: ${cut(other)}`].join('\n'),
    )
  const more = differences.length - lines.length
  const body = call.body === null ? [] : [`  sent: ${cut(call.body)}`]
  return [`#${index} ${call.method} ${call.path}`, ...body, ...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join(
    '\n',
  )
}
