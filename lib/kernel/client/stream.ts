/** Our own: EventSource sends no header, so reconnects would keep sessions alive, nor says why it was refused. */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Endpoint, EndpointInput, EndpointOutput } from '#lib/kernel/endpoint.ts'
import { buildPath, CONSOLE_PREFIX, encodeQuery, type QueryValues } from '#lib/kernel/wire.ts'
import { parseJson } from '#lib/utils/text/bytes.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { errorFrom } from './errors.ts'
import { asOutput } from './request.ts'
import { announceEnd, backgroundHeaders } from './session.ts'

interface Reading<E extends Endpoint> {
  signal: AbortSignal
  /** ID of the last message read; null for none. */
  lastId: string | null
  onOpen: () => void
  onMessage: (message: EndpointOutput<E>, id: string) => void
}

/** Milliseconds without a sign of life after which a connection counts as lost. */
const SILENCE = 30 * SECOND

/** Resolves when the server ends the stream. @throws RequestError where it is refused; whatever `fetch` throws where it is lost */
export async function consoleStream<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E> & { params: Readonly<Record<string, string>>; query: QueryValues },
  { signal, lastId, onOpen, onMessage }: Reading<E>,
): Promise<void> {
  const lost = new AbortController()
  const response = await fetch(
    `${CONSOLE_PREFIX}${buildPath(endpoint.path, input.params)}?${encodeQuery(input.query)}`,
    {
      headers: {
        accept: 'text/event-stream',
        ...backgroundHeaders(),
        ...(lastId !== null && { 'last-event-id': lastId }),
      },
      cache: 'no-store',
      credentials: 'same-origin',
      signal: AbortSignal.any([signal, lost.signal]),
    },
  )
  if (response.status === 401) announceEnd('ended')
  if (!(response.ok && response.body)) throw await errorFrom(response, `GET ${endpoint.path}`)
  onOpen()
  let watchdog = setTimeout(() => lost.abort(), SILENCE)
  const parser = createParser({ onEvent: tell })
  try {
    for await (const piece of piecesOf(response.body)) {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => lost.abort(), SILENCE)
      parser.feed(piece)
    }
  } finally {
    clearTimeout(watchdog)
  }

  function tell({ id = '', data }: EventSourceMessage) {
    const parsed = endpoint.response.safeParse(parseJson(data))
    // A newer console may say what this page doesn’t know.
    if (parsed.success) onMessage(asOutput<E>(parsed.data), id)
  }
}

/** Browsers differ in whether a body can be iterated over. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (let next = await reader.read(); !next.done; next = await reader.read())
    yield decoder.decode(next.value, { stream: true })
}
