/** The load generator: HTTP/1.1 on plain sockets, because a full client would cost more than what it measures. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Target {
  port: number
  path: string
  /** Cookie of a signed-in person. */
  cookie?: string
}

/** Headers of a typical browser, without compression, which only some of the compared servers do. */
const HEADERS = [
  'host: 127.0.0.1',
  'accept: application/json',
  'accept-language: en-GB,en;q=0.9',
  'user-agent: Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'sec-fetch-site: same-origin',
  'sec-fetch-mode: cors',
  'sec-fetch-dest: empty',
]

/** Each connection sends its next request when the last answer is whole; returns the milliseconds of each request. */
export async function load({ port, path, cookie = '' }: Target, connections: number, lastsMs: number) {
  const message = `GET ${path} HTTP/1.1\r\n${HEADERS.join('\r\n')}\r\ncookie: ${cookie}\r\n\r\n`
  const sockets = Array.from({ length: connections }, () => connect({ port, host: '127.0.0.1', noDelay: true }))
  try {
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    // A busy server accepts one connection a turn: without this, the last ones would wait for the whole time.
    await Promise.all(sockets.map((socket) => exchange(socket, message)))
    const latencies: number[] = []
    const start = performance.now()
    const converse = async (socket: Socket) => {
      for (let now = start; now < start + lastsMs; ) {
        const sent = now
        await exchange(socket, message)
        now = performance.now()
        latencies.push(now - sent)
      }
    }
    await Promise.all(sockets.map(converse))
    return { latencies, perSecond: (latencies.length * 1000) / (performance.now() - start) }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** One request and its whole answer. */
function exchange(socket: Socket, message: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const isWhole = answerReader()
    const end = (error?: Error) => {
      socket.off('data', onData).off('close', onClose)
      if (error) reject(error)
      else resolve()
    }
    const onClose = () => end(new Error('The server closed a connection of the load.'))
    const onData = (bytes: Buffer) => {
      const answer = isWhole(bytes)
      if (answer === null) end(new Error('An answer to the load was not 200.'))
      else if (answer) end()
    }
    socket.on('data', onData).on('close', onClose)
    socket.write(message)
  })
}

const HEAD_END = '\r\n\r\n'
const LAST_CHUNK = '\r\n0\r\n\r\n'

/** Says whether one answer is complete; null for one that is no 200. JSON holds no bare line breaks, so the last chunk is known by its bytes. */
function answerReader() {
  let missing: number | null | undefined
  let tail = ''
  return (bytes: Buffer): boolean | null => {
    if (missing === undefined) {
      const end = bytes.indexOf(HEAD_END)
      const head = bytes.toString('latin1', 0, Math.max(0, end))
      if (!head.startsWith('HTTP/1.1 200 ')) return null
      const length = /^content-length: *(\d+)$/im.exec(head)?.[1]
      missing = length === undefined ? null : Number(length) + end + HEAD_END.length
    }
    if (missing === null) {
      tail = (tail + bytes.toString('latin1', Math.max(0, bytes.length - LAST_CHUNK.length))).slice(-LAST_CHUNK.length)
      return tail === LAST_CHUNK
    }
    missing -= bytes.length
    return missing <= 0
  }
}
