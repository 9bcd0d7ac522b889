/** Asks what users' connections say of one source: page by page of all users, or one by one, whichever is fewer calls. */
import pMap from 'p-map'
import type { Presence } from '#components/connections/import/run/run-port.ts'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { type RequestContext, request } from '#lib/kernel/client/request.ts'

/** The most users a page may have (spec, endpoint 5). */
const PAGE = 500
/** So few are asked about one by one without a look at how many users there are. */
const FEW = 4
const AT_ONCE = 4

export interface AskOptions {
  context: RequestContext
  provider: string
  throttle: () => Promise<void>
  onProgress?: ((done: number, total: number) => void) | undefined
  signal?: AbortSignal | undefined
  /** Calls off before it has begun when it would take more. */
  most?: number | undefined
}

/** Takes more calls than allowed. */
export class TooManyCalls extends Error {
  readonly calls: number

  constructor(calls: number) {
    super(`${calls} calls`)
    this.calls = calls
  }
}

/** @throws RequestError of the call that failed; TooManyCalls. */
export async function askUsers(ids: ReadonlySet<string>, options: AskOptions): Promise<Map<string, Presence>> {
  if (ids.size <= FEW) return oneByOne([...ids], options)
  const first = await page(0, options)
  const calls = Math.min(Math.ceil(first.total / PAGE), ids.size)
  if (options.most !== undefined && calls > options.most) throw new TooManyCalls(calls)
  return calls < ids.size ? byPages(ids, first, options) : oneByOne([...ids], options)
}

type Page = Awaited<ReturnType<typeof page>>

async function page(offset: number, { context, provider, throttle, signal }: AskOptions) {
  await throttle()
  const input = { query: { offset, limit: PAGE } }
  const { users, total } = await request(listUsers, input, context, signal && { signal })
  const has = users.map(({ user_id, connected_sources }) => ({
    user_id,
    presence: connected_sources.some(({ source }) => source.slug === provider)
      ? ('connected' as const)
      : ('absent' as const),
  }))
  return { users: has, total }
}

async function byPages(ids: ReadonlySet<string>, first: Page, options: AskOptions): Promise<Map<string, Presence>> {
  const found = new Map<string, Presence>()
  const take = ({ users }: Page) => {
    for (const { user_id, presence } of users) if (ids.has(user_id)) found.set(user_id, presence)
  }
  take(first)
  let current = first
  const { total } = first
  for (let offset = PAGE; offset < total && found.size < ids.size && current.users.length > 0; offset += PAGE) {
    options.onProgress?.(offset, total)
    current = await page(offset, options)
    take(current)
  }
  options.onProgress?.(total, total)
  const missing = [...ids].filter((id) => !found.has(id))
  // While users come and go, pages shift, and somebody may have slipped between two of them.
  const shifted = current.total !== first.total
  const rest = shifted ? await oneByOne(missing, options) : new Map(missing.map((id) => [id, 'no_user'] as const))
  return new Map([...found, ...rest])
}

async function oneByOne(ids: readonly string[], options: AskOptions): Promise<Map<string, Presence>> {
  let done = 0
  let isOver = false
  const answer = async (id: string) => {
    const presence = await one(id, options)
    done += 1
    // Calls that were under way when one failed still end.
    if (!isOver) options.onProgress?.(done, ids.length)
    return [id, presence] as const
  }
  const answers = pMap(ids, answer, { concurrency: AT_ONCE }).finally(() => {
    isOver = true
  })
  return new Map(await answers)
}

async function one(user_id: string, { context, provider, throttle, signal }: AskOptions): Promise<Presence> {
  await throttle()
  try {
    const { providers } = await request(listUserProviders, { params: { user_id } }, context, signal && { signal })
    return providers.some(({ slug }) => slug === provider) ? 'connected' : 'absent'
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return 'no_user'
    throw error
  }
}
