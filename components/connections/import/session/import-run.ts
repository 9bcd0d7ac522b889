/** Sends the batches of an import one after the other, each once, whatever happens to the connection or the service. */
import { proxy } from 'comlink'
import {
  afterAnswer,
  type Batch,
  type CallFailure,
  confirmBatch,
  countRows,
  resolveBatch,
  rowsToSend,
} from '#components/connections/import/rows/batch.ts'
import type { ImportEngine } from '#components/connections/import/session/import-engine.ts'
import type { recordImport } from '#lib/domains/connections/import-log.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import { initialRunState, isRunning, type RunState, sendingBatch } from './session-state.ts'

export type RunEngine = Pick<ImportEngine, 'send' | 'askPresence' | 'sampleRows' | 'isQueueIdle'>

export interface RunOptions {
  engine: RunEngine
  clock: RunClock
  /** With `wait_for_completion` a batch answers with its results, if they are there within 20 seconds. */
  waitForResults: boolean
  /** Called before anything leaves and after every answer: a reloaded page starts from these batches. */
  onChange: (state: RunState) => void
}

export interface RunClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Ends early, without an error, when the signal aborts. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>
}

/** How long no row of a batch may show up before it counts as not arrived: longer than a killed service takes to
    resume what it had accepted. */
const SETTLE_MS = 6_000
/** The same where the service does not import an empty list: longer than any call lives. */
const LONG_SETTLE_MS = 90_000
const POLL_INTERVAL_MS = 2_000
const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]
/** Pauses between the rounds of questions after queued rows; together about two minutes. */
const CONFIRM_DELAYS_MS = [1_000, 2_000, 3_000, 5_000, 10_000, 15_000, 20_000, 30_000, 30_000]

export class ImportRun {
  #state: RunState
  readonly #options: RunOptions
  /** Aborts the running loop; null while none runs. */
  #stop: AbortController | null = null
  #loop: Promise<void> = Promise.resolve()
  /** Ends a wait early. */
  #wake = new AbortController()
  #failures = 0

  /** Batches that are `sent` are those of a page that is gone: nobody waits for their answer any more. */
  constructor(batches: readonly Batch[], options: RunOptions) {
    this.#options = options
    this.#state = initialRunState(batches)
  }

  get state(): RunState {
    return this.#state
  }

  /** Starts or resumes, and tries again what was refused. Resolves when the loop has ended. */
  resume(): Promise<void> {
    if (this.#stop && !this.#stop.signal.aborted) {
      this.#wake.abort()
      return this.#loop
    }
    const stop = new AbortController()
    this.#stop = stop
    // The loop before still has its last answer to take in.
    this.#loop = this.#loop.then(() => this.#run(stop.signal))
    return this.#loop
  }

  /** Waits for the answer that is under way; begins nothing else. */
  pause(): Promise<void> {
    this.#stop?.abort()
    this.#wake.abort()
    return this.#loop
  }

  /** Sends nothing more, and settles what was sent. */
  cancel(): Promise<void> {
    this.#set({ isStopped: true })
    return this.resume()
  }

  /** Takes a person's word for a batch that nothing can be found out about. */
  decide(index: number, decision: 'arrived' | 'not_arrived'): Promise<void> {
    const batch = this.#state.batches[index]
    if (batch?.state !== 'undecided') return this.#loop
    const everyone = new Map(rowsToSend(batch).map((row) => [row, 'connected'] as const))
    this.#setBatch(index, decision === 'arrived' ? confirmBatch(batch, everyone) : { ...batch, state: 'waiting' })
    return this.resume()
  }

  async #run(stop: AbortSignal): Promise<void> {
    this.#failures = 0
    const batches = this.#state.batches.map((batch) =>
      batch.state === 'refused' ? { ...batch, state: 'waiting' as const } : batch,
    )
    this.#set({ batches, failure: null, retryAt: null })
    while (!stop.aborted) {
      const outcome = await this.#step(stop)
      if (outcome === null || outcome === 'nothing_left') this.#recovered()
      else await this.#retryWithBackoff(outcome, stop)
      if (outcome === 'nothing_left') break
    }
    this.#set({ phase: stop.aborted ? 'paused' : 'done', current: null, progress: null, retryAt: null })
    if (this.#stop?.signal === stop) this.#stop = null
  }

  #step(stop: AbortSignal): Promise<CallFailure | 'nothing_left' | null> {
    const { batches, isStopped } = this.#state
    const unanswered = batches.findIndex(({ state }) => state === 'sent')
    if (unanswered !== -1) return this.#resolve(unanswered, stop)
    const next = isStopped ? -1 : batches.findIndex(({ state }) => state === 'waiting')
    return next === -1 ? this.#finish(stop) : this.#send(next)
  }

  async #send(index: number): Promise<CallFailure | null> {
    const { engine, clock, waitForResults } = this.#options
    this.#set({ phase: 'sending', current: index })
    const batch = this.#batch(index)
    const rows = rowsToSend(batch)
    // The same rows as before where it did not arrive: those users still do not have the source.
    const known = { kind: 'ok' as const, value: batch.sampleRows }
    const sample = batch.sampleRows.length > 0 ? known : await engine.sampleRows(rows)
    if (sample.kind !== 'ok') return sample
    if (this.#stop?.signal.aborted || this.#state.isStopped) return null
    this.#setBatch(index, { ...batch, state: 'sent', sampleRows: sample.value, status: null, durationMs: null })
    const startedAt = clock.now()
    const result = await engine.send(rows, waitForResults)
    this.#setBatch(index, afterAnswer(this.#batch(index), result, clock.now() - startedAt))
    if (result.kind === 'taken') return null
    if (result.kind !== 'rows_refused') return result
    const reasons = new Map(this.#state.reasons)
    for (const { row, reason } of result.rows) reasons.set(row, reason)
    this.#set({ reasons })
    return null
  }

  /** Sends again only what certainly did not arrive: no row of it shows up, and what was submitted later is done. */
  async #resolve(index: number, stop: AbortSignal): Promise<CallFailure | null> {
    const { clock } = this.#options
    this.#set({ phase: 'resolving', current: index })
    const rows = rowsToSend(this.#batch(index))
    const startedAt = clock.now()
    let settleMs = Number.POSITIVE_INFINITY
    while (!stop.aborted) {
      const answer = await this.#ask(rows)
      if (answer.kind !== 'ok') return answer
      const batch = resolveBatch(this.#batch(index), answer.value, clock.now() - startedAt >= settleMs)
      if (batch) {
        this.#setBatch(index, batch)
        return null
      }
      if (settleMs === Number.POSITIVE_INFINITY) {
        const idle = await this.#options.engine.isQueueIdle()
        if (idle.kind === 'busy' || idle.kind === 'lost') return idle
        if (idle.kind === 'refused') settleMs = LONG_SETTLE_MS
        else if (idle.value) settleMs = SETTLE_MS
      }
      this.#recovered()
      await this.#sleep(POLL_INTERVAL_MS, stop)
    }
    return null
  }

  /** Asks for the results of queued rows, then what the users of failed rows show now: the service gives no reason. */
  async #finish(stop: AbortSignal): Promise<CallFailure | 'nothing_left'> {
    for (const pauseMs of CONFIRM_DELAYS_MS) {
      const queued = this.#state.batches.flatMap(({ state, open }) => (state === 'queued' ? open : []))
      if (queued.length === 0 || stop.aborted) break
      this.#set({ phase: 'confirming', current: null })
      const answer = await this.#ask(queued)
      if (answer.kind !== 'ok') return answer
      this.#recovered()
      const batches = this.#state.batches.map((batch) =>
        batch.state === 'queued' ? confirmBatch(batch, answer.value) : batch,
      )
      this.#set({ batches })
      if (batches.some(({ state }) => state === 'queued')) await this.#sleep(pauseMs, stop)
    }
    const failed = this.#state.batches.flatMap((batch) => batch.failed)
    if (failed.length === 0) return 'nothing_left'
    this.#set({ phase: 'confirming', current: null })
    const answer = await this.#ask(failed)
    if (answer.kind !== 'ok') return answer
    this.#set({ presence: answer.value })
    return 'nothing_left'
  }

  async #ask(rows: readonly number[]) {
    const onProgress = proxy((done: number, total: number) => this.#set({ progress: { done, total } }))
    const answer = await this.#options.engine.askPresence(rows, onProgress)
    this.#set({ progress: null })
    return answer
  }

  /** Waits where waiting can help; pauses where a person has to act first. */
  async #retryWithBackoff(failure: CallFailure, stop: AbortSignal): Promise<void> {
    if (failure.kind === 'refused') {
      this.#set({ failure })
      this.#stop?.abort()
      return
    }
    const backoffMs = BACKOFF_MS[Math.min(this.#failures, BACKOFF_MS.length - 1)] ?? 0
    this.#failures += 1
    const pauseMs = failure.kind === 'busy' ? Math.max(failure.waitMs, backoffMs) : backoffMs
    this.#set({ failure, retryAt: this.#options.clock.now() + pauseMs })
    await this.#sleep(pauseMs, stop)
    this.#set({ retryAt: null })
  }

  async #sleep(durationMs: number, stop: AbortSignal): Promise<void> {
    if (stop.aborted) return
    this.#wake = new AbortController()
    await this.#options.clock.sleep(durationMs, this.#wake.signal)
  }

  #recovered() {
    this.#failures = 0
    if (this.#state.failure) this.#set({ failure: null, retryAt: null })
  }

  #batch(index: number): Batch {
    const batch = this.#state.batches[index]
    if (!batch) throw new RangeError(`There is no batch ${index}.`)
    return batch
  }

  #setBatch(index: number, batch: Batch) {
    this.#set({ batches: this.#state.batches.with(index, batch) })
  }

  #set(change: Partial<RunState>) {
    this.#state = { ...this.#state, ...change }
    this.#options.onChange(this.#state)
  }
}

/** Import report for the console while it runs: counts and a state only. Pure. */
export type ImportReport = EndpointInput<typeof recordImport>['body']

export function reportOf(run: RunState, provider: string): ImportReport {
  const counts = countRows(run.batches)
  const rows = Object.values(counts).reduce((sum, count) => sum + count)
  return { provider, state: stateOf(run, counts.not_sent), rows, connected: counts.connected, failed: counts.failed }
}

function stateOf(run: RunState, notSent: number): ImportReport['state'] {
  if (isRunning(run)) return 'running'
  if (run.phase === 'paused') return 'paused'
  return run.isStopped && notSent > 0 ? 'stopped' : 'done'
}

export function percentSent(run: RunState): number {
  const counts = countRows(run.batches, sendingBatch(run))
  const rows = Object.values(counts).reduce((sum, count) => sum + count)
  return rows === 0 ? 0 : Math.floor(((rows - counts.not_sent - counts.sending) / rows) * 100)
}
