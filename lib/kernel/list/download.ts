/** A file that the console makes while it is sent: counted as it comes, and saved only when it is whole. */

import { errorFrom, RequestError } from '#lib/kernel/client/errors.ts'
import { announceEnd } from '#lib/kernel/client/session.ts'
import { saveFile } from '#lib/utils/browser/browser.ts'

interface Download {
  /** A path of the console with its query. */
  address: string
  /** File name when the response has none. */
  name: string
  /** A CSV file begins with a heading; NDJSON has none. */
  type: 'csv' | 'ndjson'
  signal: AbortSignal
  /** Lines after the heading that have come so far. */
  onLines: (lines: number) => void
}

const LINE_END = 10
const TYPES = { csv: 'text/csv', ndjson: 'application/fhir+ndjson' } as const

/** Returns the number of lines, heading aside. @throws RequestError, or why it was called off: nothing is saved */
export async function downloadLines({ address, name, type, signal, onLines }: Download): Promise<number> {
  const call = `GET ${address.split('?')[0]}`
  const failed = (detail: string) => (cause: unknown) => {
    if (signal.aborted) throw cause
    throw new RequestError({ kind: 'network', call, detail })
  }
  const response = await fetch(address, { signal, cache: 'no-store', credentials: 'same-origin' }).catch(
    failed('We couldn’t reach the console. Check your connection.'),
  )
  if (response.status === 401) announceEnd('ended')
  if (!response.ok || !response.body) throw await errorFrom(response, call)
  const reader = response.body.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let lines = type === 'csv' ? -1 : 0
  for (;;) {
    const { done, value } = await reader
      .read()
      .catch(failed('The download was interrupted, so nothing was saved. Try again.'))
    signal.throwIfAborted()
    if (done) break
    parts.push(value)
    lines += value.reduce((count, byte) => (byte === LINE_END ? count + 1 : count), 0)
    onLines(Math.max(0, lines))
  }
  const [, given = name] = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  await saveFile(given, new Blob(parts, { type: TYPES[type] }))
  return Math.max(0, lines)
}
