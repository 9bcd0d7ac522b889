/** The engine as the page has it: every call goes to a worker and comes back. */
import { proxy, type Remote, transfer, wrap } from 'comlink'
import { connectDemo } from '#lib/demo/connect.ts'
import type { OpenEngineFor } from './engine.ts'
import type { ImportWorker, RemoteEngine } from './wire.ts'

const STOPPED = 'The part that reads files stopped. Load the page again.'
const nothing = () => undefined

export const openWorker: OpenEngineFor = (context) => {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  const demo = connectDemo()
  const opened = wrap<ImportWorker>(worker).open(context, demo && transfer(demo, [demo]))
  const call = <T>(run: (engine: Remote<RemoteEngine>) => Promise<T>) => orStopped(worker, opened.then(run))

  return {
    engine: {
      read: (file) => call(async (engine) => engine.read(file)),
      preview: (input) => call(async (engine) => engine.preview(input)),
      check: (settings) => call(async (engine) => engine.check(settings)),
      shown: (input) => call(async (engine) => engine.shown(input)),
      shownRows: (rows) => call(async (engine) => engine.shownRows(rows)),
      lookUp: (input, { onProgress = nothing, signal } = {}) => {
        const { port1, port2 } = new MessageChannel()
        signal?.addEventListener('abort', () => port1.postMessage('abort'), { once: true })
        return call(async (engine) => engine.lookUp(input, proxy(onProgress), transfer(port2, [port2])))
      },
      plan: (most) => call(async (engine) => engine.plan(most)),
      send: (input) => call(async (engine) => engine.send(input)),
      ask: (rows, { onProgress = nothing } = {}) => call(async (engine) => engine.ask(rows, proxy(onProgress))),
      sampleRows: (rows) => call(async (engine) => engine.sampleRows(rows)),
      isQueueIdle: (input) => call(async (engine) => engine.isQueueIdle(input)),
      problemFile: (input) => call(async (engine) => engine.problemFile(input)),
      resultFile: (input) => call(async (engine) => engine.resultFile(input)),
      forget: (input) => call(async (engine) => engine.forget(input)),
    },
    close: () => worker.terminate(),
  }
}

/** Rejects when the worker stops before it has answered: a script that does not load or fails tells nobody else. */
function orStopped<T>(worker: Worker, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error(STOPPED))
    worker.addEventListener('error', stop)
    answer.then(resolve, reject).finally(() => worker.removeEventListener('error', stop))
  })
}
