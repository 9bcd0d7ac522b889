/** Floods the server from a thread: a number of requests at once, each sent again when answered. */
import { Agent, request } from 'node:http'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { z } from 'zod'

/** Request repeated by a flood; several take turns. */
export interface Flood {
  atOnce: number
  calls: readonly FloodCall[]
  /** Sent without a session, each from another network address. */
  anonymous?: boolean
}

export interface FloodCall {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: Body
}

/** Text is sent as it is, but for `{n}`, which is a number of its own in each request; a recipe is written out in the thread, because some are as large as a body may be. */
type Body = { text: string } | { begin: string; unit: string; bytes: number; end: string }

export interface FloodResult {
  requests: number
  /** By status; 0 stands for a connection that was closed. */
  statuses: Record<string, number>
}

const bodySchema = z.union([
  z.object({ text: z.string() }),
  z.object({ begin: z.string(), unit: z.string(), bytes: z.number(), end: z.string() }),
])
const callSchema = z.object({ method: z.enum(['GET', 'POST', 'PATCH']), path: z.string(), body: bodySchema.optional() })
const workSchema = z.object({
  port: z.number(),
  cookie: z.string(),
  atOnce: z.number(),
  calls: z.array(callSchema),
  anonymous: z.boolean().default(false),
})
const resultSchema = z.object({ requests: z.number(), statuses: z.record(z.string(), z.number()) })

/** Begins a flood; the function that is returned ends it, and resolves to what was answered. */
export function startFlood(target: { port: number; cookie: string }, flood: Flood): () => Promise<FloodResult> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { ...target, ...flood } })
  const result = new Promise<FloodResult>((resolve, reject) => {
    worker.once('message', (message) => resolve(resultSchema.parse(message)))
    worker.once('error', reject)
  })
  return async () => {
    worker.postMessage('stop')
    const answered = await result
    await worker.terminate()
    return answered
  }
}

function written(body: Body | undefined): Buffer | null {
  if (!body) return null
  if ('text' in body) return Buffer.from(body.text)
  const { begin, unit, bytes, end } = body
  const count = Math.floor((bytes - begin.length - end.length) / (unit.length + 1))
  return Buffer.from(`${begin}${Array.from({ length: count }, () => unit).join()}${end}`)
}

async function flood(port: MessagePortLike) {
  const { port: to, cookie, atOnce, calls, anonymous } = workSchema.parse(workerData)
  const prepared = calls.map(({ method, path, body }) => ({ method, path, body: written(body) }))
  const agent = new Agent({ keepAlive: true })
  const statuses: Record<string, number> = {}
  let stopped = false
  let requests = 0
  let sent = 0
  port.once('message', () => {
    stopped = true
    port.postMessage({ requests, statuses })
  })

  const send = ({ method, path, body }: (typeof prepared)[number]) =>
    new Promise<number>((resolve) => {
      sent += 1
      const numbered = body && body.length < 1000 ? Buffer.from(body.toString().replace('{n}', String(sent))) : body
      const headers = {
        ...(anonymous ? { 'x-forwarded-for': `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}` } : { cookie }),
        'sec-fetch-site': 'same-origin',
        ...(numbered && { 'content-type': 'application/json', 'content-length': numbered.length }),
      }
      const call = request({ host: '127.0.0.1', port: to, agent, method, path, headers }, (response) => {
        response.resume().once('close', () => resolve(response.statusCode ?? 0))
      })
      call.once('error', () => resolve(0))
      call.end(numbered ?? undefined)
    })

  async function one(from: number) {
    for (let at = from; !stopped; at += atOnce) {
      const call = prepared[at % prepared.length]
      if (!call) return
      const status = await send(call)
      requests += 1
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, from) => one(from)))
}

type MessagePortLike = NonNullable<typeof parentPort>

if (parentPort) await flood(parentPort)
