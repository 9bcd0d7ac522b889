/** An environment of the configuration as the proxy calls it: over HTTP, or the embedded service in this process. */
import type { EnvironmentConfig } from '#lib/config.ts'
import type { Tracing } from '#lib/platform/trace/tracing-port.ts'
import type { ProxyEnvironment } from '#lib/proxy/app.ts'
import { inProcess } from '#lib/proxy/in-process.ts'
import { overHttp } from '#lib/proxy/over-http.ts'
import { askingSpellings } from '#lib/proxy/spellings.ts'

interface Embedded {
  key: string
  api: { fetch: (request: Request, caller: { request_id: string }) => Response | Promise<Response> }
}

export function proxyEnvironment(
  { id, label, base_url, api_key }: EnvironmentConfig,
  embedded: Embedded | null,
  tracing: Tracing,
): ProxyEnvironment {
  if (base_url !== null) {
    return { id, label, api_key: api_key ?? '', upstream: tracing.upstream(id, askingSpellings(overHttp(base_url))) }
  }
  if (!embedded) throw new Error('An environment without an address needs the embedded service.')
  const call = inProcess(async (request, request_id) => embedded.api.fetch(request, { request_id }))
  return { id, label, api_key: embedded.key, upstream: tracing.upstream(id, call) }
}
