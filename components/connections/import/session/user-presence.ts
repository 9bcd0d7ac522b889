/** Asks which users have a connection of one source: page by page of all users, or one by one, whichever is fewer calls. */
import pMap from 'p-map'
import type { OnProgress, Presence } from '#components/connections/import/run/call-result.ts'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { type RequestContext, request } from '#lib/kernel/client/request.ts'

/** The most users a page may have (spec, endpoint 5). */
const PAGE_SIZE = 500
/** Up to here users are asked about one by one, without finding out how many there are. */
const MAX_DIRECT = 4
const CONCURRENCY = 4

export interface PresenceOptions {
  context: RequestContext
  provider: string
  throttle: () => Promise<void>
  onProgress?: OnProgress | undefined
  signal?: AbortSignal | undefined
  maxCalls?: number | undefined
}

/** The question takes more calls than `maxCalls`; nothing was found out. */
export class TooManyCalls extends Error {
  readonly calls: number

  constructor(calls: number) {
    super(`${calls} calls`)
    this.calls = calls
  }
}

/** @throws RequestError of the call that failed; TooManyCalls. */
export async function fetchPresence(
  ids: ReadonlySet<string>,
  options: PresenceOptions,
): Promise<Map<string, Presence>> {
  if (ids.size <= MAX_DIRECT) return askOneByOne([...ids], options)
  const first = await fetchPage(0, options)
  const calls = Math.min(Math.ceil(first.total / PAGE_SIZE), ids.size)
  if (options.maxCalls !== undefined && calls > options.maxCalls) throw new TooManyCalls(calls)
  if (calls === ids.size) return askOneByOne([...ids], options)
  return askByPages(ids, first, options)
}

async function askByPages(
  ids: ReadonlySet<string>,
  first: Awaited<ReturnType<typeof fetchPage>>,
  options: PresenceOptions,
): Promise<Map<string, Presence>> {
  const { provider, onProgress } = options
  const { total } = first
  const found = new Map<string, Presence>()
  let page = first
  for (let offset = PAGE_SIZE; ; offset += PAGE_SIZE) {
    for (const { user_id, connected_sources } of page.users.filter((user) => ids.has(user.user_id)))
      found.set(user_id, connected_sources.some(({ source }) => source.slug === provider) ? 'connected' : 'absent')
    if (offset >= total || found.size === ids.size || page.users.length === 0) break
    onProgress?.(offset, total)
    page = await fetchPage(offset, options)
  }
  onProgress?.(total, total)
  const missing = [...ids].filter((id) => !found.has(id))
  // While users come and go, pages shift, and somebody may have slipped between two of them.
  if (page.total !== total) return new Map([...found, ...(await askOneByOne(missing, options))])
  return new Map([...found, ...missing.map((id): [string, Presence] => [id, 'no_user'])])
}

async function fetchPage(offset: number, { context, throttle, signal }: PresenceOptions) {
  await throttle()
  return request(listUsers, { query: { offset, limit: PAGE_SIZE } }, context, signal && { signal })
}

async function askOneByOne(ids: readonly string[], options: PresenceOptions): Promise<Map<string, Presence>> {
  let done = 0
  let isOver = false
  const answer = async (id: string) => {
    const presence = await askAboutUser(id, options)
    done += 1
    // Calls that were under way when one failed still end.
    if (!isOver) options.onProgress?.(done, ids.length)
    return [id, presence] as const
  }
  const answers = pMap(ids, answer, { concurrency: CONCURRENCY }).finally(() => {
    isOver = true
  })
  return new Map(await answers)
}

async function askAboutUser(
  user_id: string,
  { context, provider, throttle, signal }: PresenceOptions,
): Promise<Presence> {
  await throttle()
  try {
    const { providers } = await request(listUserProviders, { params: { user_id } }, context, signal && { signal })
    return providers.some(({ slug }) => slug === provider) ? 'connected' : 'absent'
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return 'no_user'
    throw error
  }
}
