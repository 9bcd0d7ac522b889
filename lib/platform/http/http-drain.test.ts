/** The end of a server and of the whole process: nothing under way is lost, and nothing idle holds it up. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import { CONSOLE_PREFIX } from '#lib/kernel/wire.ts'
import { startCollector } from '#lib/system/processes/collector.testing.ts'
import { listen } from './http.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const place = { host: '127.0.0.1', port: 0 }
const noPages = async () => () => undefined

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

/** A request whose head has arrived, and whose body has not. */
async function halfSent(url: string, method = 'POST') {
  const call = request(url, { method, headers: { expect: '100-continue', 'transfer-encoding': 'chunked' } })
  const answer = once(call, 'response').then(async ([response]: IncomingMessage[]) => ({
    status: response?.statusCode,
    connection: response?.headers.connection,
    text: response ? await text(response) : '',
  }))
  call.flushHeaders()
  await once(call, 'continue')
  return { finish: (body: string) => void call.end(body), answer }
}

/** A connection that stays open; what it has sent is no whole request, or one that is answered. */
async function openConnection(origin: string, sent: string) {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  cleanUp.push(() => socket.destroy())
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  if (sent) socket.write(sent)
  if (sent.endsWith('\r\n\r\n')) await once(socket, 'data')
  const closed = once(socket, 'close')
  return { closed }
}

/** A server with a request that it never answers, and says so when it has come. */
const NEVER = `
  import { Hono } from 'hono'
  import { listen } from '#lib/platform/http/http.ts'
  import { createLog } from '#lib/system/log/log.ts'
  import { stopOnSignal } from '#lib/system/stop.ts'
  const app = new Hono()
  app.get('${CONSOLE_PREFIX}/never', () => new Promise(() => console.log('asked')))
  const http = await listen(app, async () => () => undefined, { host: '127.0.0.1', port: 0 })
  stopOnSignal([[http.close, 60_000]], { log: createLog('warn'), say: console.log })
  console.log(http.origin)`

const CONNECTIONS = ['', 'GET /healthz HTTP/1.1\r\n', 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n']

async function stopping(origin: string): Promise<boolean> {
  const { status, headers } = await fetch(`${origin}/readyz`)
  return status === 503 && headers.get('connection') === 'close'
}

/** A process whose first line is its address. */
async function started(...args: string[]) {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  cleanUp.push(() => child.kill('SIGKILL'))
  const chunks: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text) => chunks.push(text))
  const exit = once(child, 'exit')
  const printed = () => chunks.join('').trim().split('\n')
  await once(child.stdout, 'data')
  return { child, exit, printed, origin: printed()[0] ?? '' }
}

describe('a server that closes', () => {
  test('is not held up by connections that wait for nothing', async () => {
    const app = new Hono()
    app.get('/healthz', (c) => c.text('alive'))
    const http = await listen(app, noPages, place)
    const open = await Promise.all(CONNECTIONS.map((sent) => openConnection(http.origin, sent)))
    const began = performance.now()
    await http.close()
    expect(performance.now() - began).toBeLessThan(5_000)
    await Promise.all(open.map(({ closed }) => closed))
  })

  test('turns away whoever asks whether it is ready, and answers the rest, a page’s own requests among them', async () => {
    const app = new Hono()
    app.get('/readyz', (c) => c.json({ status: 'ready' }))
    app.get(`${CONSOLE_PREFIX}/data`, (c) => c.text('data'))
    const http = await listen(
      app,
      async () => async (page, response) => {
        await text(page)
        response.end(await (await fetch(`${http.origin}${CONSOLE_PREFIX}/data`)).text())
      },
      place,
    )
    const page = await halfSent(`${http.origin}/sandbox/users`, 'GET')
    expect((await fetch(`${http.origin}/readyz`)).status).toBe(200)
    const closed = http.close()
    expect(await stopping(http.origin)).toBe(true)
    page.finish('')
    expect(await page.answer).toEqual({ status: 200, connection: 'close', text: 'data' })
    await closed
    await expect(fetch(`${http.origin}${CONSOLE_PREFIX}/data`)).rejects.toThrow()
  })
})

describe('a process that is told to stop', () => {
  test('answers what is under way, finishes its jobs, closes its database, and hands over its traces', async () => {
    const collector = await startCollector()
    cleanUp.push(collector.close)
    const { child, origin, printed, exit } = await started('lib/system/processes/stopping.testing.ts', collector.url)
    expect(await (await fetch(`${origin}${CONSOLE_PREFIX}/work`, { method: 'POST' })).text()).toBe('begun')
    const slow = await halfSent(`${origin}${CONSOLE_PREFIX}/echo`)
    const open = await Promise.all(CONNECTIONS.map((sent) => openConnection(origin, sent)))

    child.kill('SIGTERM')
    while (!(await stopping(origin)));
    slow.finish('said slowly')
    expect(await slow.answer).toEqual({ status: 200, connection: 'close', text: 'said slowly' })
    await Promise.all(open.map(({ closed }) => closed))
    expect(await exit).toEqual([0, null])
    const words = [
      'SIGTERM: finishing what is under way',
      'server closed',
      'job done',
      'queue closed',
      'database closed',
    ]
    expect(printed()).toEqual([origin, ...words])
    expect(collector.spans().map(({ name }) => name)).toEqual([
      `POST ${CONSOLE_PREFIX}/work`,
      `POST ${CONSOLE_PREFIX}/echo`,
      'job work',
    ])
  })

  test('ends at once when it is told a second time', async () => {
    const { child, origin, printed, exit } = await started('--input-type=module', '--eval', NEVER)
    const cutOff = expect(fetch(`${origin}${CONSOLE_PREFIX}/never`)).rejects.toThrow()
    while (!printed().includes('asked')) await once(child.stdout, 'data')
    const again = setInterval(() => child.kill('SIGTERM'), 100)
    cleanUp.push(() => clearInterval(again))
    expect(await exit).toEqual([143, null])
    await cutOff
  })
})
