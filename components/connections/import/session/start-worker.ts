/** The engine as the page has it: in a worker, so that the page never waits and never holds a token. */
import { wrap } from 'comlink'
import { connectDemo } from '#lib/demo/connect.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import type { EngineContext, ImportEngine } from './import-engine.ts'

/** The first message to the worker. `demo`: where calls go in place of the server; null outside a demo. */
export interface WorkerStart {
  context: EngineContext
  demo: MessagePort | null
  /** By the page's clock, which is the server's. */
  now: number
}

export interface RunningEngine {
  engine: ImportEngine
  /** Everything that was read is gone. */
  close: () => void
}

/** `onError`: the engine has stopped, and answers nothing any more. */
export type StartEngine = (context: EngineContext, onError: () => void) => RunningEngine

export const startWorker: StartEngine = (context, onError) => {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('error', onError)
  const start: WorkerStart = { context, demo: connectDemo(), now: clockNow() }
  worker.postMessage(start, start.demo ? [start.demo] : [])
  return { engine: wrap<ImportEngine>(worker), close: () => worker.terminate() }
}
