/** Traces, as the rest of the server knows them. */
import type { RequestName } from '#lib/platform/http/request-name.ts'

interface RequestSpan {
  /** Unset where nothing is traced. */
  trace_id?: string
  /** Does the work so that what it starts becomes part of the span. */
  run(work: () => void): void
  /** `finished`: the whole answer went out. */
  end(outcome: { status: number; request_id: string | undefined; finished: boolean }): void
}

export interface Tracing {
  /** Begins the span of a request; `traceparent` is the header of that name. */
  request(name: RequestName, traceparent: string | null): RequestSpan | null
  /** The same call, with a span for each time that it is sent; `path` is the one below the service's address. */
  upstream<C extends { method: string; path: string }, A extends { status: number }>(
    environment: string,
    send: (call: C) => Promise<A>,
  ): (call: C) => Promise<A>
  /** The same job, with a span for each time that it runs. */
  job(name: string, run: (id: string) => Promise<void>): (id: string) => Promise<void>
  /** Sends what has not been sent, within a few seconds. */
  close(): Promise<void>
}

export const NO_TRACING: Tracing = {
  request: () => null,
  upstream: (_, send) => send,
  job: (_, run) => run,
  close: async () => undefined,
}
