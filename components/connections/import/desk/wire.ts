/** What page and worker say to each other. */
import type { DeskContext, Input, Method, Output } from './engine.ts'

export interface Call<M extends Method = Method> {
  kind: 'call'
  id: number
  method: M
  input: Input<M>
}

export type ToWorker =
  /** `demo`: where calls go instead of the server; null outside a demo. */
  { kind: 'open'; context: DeskContext; demo: MessagePort | null } | Call | { kind: 'abort'; id: number }

export type FromWorker =
  | { kind: 'progress'; id: number; done: number; total: number }
  | { kind: 'done'; id: number; output: Output<Method> }
  /** Its words are the console's own: what goes wrong with a row or a call is an answer, not an error. */
  | { kind: 'failed'; id: number; message: string }
