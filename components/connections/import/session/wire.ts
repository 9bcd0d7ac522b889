/** What the page calls in the worker of an import, by comlink: what a message cannot carry goes by proxy or port. */
import type { ProxyMarked } from 'comlink'
import type { Engine, EngineContext, Hooks, Input, Output } from './engine.ts'

type OnProgress = NonNullable<Hooks['onProgress']>

export interface RemoteEngine extends Omit<Engine, 'ask' | 'lookUp'> {
  ask: (rows: Input<'ask'>, onProgress: OnProgress) => Promise<Output<'ask'>>
  /** A message on `aborted` calls it off. */
  lookUp: (input: Input<'lookUp'>, onProgress: OnProgress, aborted: MessagePort) => Promise<Output<'lookUp'>>
}

export interface ImportWorker {
  /** `demo`: where calls go instead of the server; null outside a demo. */
  open: (context: EngineContext, demo: MessagePort | null) => RemoteEngine & ProxyMarked
}
