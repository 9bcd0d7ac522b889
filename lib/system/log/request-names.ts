/** Names requests for logs and traces with words of known paths only, never with a value from the URL. */

import { readdirSync } from 'node:fs'
import { consoleEndpointList } from '#lib/domains/console-endpoints.ts'
import { sendWearables } from '#lib/domains/events/wearable-endpoint.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import { authEndpointList } from '#lib/domains/staff/sign-in.ts'
import { managementList } from '#lib/domains/teams/management.ts'
import { CONSOLE_PREFIX, endpointMatcher, PROXY_PREFIX, proxyMatcher, WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import type { NameRequest } from '#lib/platform/trace/tracing-port.ts'

export interface KnownAddresses {
  /** Patterns of routes, as Hono keeps them. */
  routes: readonly { path: string }[]
  /** The folder that Next reads the addresses of the pages from. */
  pages: string
  environments: readonly { id: string }[]
}

/** Segments that are shown: no address of ours has more. */
const MAX_SEGMENTS = 12
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/** Every path segment that isn't a known word becomes `:id`. */
export function createRequestNames({ routes, pages, environments }: KnownAddresses): NameRequest {
  const ids = environments.map(({ id }) => id)
  const known = [
    ...routes,
    ...endpointList,
    ...managementList,
    ...consoleEndpointList,
    ...authEndpointList,
    sendWearables,
  ].map(({ path }) => path)
  const parts = [PROXY_PREFIX, CONSOLE_PREFIX, ...known].flatMap((path) => path.split('/'))
  const words = new Set([...parts, ...foldersBelow(pages), ...ids].filter((word) => /^[a-z]/.test(word)))
  return (method, url) => {
    const path = pathOf(url)
    if (path.startsWith('/_next/')) return { kind: 'asset', method, route: '/_next/*' }
    if (path.startsWith('/static/')) return { kind: 'asset', method, route: '/static/*' }
    const segments = path.slice(1).split('/', MAX_SEGMENTS)
    const environment = ids.find((id) => id === segments[0] || path.startsWith(`${PROXY_PREFIX}/${id}/`))
    const endpoint = endpointOf(method, path, environment)
    return {
      kind: PROBES.has(path) ? 'probe' : 'call',
      method,
      route: `/${segments.map((word) => (word === '' || words.has(word) ? word : ':id')).join('/')}`,
      ...(endpoint && { endpoint }),
      ...(environment && { environment }),
    }
  }
}

const findService = endpointMatcher([...endpointList, ...managementList, sendWearables])
const findProxied = proxyMatcher(endpointList)
const findConsole = endpointMatcher(consoleEndpointList)

/** The name of an endpoint of the service by its path below the service's address, with or without a query. */
export function serviceEndpoint(method: string, url: string): string | undefined {
  return findService(method, pathOf(url)).match?.endpoint.name
}

function endpointOf(method: string, path: string, environment = ''): string | undefined {
  // In no contract of ours, and an alert counts what of it was refused.
  if (method === 'POST' && below(WEBHOOK_PREFIX, path) !== null) return 'receive_event'
  const ofConsole = below(CONSOLE_PREFIX, path)
  if (ofConsole !== null) return findConsole(method, ofConsole).match?.endpoint.name
  const proxied = below(`${PROXY_PREFIX}/${environment}`, path)
  return proxied === null ? serviceEndpoint(method, path) : findProxied(method, proxied).match?.endpoint.name
}

function below(prefix: string, path: string): string | null {
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : null
}

function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}

function foldersBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
