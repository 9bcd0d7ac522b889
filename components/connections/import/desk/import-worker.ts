/** The worker of one import: holds the file and its tokens, reads, checks, sends. The page gets what it may show. */
import { fetchFrom } from '#lib/demo/remote-fetch.ts'
import { createDesk } from './desk.ts'
import type { Engine, Hooks, Method, Output } from './engine.ts'
import type { Call, FromWorker, ToWorker } from './wire.ts'

const aborts = new Map<number, AbortController>()
let desk: Engine | null = null

const say = (message: FromWorker) => self.postMessage(message)

function perform<M extends Method>(engine: Engine, { method, input }: Call<M>, hooks: Hooks): Promise<Output<M>> {
  return engine[method](input, hooks)
}

async function answer(call: Call) {
  const { id } = call
  const abort = new AbortController()
  aborts.set(id, abort)
  try {
    if (!desk) throw new Error('The worker was not opened.')
    const onProgress = (done: number, total: number) => say({ kind: 'progress', id, done, total })
    say({ kind: 'done', id, output: await perform(desk, call, { onProgress, signal: abort.signal }) })
  } catch (error) {
    say({ kind: 'failed', id, message: error instanceof Error ? error.message : 'The import stopped.' })
  } finally {
    aborts.delete(id)
  }
}

function open({ context, demo }: Extract<ToWorker, { kind: 'open' }>) {
  if (demo) self.fetch = fetchFrom(demo)
  desk = createDesk(context)
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'open') open(data)
  else if (data.kind === 'abort') aborts.get(data.id)?.abort()
  else void answer(data)
}
