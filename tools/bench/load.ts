/** The load generator: HTTP/1.1 on plain sockets, because a full client would cost more than what it measures. */
import { connect, type Socket } from 'node:net'

export interface Target {
  port: number
  path: string
  /** Cookie of a signed-in person. */
  cookie: string
}

export interface Load {
  /** Milliseconds of each request. */
  latencies: number[]
  seconds: number
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

/** Each connection sends its next request when the last answer is whole, until the time is over. */
export async function load({ port, path, cookie }: Target, connections: number, milliseconds: number): Promise<Load> {
  const message = `GET ${path} HTTP/1.1\r\n${HEADERS.join('\r\n')}\r\ncookie: ${cookie}\r\n\r\n`
  const sockets = await Promise.all(Array.from({ length: connections }, () => connected(port)))
  try {
    // A busy server accepts one connection a turn: without this, the last ones would wait for the whole time.
    await Promise.all(sockets.map((socket) => exchange(socket, message)))
    const latencies: number[] = []
    const start = performance.now()
    await Promise.all(sockets.map((socket) => converse(socket, message, latencies, start + milliseconds)))
    return { latencies, seconds: (performance.now() - start) / 1000 }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

async function converse(socket: Socket, message: string, latencies: number[], until: number) {
  let now = performance.now()
  while (now < until) {
    const sent = now
    await exchange(socket, message)
    now = performance.now()
    latencies.push(now - sent)
  }
}

/** One request and its whole answer. */
function exchange(socket: Socket, message: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const read = answerReader()
    const end = (why: string | null) => {
      socket.off('data', onData).off('close', onClose)
      if (why === null) resolve()
      else reject(new Error(`A request of the load failed: ${why}.`))
    }
    const onClose = () => end('the server closed the connection')
    const onData = (bytes: Buffer) => {
      const state = read(bytes)
      if (state !== 'partial') end(state === 'whole' ? null : 'the answer was not 200')
    }
    socket.on('data', onData).on('close', onClose)
    socket.write(message)
  })
}

const HEAD_END = '\r\n\r\n'
const LAST_CHUNK = '\r\n0\r\n\r\n'

/** Says whether one answer is complete. JSON holds no bare line breaks, so the last chunk is known by its look. */
function answerReader() {
  let missing: number | null | undefined
  let tail = ''
  return (bytes: Buffer): 'whole' | 'partial' | 'refused' => {
    if (missing === undefined) {
      const end = bytes.indexOf(HEAD_END)
      const head = bytes.toString('latin1', 0, Math.max(0, end))
      if (!head.startsWith('HTTP/1.1 200 ')) return 'refused'
      const length = /^content-length: *(\d+)$/im.exec(head)?.[1]
      missing = length === undefined ? null : Number(length) + end + HEAD_END.length
    }
    if (missing === null) {
      tail = (tail + bytes.toString('latin1', Math.max(0, bytes.length - LAST_CHUNK.length))).slice(-LAST_CHUNK.length)
      return tail === LAST_CHUNK ? 'whole' : 'partial'
    }
    missing -= bytes.length
    return missing <= 0 ? 'whole' : 'partial'
  }
}
