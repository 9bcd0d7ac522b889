/** Traces, as the rest of the server knows them. */
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

export interface RequestName {
  /** `asset`: a file of the pages; `probe`: a health check. */
  kind: 'call' | 'asset' | 'probe'
  method: string
  /** The path; every segment that is no word of a known address is `:id`. */
  route: string
  /** Name of the endpoint in the contract. */
  endpoint?: string
  environment?: string
}

/** `url` as the request has it: path and query. */
export type NameRequest = (method: string, url: string) => RequestName
