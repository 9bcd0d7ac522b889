/** Decides which requests change something, and what of them is stored for replay. */

import type { NewAuditEntry } from '#lib/domains/audit/console/store.ts'
import { ATTEMPT_HEADER } from '#lib/domains/bookings/booking.ts'
import { bulkImportConnections } from '#lib/domains/connections/connection.ts'
import { consoleEndpointList } from '#lib/domains/console-endpoints.ts'
import { advanceOrder, type ChoiceQuery } from '#lib/domains/orders/simulation/simulation-events.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { buildPath, CONSOLE_PREFIX, endpointMatcher, proxyMatcher } from '#lib/kernel/wire.ts'
import { DEMO_ID } from '#lib/utils/browser/demo-path.ts'
import type { Change } from './journal.ts'

const SERVICE = /^\/api\/service\/demo(?=\/)/
const CONSOLE = /^\/api\/console(?=\/)/
const KEPT_HEADERS = ['content-type', ATTEMPT_HEADER]

const ofService = proxyMatcher(endpointList)
const ofConsole = endpointMatcher(consoleEndpointList)

/** The endpoint a request is for; null where there is none. */
function endpointOf(method: string, pathname: string): Endpoint | null {
  if (SERVICE.test(pathname)) return ofService(method, pathname.replace(SERVICE, '')).match?.endpoint ?? null
  if (CONSOLE.test(pathname)) return ofConsole(method, pathname.replace(CONSOLE, '')).match?.endpoint ?? null
  return null
}

/** Reads that show next to nothing of what the team has done before: they need not wait for it. */
const EARLY =
  /^\/(?:healthz$|api\/service\/demo\/v[23]\/(?:orders|user\/)$|api\/console\/(?:viewer|environments)$|api\/console\/directory\/)/

/** Returns whether a request may be answered before the journal has been replayed. */
export function isEarly({ url }: Pick<Request, 'url'>): boolean {
  return EARLY.test(new URL(url).pathname)
}

/** Returns what is stored of a request; null for one that changes nothing. Tokens of an import are left out. */
export async function changeOf(request: Request): Promise<Change | null> {
  const { pathname, search } = new URL(request.url)
  const endpoint = endpointOf(request.method, pathname)
  if (!endpoint || endpoint.safe) return null
  const text = await request.clone().text()
  const headers = KEPT_HEADERS.flatMap((name) => {
    const value = request.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return {
    method: request.method,
    path: `${pathname}${search}`,
    headers: Object.fromEntries(headers),
    body: text === '' ? null : withoutTokens(endpoint, text),
  }
}

const TOKENS = ['access_token', 'refresh_token']

/** Keeps a cross for each character of a token, so that the service judges an import as it was sent. */
function withoutTokens({ name }: Endpoint, text: string): string {
  if (name !== bulkImportConnections.name) return text
  const masked = (key: string, value: unknown) =>
    TOKENS.includes(key) && typeof value === 'string' ? 'x'.repeat(value.length) : value
  try {
    return JSON.stringify(JSON.parse(text, masked))
  } catch {
    return ''
  }
}

/** Refused before anything was done, also of a booking. */
const NOT_LET_IN = [403, 413, 415, 422]

/** Returns whether the response means that nothing changed. A refused booking is a change: its attempt is stored. */
export function isRefusal(change: Change, status: number): boolean {
  if (ATTEMPT_HEADER in change.headers) return NOT_LET_IN.includes(status)
  return status >= 400 && status < 500
}

const isSafe = new Map([...endpointList, ...consoleEndpointList].map(({ name, safe }) => [name, safe]))

/** Whether an entry of the audit log is of no change that is kept, and so has to be kept by itself. */
export function isSeen({ action, outcome, completes }: NewAuditEntry): boolean {
  if (completes !== null || outcome === 'started') return false
  return outcome === 'refused' || isSafe.get(action) === true
}

/** The request by which an administrator of a sandbox moves an order on. */
export function advanceRequest(order_id: string, choice: ChoiceQuery | null): Change {
  const path = `${CONSOLE_PREFIX}${buildPath(advanceOrder.path, { environment: DEMO_ID, order_id })}`
  const body = JSON.stringify(choice ?? {})
  return { method: advanceOrder.method, path, headers: { 'content-type': 'application/json' }, body }
}
