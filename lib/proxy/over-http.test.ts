import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { listUsers, updateUser } from '#lib/domains/users/user.ts'
import { JSON_TYPE, pathOf } from '#lib/kernel/endpoint.testing.ts'
import { overHttp } from './over-http.ts'
import { httpServer, KEY, rawServer, testProxy, USER, USERS, withServer } from './proxy.testing.ts'

const patient = { patience: 20_000 }

function recording(answer = JSON.stringify(USERS)) {
  const heard: { line: string; headers: IncomingMessage['headers']; body: string }[] = []
  const server = httpServer(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('')
    heard.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
    response.writeHead(200, JSON_TYPE).end(answer)
  })
  return { server, heard }
}

describe('what goes over the wire', () => {
  test('the call below the configured address, and no header but ours', async () => {
    const { server, heard } = recording()
    await withServer(server, async (origin) => {
      const { send, change } = testProxy(overHttp(`${origin}/base`), patient)
      expect(await send(listUsers, { query: { limit: 5 } })).toMatchObject({ status: 200, text: JSON.stringify(USERS) })
      expect((await change('{"client_user_id":"ö"}')).status).toBe(200)
      const common = {
        accept: 'application/json',
        'accept-encoding': 'identity',
        connection: 'keep-alive',
        host: new URL(origin).host,
        'x-request-id': expect.any(String),
        'x-service-api-key': KEY,
      }
      expect(heard).toEqual([
        { line: `GET /base${pathOf(listUsers, { query: { limit: 5 } })}`, headers: common, body: '' },
        {
          line: `PATCH /base${pathOf(updateUser, { params: { user_id: USER } })}`,
          headers: { ...common, ...JSON_TYPE, 'content-length': '23' },
          body: '{"client_user_id":"ö"}',
        },
      ])
    })
  })

  test('one connection serves call after call', async () => {
    const { server } = recording()
    let connections = 0
    server.on('connection', () => {
      connections += 1
    })
    await withServer(server, async (origin) => {
      const { send } = testProxy(overHttp(origin), patient)
      for (let count = 0; count < 5; count += 1) expect((await send(listUsers)).status).toBe(200)
    })
    expect(connections).toBe(1)
  })

  test.each(['//evil.test/x', '/@evil.test/x', '/http://evil.test/x', '/..//evil.test', '/\\evil.test'])(
    'whatever the path, the host stays: %s',
    async (path) => {
      const { server, heard } = recording()
      await withServer(server, async (origin) => {
        const call = { method: 'GET', headers: {}, body: null, signal: AbortSignal.timeout(20_000) } as const
        await overHttp(`${origin}/base`)({ ...call, path })
        expect(heard).toMatchObject([{ line: `GET /base${path}`, headers: { host: new URL(origin).host } }])
      })
    },
  )

  test.each(['/a b', '/a\r\nhost: evil.test', '/€'])('a path that is none is not sent: %o', async (path) => {
    const { server, heard } = recording()
    await withServer(server, async (origin) => {
      const call = { method: 'GET', headers: {}, body: null, signal: AbortSignal.timeout(20_000) } as const
      await expect(overHttp(origin)({ ...call, path })).rejects.toThrow('unescaped characters')
    })
    expect(heard).toEqual([])
  })

  test('https is never tried without TLS', async () => {
    const { server, heard } = recording()
    await withServer(server, async (origin) => {
      const { send, faults } = testProxy(overHttp(origin.replace('http:', 'https:')), patient)
      expect((await send(listUsers)).status).toBe(502)
      expect(faults).toMatchObject([{ fault: 'unreachable' }])
    })
    expect(heard).toEqual([])
  })
})

describe('answers that are none', () => {
  test.each([301, 302, 303, 307, 308])('%i is not followed, for reads and changes', async (status) => {
    const elsewhere = recording()
    await withServer(elsewhere.server, async (other) => {
      const server = httpServer((_, response) =>
        response.writeHead(status, { location: `${other}${listUsers.path}` }).end(),
      )
      await withServer(server, async (origin) => {
        const { send, change, seen } = testProxy(overHttp(origin), patient)
        const answers = [await send(listUsers), await change('{}')]
        expect(answers.map((answer) => [answer.status, answer.headers.get('location')])).toEqual([
          [502, null],
          [502, null],
        ])
        expect(seen).toHaveLength(2)
      })
    })
    expect(elsewhere.heard).toEqual([])
  })

  test.each([
    ['a length that is not kept', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"users":[', 'cut', 3],
    ['a last chunk that never comes', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n', 'cut', 3],
    ['hanging up', '', 'unreachable', 3],
    ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n', 'broken', 1],
    ['a change of protocol', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', 'broken', 1],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 9\r\n\r\n{}', 'broken', 1],
    [
      'two ends',
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
      'broken',
      1,
    ],
    ['a header in two lines', 'HTTP/1.1 200 OK\r\nx: a\r\n b\r\ncontent-length: 2\r\n\r\n{}', 'broken', 1],
    ['gzip', 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\n{}', 'broken', 1],
  ])('%s', async (_, bytes, fault, tries) => {
    await withServer(rawServer(bytes), async (origin) => {
      const { send, seen, faults } = testProxy(overHttp(origin), patient)
      const { status, text } = await send(listUsers)
      expect([status, faults]).toMatchObject([502, [{ fault }]])
      expect(JSON.parse(text).detail).toContain('“Live”')
      expect(seen).toHaveLength(tries)
    })
  })

  test('nobody there', async () => {
    const gone = await withServer(
      httpServer(() => undefined),
      async (origin) => origin,
    )
    const { send, seen, faults } = testProxy(overHttp(gone), patient)
    expect((await send(listUsers)).status).toBe(502)
    expect([seen.length, faults]).toMatchObject([3, [{ fault: 'unreachable' }]])
  })
})

describe('a connection that is given up', () => {
  const closing = (begin: boolean) => {
    const closed = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const server = httpServer((_, response) => {
      if (begin) response.writeHead(200, JSON_TYPE).write('{"users":[')
      asked.resolve()
    })
    // On a busy machine it may be given up before its request has been read.
    server.on('connection', (socket) => socket.on('close', () => closed.resolve()))
    return { server, closed: closed.promise, asked: asked.promise }
  }

  test.each([false, true])('no end in time (begun: %s)', async (begin) => {
    const { server, closed } = closing(begin)
    await withServer(server, async (origin) => {
      const { send, faults } = testProxy(overHttp(origin))
      expect((await send(listUsers)).status).toBe(504)
      expect(faults).toMatchObject([{ fault: 'timeout' }])
      await closed
    })
  })

  test.each([false, true])('by the browser (begun: %s)', async (begin) => {
    const { server, closed, asked } = closing(begin)
    await withServer(server, async (origin) => {
      const browser = new AbortController()
      const { send, seen, faults } = testProxy(overHttp(origin), patient)
      const answer = send(listUsers, { signal: browser.signal })
      await asked
      browser.abort()
      expect((await answer).status).toBe(499)
      await closed
      expect([seen.length, faults]).toEqual([1, []])
    })
  })

  test('an answer without an end', async () => {
    const closed = Promise.withResolvers<void>()
    const server = httpServer((request, response) => {
      request.socket.on('close', () => closed.resolve())
      const chunk = Buffer.alloc(1024 * 1024, ' ')
      const more = () => void response.write(chunk, (error) => (error ? undefined : more()))
      more()
    })
    await withServer(server, async (origin) => {
      const { send, faults } = testProxy(overHttp(origin), patient)
      const { status, text } = await send(listUsers)
      expect([status, faults]).toMatchObject([502, [{ fault: 'oversize' }]])
      expect(text).toContain('too large')
      await closed.promise
    })
  })
})
