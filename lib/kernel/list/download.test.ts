import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exportAudit } from '#lib/domains/audit/audit.ts'
import { onSessionEvent } from '#lib/kernel/client/session.ts'
import { consoleAddress } from '#lib/kernel/endpoint.testing.ts'
import { saveFile } from '#lib/utils/browser/browser.ts'
import { downloadLines } from './download.ts'

vi.mock('#lib/utils/browser/browser.ts', () => ({ saveFile: vi.fn() }))

const saved = vi.mocked(saveFile)
const bytes = (text: string) => new TextEncoder().encode(text)
const counts: number[] = []
let abort = new AbortController()

beforeEach(() => {
  saved.mockClear()
  counts.length = 0
  abort = new AbortController()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function answerWith(answer: Response) {
  vi.stubGlobal('fetch', async () => answer)
}

const download = () =>
  downloadLines({
    type: 'csv',
    address: consoleAddress(exportAudit, { query: { outcome: 'done' } }),
    name: 'audit.csv',
    signal: abort.signal,
    onLines: (lines) => counts.push(lines),
  })

/** Sends the parts, then does what is left to do with the stream. */
function streamOf(parts: readonly string[], end: (controller: ReadableStreamDefaultController) => void) {
  const left = [...parts]
  return new ReadableStream({
    pull(controller) {
      const part = left.shift()
      if (part === undefined) end(controller)
      else controller.enqueue(bytes(part))
    },
  })
}

test('a whole file is saved under its name, and its lines are counted without the heading', async () => {
  const headers = { 'content-disposition': 'attachment; filename="audit-2026-11-21.csv"' }
  answerWith(
    new Response(
      streamOf(['id,at\r\n1,x\r\n2', ',y\r\n'], (stream) => stream.close()),
      { headers },
    ),
  )
  expect(await download()).toBe(2)
  expect(counts).toEqual([1, 2])
  const [name, content] = saved.mock.calls[0] ?? []
  expect([name, await content?.text()]).toEqual(['audit-2026-11-21.csv', 'id,at\r\n1,x\r\n2,y\r\n'])
})

test('one that breaks off is not saved, and says so', async () => {
  answerWith(new Response(streamOf(['id\r\n1\r\n'], (stream) => stream.error(new TypeError('lost')))))
  await expect(download()).rejects.toMatchObject({ kind: 'network', call: `GET ${consoleAddress(exportAudit)}` })
  expect(saved).not.toHaveBeenCalled()
})

test('one that is called off is not saved, and is no failure', async () => {
  answerWith(
    new Response(
      streamOf(['id\r\n'], (stream) => {
        abort.abort()
        stream.close()
      }),
    ),
  )
  const reason = await download().catch((cause: unknown) => cause)
  expect(reason).toBe(abort.signal.reason)
  expect(saved).not.toHaveBeenCalled()
})

test('a refusal is said in the console’s words; a session that is over ends here too', async () => {
  answerWith(Response.json({ detail: 'Go on in 3 seconds.' }, { status: 429 }))
  await expect(download()).rejects.toThrow('Go on in 3 seconds.')
  const ends: unknown[] = []
  const stop = onSessionEvent((event) => ends.push(event))
  answerWith(Response.json({ detail: 'Sign in again.' }, { status: 401 }))
  await expect(download()).rejects.toThrow('Sign in again.')
  stop()
  expect(ends).toEqual([{ kind: 'ended', why: 'ended' }])
  expect(saved).not.toHaveBeenCalled()
})
