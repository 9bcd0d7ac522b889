/** HTTP as no browser speaks it: any path, header and body as given, nothing normalised; and bytes straight onto a socket. */
import http, { type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { noteSecretsIn } from '#e2e/support/traces/secrets-seen.ts'
import { readDetail } from '#lib/kernel/error-body.ts'
import { cookieHeader, type SignedIn } from './session.ts'

export interface Asked {
  method?: string
  /** A list is sent as so many headers. */
  headers?: Readonly<Record<string, string | string[]>>
  body?: string | Buffer
  /** Sent as JSON. */
  json?: unknown
  session?: SignedIn
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Whole Set-Cookie lines. */
  setCookies: string[]
  text: string
  /** Undefined for what is no JSON. */
  json: unknown
  /** The error's `detail` as one text; empty without one. */
  detail: string
}

/** `path` goes out byte for byte; redirects are not followed. */
export function ask(origin: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  const body = asked.json === undefined ? asked.body : JSON.stringify(asked.json)
  const headers = {
    // As a page of the console: `sec-fetch-site: []` sends none.
    ...(asked.session && { cookie: cookieHeader(asked.session), 'sec-fetch-site': 'same-origin' }),
    ...(asked.json !== undefined && { 'content-type': 'application/json' }),
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    ...asked.headers,
  }
  return new Promise((resolve, reject) => {
    const call = http.request({ hostname, port, path, method: asked.method ?? 'GET', headers, agent: false })
    call.on('error', reject)
    call.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => resolve(answerOf(response, Buffer.concat(chunks).toString('utf8'))))
    })
    call.end(body)
  })
}

function answerOf({ statusCode = 0, headers }: http.IncomingMessage, text: string): Answer {
  noteSecretsIn(text)
  const json = parsed(text)
  const setCookies = headers['set-cookie'] ?? []
  return { status: statusCode, headers, setCookies, text, json, detail: readDetail(json, '') }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Milliseconds without a byte after which a conversation on a socket counts as over, and to wait for the first byte. */
const QUIET = 1_000
const FIRST_BYTE = 20_000

/** Everything that comes back for these bytes until the server closes, or has nothing more to say for so long. */
export function onSocket(origin: string, bytes: string | Buffer, quiet = QUIET): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) })
    let text = ''
    socket.setEncoding('latin1')
    socket.setTimeout(Math.max(quiet, FIRST_BYTE), () => socket.destroy())
    socket.on('data', (chunk) => {
      text += String(chunk)
      socket.setTimeout(quiet)
    })
    // A server that closes on what it refuses may do so before everything was sent.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => resolve(text))
    socket.write(bytes)
  })
}

/** The status lines of everything that came back on a socket. */
export function statusesOf(text: string): number[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
}
