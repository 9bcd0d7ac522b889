/** A command that asks a running server for a copy never waits for good. The copy itself: `backup.test.ts` of processes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { askForCopy } from './live-copy.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'live-copy-'))
const closing: (() => void)[] = []
afterAll(() => rmSync(data_dir, { recursive: true, force: true }))
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Answers the first request, and nothing after it. */
async function answering(first: object | null): Promise<void> {
  const server = createServer((socket) => {
    if (first === null) socket.destroy()
    else socket.write(`${JSON.stringify(first)}\n`)
  })
  await new Promise<void>((resolve) => {
    server.listen(join(data_dir, 'operator.sock'), resolve)
  })
  closing.push(() => server.close())
}

test('no server is told from one that refuses, ends, or goes silent', async () => {
  expect(await askForCopy(data_dir)).toBeNull()
  await answering({ problem: 'Another backup is being made.' })
  await expect(askForCopy(data_dir)).rejects.toThrow('Another backup is being made.')
})

test('one that ends during the copy', async () => {
  await answering(null)
  await expect(askForCopy(data_dir)).rejects.toThrow(/stopped during the backup/)
})

test('one that goes silent at the end', async () => {
  await answering({ copied: true })
  const copy = await askForCopy(data_dir)
  await expect(copy?.done(20)).rejects.toThrow(/backup is made, but the server didn’t say/)
})
