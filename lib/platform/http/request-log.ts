/** One line of the log and one span for every request that ends, however it ends. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { NameRequest, RequestName, Tracing } from '#lib/platform/trace/tracing-port.ts'
import { callerRequestId } from '#lib/utils/ids/ids.ts'
import type { Watch } from './http.ts'

/** Assets and health checks are logged at debug level, because they say little about what people do. */
const LEVELS = { call: 'info', asset: 'debug', probe: 'debug' } as const satisfies Record<RequestName['kind'], string>

/** Logs and traces the route's name, never the URL. */
export function watchRequests(name: NameRequest, log: Logger, tracing: Tracing): Watch {
  return (request, response, handle) => {
    const named = name(request.method ?? '', request.url ?? '')
    const span = named.kind === 'call' ? tracing.request(named, traceparent(request)) : null
    const logged = log.isLevelEnabled(LEVELS[named.kind])
    if (!logged && !span) return handle()
    const began = performance.now()
    const { socket } = request
    const caller_request_id = callerRequestId(request.headers['x-request-id'])
    const sentBefore = socket.bytesWritten
    response.once('close', () => {
      const { kind, ...words } = named
      const end = { status: response.statusCode, request_id: requestId(response) }
      span?.end({ ...end, finished: response.writableFinished })
      if (!logged) return
      const line = {
        ...words,
        ...end,
        ...(caller_request_id !== null && { caller_request_id }),
        ms: Math.round(performance.now() - began),
        // Head and body, as they went over this connection.
        bytes: socket.bytesWritten - sentBefore,
        ...(!response.writableFinished && { unfinished: true }),
        ...(span?.trace_id !== undefined && { trace_id: span.trace_id }),
      }
      log[LEVELS[kind]](line, 'request')
    })
    if (span) span.run(handle)
    else handle()
  }
}

function traceparent({ headers }: IncomingMessage): string | null {
  return typeof headers.traceparent === 'string' ? headers.traceparent : null
}

/** The id that we gave it. */
function requestId(response: ServerResponse): string | undefined {
  const id = response.getHeader('x-request-id')
  return typeof id === 'string' ? id : undefined
}
