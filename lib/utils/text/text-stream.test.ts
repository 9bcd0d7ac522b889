import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { textStream } from './bytes.ts'

test('makes each piece when it is asked for, as part of the call that began the stream', async () => {
  const caller = new AsyncLocalStorage<string>()
  const made: (string | undefined)[] = []
  async function* pieces() {
    for (const piece of ['ä', 'b', 'c']) {
      made.push(caller.getStore())
      yield piece
    }
  }
  const stream = caller.run('the one who asked', () => textStream(pieces(), AsyncLocalStorage.snapshot())).getReader()
  expect(made).toEqual([])
  expect(new TextDecoder().decode((await stream.read()).value)).toBe('ä')
  expect(made).toEqual(['the one who asked'])
  await stream.read()
  await stream.cancel()
  expect(made).toHaveLength(2)
})
