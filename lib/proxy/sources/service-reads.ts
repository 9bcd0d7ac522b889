/** The console's own reads of a service, with the same timeouts, checks and key handling as the proxy's. */
import { SourceFailure } from '#lib/console/user-source.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { buildPath, encodeQuery, type QueryValues } from '#lib/kernel/wire.ts'
import { cleanAnswer } from '#lib/proxy/answers.ts'
import type { ProxyEnvironment } from '#lib/proxy/app.ts'
import { failureError } from '#lib/proxy/failure-error.ts'
import {
  callUpstream,
  UPSTREAM_TIMES,
  UpstreamError,
  type UpstreamFailure,
  type UpstreamTimes,
} from '#lib/proxy/upstream.ts'
import { newId } from '#lib/utils/ids/new-id.ts'

/** A failed read, for the log; never contains a value of the call. */
export interface ServiceReadFailure {
  environment: string
  fault: UpstreamFailure
  request_id: string
  /** Failed act of the service: "list its users". */
  act: string
  error: UpstreamError
}

export interface ServiceReadsOptions {
  environments: readonly ProxyEnvironment[]
  key_header: string
  onError: (fault: ServiceReadFailure) => void
  times?: UpstreamTimes
}

interface Read {
  endpoint: Endpoint
  /** Values of the path; none unless set. */
  params?: Readonly<Record<string, string>>
  query: QueryValues
  signal: AbortSignal
  /** The action to name in the error, as a verb phrase: "list its users". */
  act: string
}

/** Creates a function that returns the parsed body of a 200. @throws SourceFailure with a message for people */
export function createServiceReads({ environments, key_header, onError, times = UPSTREAM_TIMES }: ServiceReadsOptions) {
  const byId = new Map(environments.map((environment) => [environment.id, environment]))

  return async <T>(
    id: string,
    { endpoint, params = {}, query, signal, act }: Read,
    parse: (answer: unknown) => T,
  ): Promise<T> => {
    const environment = byId.get(id)
    if (!environment) throw new SourceFailure('This environment no longer exists.')
    const { label, api_key, upstream } = environment
    const request_id = newId()
    const headers = { accept: 'application/json', 'x-request-id': request_id, [key_header]: api_key }
    const search = encodeQuery(query)
    const path = `${buildPath(endpoint.path, params)}${search && `?${search}`}`
    try {
      const call = { endpoint, method: endpoint.method, path, headers, body: null, signal }
      const answer = cleanAnswer(await callUpstream(upstream, call, times), api_key)
      return parse(await readWhole(answer, label, act))
    } catch (error) {
      if (signal.aborted || error instanceof SourceFailure) throw error
      if (!(error instanceof UpstreamError)) throw error
      onError({ environment: id, fault: error.fault, request_id, act, error })
      throw new SourceFailure(failureError(endpoint, label, error.fault).message)
    }
  }
}

/** @throws SourceFailure, UpstreamError */
async function readWhole(response: Response, label: string, act: string): Promise<unknown> {
  const { status, headers } = response
  if (status === 429 || status === 503) {
    const seconds = Number(headers.get('retry-after') ?? 0)
    throw new SourceFailure(
      `The service “${label}” asked this console to slow down (status ${status}).`,
      seconds * 1000,
      status,
    )
  }
  if (status !== 200) {
    const advice = 'If this continues, ask your administrator to check the service.'
    throw new SourceFailure(`The service “${label}” failed to ${act} (status ${status}). ${advice}`, null, status)
  }
  try {
    return await response.json()
  } catch {
    throw new UpstreamError('broken')
  }
}
