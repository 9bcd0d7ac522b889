/** Figures for Prometheus, on a port of their own. Labels are names of endpoints, environments and jobs, and never a value of a call. */
import { createServer } from 'node:http'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '#lib/config.ts'
import { VERSION } from '#lib/kernel/values.ts'
import { CannotListen } from '#lib/platform/http/http.ts'
import type { Tracing } from '#lib/platform/trace/tracing-port.ts'
import { serviceEndpoint } from './log/request-names.ts'

const FIGURES = [
  ['job_oldest_seconds', 'For how long the oldest job that is due has waited.'],
  ['event_oldest_seconds', 'For how long the oldest event that arrived has waited to be written.'],
  ['audit_head_age_seconds', 'Age of the newest entry of the audit log.'],
  ['backup_age_seconds', 'Age of the last backup.'],
  ['directory_age_seconds', 'Age of the oldest copy of a user list among all environments.'],
  ['disk_free_bytes', 'Free bytes on the disk of the data directory.'],
  ['ready', '1 while no check of /readyz fails.'],
] as const

/** Figures of one instant, read when somebody asks; null for one that there isn't. */
export type Figures = Readonly<Record<(typeof FIGURES)[number][0], () => Promise<number | null>>>

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Metrics {
  /** The same tracing, whose requests, calls and jobs are counted. */
  tracing: Tracing
  /** Shows the figures of a system that has started. */
  show(figures: Figures): void
  close(): Promise<void>
}

/** @throws CannotListen */
export async function startMetrics({ port, host }: NonNullable<Config['metrics']>, tracing: Tracing): Promise<Metrics> {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const gauge = (name: string, help: string, read: () => Promise<number | null>) =>
    new Gauge({
      name: `vialdesk_${name}`,
      help,
      registers: [register],
      async collect() {
        this.set((await read().catch(() => null)) ?? Number.NaN)
      },
    })
  const timed = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name: `vialdesk_${name}_seconds`, help, labelNames, buckets: BUCKETS, registers: [register] })
  new Gauge({
    name: 'vialdesk_info',
    help: 'Version of the program.',
    labelNames: ['version'],
    registers: [register],
  }).set({ version: VERSION }, 1)
  const requests = timed('request', 'Requests by endpoint; those of pages count as one.', ['endpoint', 'status'])
  const upstream = timed('upstream', 'Calls to the services.', ['environment', 'endpoint', 'status'])
  const jobs = timed('job', 'Runs of background jobs.', ['job', 'outcome'])

  const server = createServer(({ url, method }, response) => {
    if (url !== '/metrics' || method !== 'GET') return void response.writeHead(404).end()
    register.metrics().then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(new CannotListen(`METRICS_PORT: ${host}:${port} can’t be listened on.`)))
    server.listen(port, host, resolve)
  })

  const counted: Tracing = {
    request(name, traceparent) {
      const span = tracing.request(name, traceparent)
      const end = requests.startTimer({ endpoint: name.endpoint ?? 'page' })
      return {
        ...(span?.trace_id !== undefined && { trace_id: span.trace_id }),
        run: (work) => (span ? span.run(work) : work()),
        end(outcome) {
          end({ status: outcome.status })
          span?.end(outcome)
        },
      }
    },
    upstream(environment, send) {
      const traced = tracing.upstream(environment, send)
      return async (call) => {
        const end = upstream.startTimer({ environment, endpoint: serviceEndpoint(call.method, call.path) ?? 'other' })
        let status: number | 'failed' = 'failed'
        try {
          const answer = await traced(call)
          status = answer.status
          return answer
        } finally {
          end({ status })
        }
      }
    },
    job(name, run) {
      const traced = tracing.job(name, run)
      return async (id) => {
        const end = jobs.startTimer({ job: name })
        let outcome: 'done' | 'failed' = 'failed'
        try {
          await traced(id)
          outcome = 'done'
        } finally {
          end({ outcome })
        }
      }
    },
    close: tracing.close,
  }
  return {
    tracing: counted,
    show(figures) {
      for (const [name, help] of FIGURES) gauge(name, help, figures[name])
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
