/** Registers no provider for the process: Next and others would write addresses and messages into spans. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { ExportResultCode, parseKeyPairsIntoRecord, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Config } from '#lib/config.ts'
import { VERSION } from '#lib/kernel/values.ts'
import type { Tracing } from '#lib/platform/trace/tracing-port.ts'
import { errorFacts } from '#lib/system/log/log.ts'
import { serviceEndpoint } from '#lib/system/log/request-names.ts'

/** Milliseconds that the collector may take, also at the end. */
const TIMEOUT_MS = 3_000

/** Starts exporting spans to an OTLP collector over HTTP. Failures to export are logged and never affect a request. */
export function startTracing(config: NonNullable<Config['tracing']>, log: Logger): Tracing {
  const url = `${config.endpoint}/v1/traces`
  const headers = parseKeyPairsIntoRecord(config.headers)
  const exporter = telling(new OTLPTraceExporter({ url, headers, timeoutMillis: TIMEOUT_MS }), log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': config.service_name,
      'service.version': VERSION,
      'service.instance.id': randomUUID(),
    }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: TIMEOUT_MS })],
  })
  const tracer = provider.getTracer('vialdesk')
  const current = new AsyncLocalStorage<Context>()

  /** A span around work that waits, below the one under way where there is one. */
  async function around<T>(name: string, kind: SpanKind, attributes: Attributes, work: (span: Span) => Promise<T>) {
    const parent = current.getStore() ?? ROOT_CONTEXT
    const span = tracer.startSpan(name, { kind, attributes }, parent)
    try {
      return await current.run(trace.setSpan(parent, span), () => work(span))
    } catch (error) {
      span.setAttribute('error.type', errorFacts(error).error).setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }

  return {
    request({ method, route, endpoint, environment }, traceparent) {
      const parent = continued(traceparent)
      const attributes = { ...called(method, route), ...ours(environment, endpoint) }
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
      return {
        trace_id: span.spanContext().traceId,
        run: (work) => current.run(trace.setSpan(parent, span), work),
        end({ status, request_id, finished }) {
          span.setAttribute('http.response.status_code', status)
          if (request_id) span.setAttribute('console.request_id', request_id)
          if (!finished) span.setAttribute('error.type', 'unfinished')
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    upstream: (environment, send) => (call) => {
      const endpoint = serviceEndpoint(call.method, call.path)
      const attributes = { 'http.request.method': call.method, ...ours(environment, endpoint) }
      return around(`${call.method} ${endpoint ?? 'service'}`, SpanKind.CLIENT, attributes, async (span) => {
        const answer = await send(call)
        span.setAttribute('http.response.status_code', answer.status)
        if (answer.status >= 400) span.setStatus({ code: SpanStatusCode.ERROR })
        return answer
      })
    },
    job: (name, run) => (id) =>
      current.run(ROOT_CONTEXT, () => around(`job ${name}`, SpanKind.CONSUMER, { 'console.job': name }, () => run(id))),
    close: () =>
      Promise.race([provider.shutdown().catch(() => undefined), delay(TIMEOUT_MS, undefined, { ref: false })]),
  }
}

/** Reads `traceparent` only, because `tracestate` can hold anything. */
function continued(traceparent: string | null): Context {
  const caller = traceparent === null ? null : parseTraceParent(traceparent)
  return caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT
}

function called(method: string, route: string): Attributes {
  return { 'http.request.method': method, 'http.route': route }
}

function ours(environment: string | undefined, endpoint: string | undefined): Attributes {
  return {
    ...(environment && { 'console.environment': environment }),
    ...(endpoint && { 'console.endpoint': endpoint }),
  }
}

/** Logs the first failed export and the next one after a success, because the libraries drop spans silently. */
function telling(exporter: SpanExporter, log: Logger): SpanExporter {
  let failing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code === ExportResultCode.FAILED
        if (failed && !failing) log.warn(errorFacts(result.error), 'traces cannot be exported')
        failing = failed
        done(result)
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
