/** The engine as the page has it: every call goes to a worker and comes back. */
import { connectDemo } from '#lib/demo/connect.ts'
import type { Hooks, Input, Method, OpenEngineFor, Output } from './engine.ts'
import type { FromWorker, ToWorker } from './wire.ts'

const STOPPED = 'The part that reads files stopped. Load the page again.'

interface Waiting {
  /** Takes what the worker says of this call; true when that was the end of it. */
  hear: (event: MessageEvent) => boolean
  fail: () => void
}

export const openWorker: OpenEngineFor = (context) => {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let last = 0
  const say = (message: ToWorker) => worker.postMessage(message)

  worker.onmessage = (event: MessageEvent<FromWorker>) => {
    const { id } = event.data
    if (waiting.get(id)?.hear(event)) waiting.delete(id)
  }
  worker.onerror = () => {
    for (const { fail } of waiting.values()) fail()
    waiting.clear()
  }
  const demo = connectDemo()
  worker.postMessage({ kind: 'open', context, demo } satisfies ToWorker, demo ? [demo] : [])

  const call =
    <M extends Method>(method: M) =>
    (input: Input<M>, { onProgress, signal }: Hooks = {}) =>
      new Promise<Output<M>>((resolve, reject) => {
        last += 1
        const id = last
        const hear = ({ data }: MessageEvent) => {
          if (data.kind === 'done') resolve(data.output)
          else if (data.kind === 'failed') reject(new Error(data.message))
          else onProgress?.(data.done, data.total)
          return data.kind !== 'progress'
        }
        waiting.set(id, { hear, fail: () => reject(new Error(STOPPED)) })
        signal?.addEventListener('abort', () => say({ kind: 'abort', id }), { once: true })
        say({ kind: 'call', id, method, input })
      })

  return {
    engine: {
      read: call('read'),
      preview: call('preview'),
      check: call('check'),
      shown: call('shown'),
      shownRows: call('shownRows'),
      lookUp: call('lookUp'),
      plan: call('plan'),
      send: call('send'),
      ask: call('ask'),
      witnesses: call('witnesses'),
      probe: call('probe'),
      problemFile: call('problemFile'),
      resultFile: call('resultFile'),
      forget: call('forget'),
    },
    close: () => worker.terminate(),
  }
}
