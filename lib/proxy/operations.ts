/** Finds out which of the operations that have no described form a remote service has, by reads alone. */

import { listBulkOps } from '#lib/domains/connections/connection.ts'
import { getHistoricalPulls } from '#lib/domains/connections/historical-pull.ts'
import { OPERATIONS, type Operation } from '#lib/domains/environments/environment.ts'
import { getWorkoutStream } from '#lib/domains/events/event.ts'
import { createUser, getUser, undoDeleteUser } from '#lib/domains/users/user.ts'
import { buildPath } from '#lib/kernel/wire.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import type { ProxyEnvironment } from './app.ts'
import { callUpstream, UPSTREAM_TIMES, UpstreamError, type UpstreamTimes } from './upstream.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
/** No service has anything there; asked twice, so that words of its answers that differ anyway are known. */
const NOWHERE = ['/v2/vialdesk/no-such-operation', '/v2/vialdesk/nor-such?user_id=-'] as const
const AGAIN_AFTER = { success: 60 * MINUTE, failure: MINUTE } as const

/** A malformed ID is refused where the operation is there, even by a service that says the same of what it can't find. */
const READS: readonly { operation: Operation; paths: readonly string[] }[] = [
  { operation: 'list_bulk_ops', paths: [`${listBulkOps.path}?page_size=1`] },
  {
    operation: 'get_workout_stream',
    paths: [NOBODY, '-'].map((workout_id) => buildPath(getWorkoutStream.path, { workout_id })),
  },
  { operation: 'get_historical_pulls', paths: [NOBODY, '-'].map((id) => `${getHistoricalPulls.path}?user_id=${id}`) },
]
/** Never called to find out: the service says in `Allow` which methods an address has. Deletion is offered only with its undo. */
const WRITES: readonly { operation: Operation; path: string }[] = [
  { operation: 'create_user', path: createUser.path },
  { operation: 'delete_user', path: undoDeleteUser.path },
]

interface Seen {
  status: number
  allow: readonly string[]
  body: string
}

/** Statuses of an operation that is there: done, or refused for what was asked. */
const THERE: ReadonlySet<number> = new Set([200, 204, 400, 404, 409, 422])

/** Bytes of an answer that are compared. */
const COMPARED = 4096

/** Without IDs and times, which differ in equal answers, and the address, which may be repeated with its query or without. */
function plain(body: Uint8Array, address: string): string {
  const told = [address, address.split('?')[0] ?? address].flatMap((each) => [each, each.slice(1)])
  const text = new TextDecoder().decode(body.subarray(0, COMPARED))
  return told.reduce((rest, each) => rest.replaceAll(each, ''), text).replace(/[\da-f]{8}-[\da-f-]{27}|\d+/gi, '')
}

interface Options {
  environments: readonly ProxyEnvironment[]
  /** Those of the embedded service, which has all. */
  embedded: readonly string[]
  key_header: string
  now: () => Date
  times?: UpstreamTimes
}

/** Keeps the findings for the next questions, until it's found out again. */
export function createOperations({ environments, embedded, key_header, now, times = UPSTREAM_TIMES }: Options) {
  const found = new Map<string, { operations: readonly Operation[] | null; again_at: number }>()

  async function probe({ api_key, upstream }: ProxyEnvironment): Promise<readonly Operation[]> {
    const look = async (method: 'GET' | 'OPTIONS', path: string): Promise<Seen> => {
      const headers = { accept: 'application/json', 'x-request-id': newId(), [key_header]: api_key }
      const signal = AbortSignal.timeout(times.read * 2)
      const { status, header, body } = await callUpstream(
        upstream,
        { endpoint: getUser, method, path, headers, body: null, signal },
        times,
      )
      if (status === 429 || (status >= 500 && status !== 501)) throw new UpstreamError('broken')
      const allow = (header('allow') ?? '').split(',').map((each) => each.trim().toUpperCase())
      return { status, allow, body: plain(body, path) }
    }
    const [nothing, again] = [await look('GET', NOWHERE[0]), await look('GET', NOWHERE[1])]
    const blanket = await look('OPTIONS', NOWHERE[0])
    const isThere = ({ status, body }: Seen) =>
      THERE.has(status) &&
      ![nothing, again].some((none) => none.status === status && (none.body === body || nothing.body !== again.body))
    const has = new Set<Operation>()
    for (const { operation, paths } of READS)
      for (const path of paths) if (isThere(await look('GET', path))) has.add(operation)
    for (const { operation, path } of WRITES)
      if (!blanket.allow.includes('POST') && (await look('OPTIONS', path)).allow.includes('POST')) has.add(operation)
    return OPERATIONS.filter((operation) => has.has(operation))
  }

  /** Null where the service can't be asked now. */
  async function check(id: string): Promise<readonly Operation[] | null> {
    if (embedded.includes(id)) return OPERATIONS
    const environment = environments.find((each) => each.id === id)
    const operations = environment ? await probe(environment).catch(() => null) : null
    const known = operations ?? found.get(id)?.operations ?? null
    found.set(id, { operations: known, again_at: now().getTime() + AGAIN_AFTER[operations ? 'success' : 'failure'] })
    return known
  }

  return {
    check,
    /** Returns the last finding, null before the first. Finds out again in the background after a while. */
    known(id: string): readonly Operation[] | null {
      if (embedded.includes(id)) return OPERATIONS
      const { operations = null, again_at = 0 } = found.get(id) ?? {}
      if (again_at <= now().getTime()) {
        // One at a time.
        found.set(id, { operations, again_at: Number.POSITIVE_INFINITY })
        void check(id)
      }
      return operations
    },
  }
}
