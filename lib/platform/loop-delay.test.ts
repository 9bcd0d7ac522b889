/** A main loop that stands still ends its process; one that is busy doesn't. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const MODULE = new URL('./loop-delay.ts', import.meta.url).href

async function run(work: string) {
  const program = `import { startWatchdog } from '${MODULE}'; startWatchdog({ every: 50, misses: 20 }); ${work}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes.toString()
  })
  const [code, signal]: unknown[] = await once(child, 'exit')
  return { code, signal, said }
}

test('a process whose main loop spins for good is ended, and says why', async () => {
  const ended = await run('setImmediate(() => { for (;;); })')
  expect(ended).toMatchObject({ code: null, signal: 'SIGKILL' })
  expect(ended.said).toContain('the main loop stands still')
}, 60_000)

test('one that has nothing left to do ends by itself', async () => {
  expect(await run('')).toMatchObject({ code: 0, signal: null })
}, 60_000)
