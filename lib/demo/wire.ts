/** How a page and the worker of its demo speak: requests and answers as plain data, so that they can be posted. */
import type { DemoControl, DemoSnapshot } from './control.ts'

export interface SentRequest {
  url: string
  method: string
  headers: [string, string][]
  body: ArrayBuffer | null
}

export interface SentResponse {
  status: number
  headers: [string, string][]
  body: ArrayBuffer
}

/** The messages between a page and the demo's worker. */
export interface RemoteDemo {
  answer(request: SentRequest): Promise<SentResponse>
}

/** The demo that a page's URL asks for. */
export interface DemoRequest {
  /** Null where it names none: the one that was shown last. */
  scenario: string | null
  /** Whether a demo that begins shows what the team has done before. */
  past: boolean
}

export interface RemoteControl extends RemoteDemo, Omit<DemoControl, 'snapshot' | 'subscribe'> {
  /** Called once: begins the demo. */
  open(asked: DemoRequest, onSnapshot: (snapshot: DemoSnapshot) => void, onData: () => void): Promise<void>
}

/** Turns a request into a structured-cloneable record; an empty body becomes null. */
export async function packRequest(request: Request): Promise<SentRequest> {
  const { url, method } = request
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
  return { url, method, headers: [...request.headers], body: body && body.byteLength > 0 ? body : null }
}

/** Rebuilds the request that `packRequest` recorded. */
export function unpackRequest({ url, ...rest }: SentRequest): Request {
  return new Request(url, rest)
}

/** Reads a response to its end and turns it into a structured-cloneable record. */
export async function packResponse(response: Response): Promise<SentResponse> {
  return { status: response.status, headers: [...response.headers], body: await response.arrayBuffer() }
}

const BODILESS = new Set([101, 204, 205, 304])

/** Rebuilds the response that `packResponse` recorded, without a body for statuses that may not have one. */
export function unpackResponse({ status, headers, body }: SentResponse): Response {
  return new Response(BODILESS.has(status) ? null : body, { status, headers })
}
