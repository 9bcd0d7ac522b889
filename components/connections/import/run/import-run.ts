/** Sends the batches of an import one after the other, each once, whatever happens to the connection or the service. */
import { answered, type Batch, confirmed, resolveBatch, rowsToSend, sending } from './batch.ts'
import type { CallFailure, RefusedRow } from './run-port.ts'
import {
  BACKOFF_MS,
  CONFIRM_DELAYS_MS,
  LONG_SETTLE_MS,
  POLL_INTERVAL_MS,
  type RunOptions,
  type RunState,
  SETTLE_MS,
  startState,
} from './run-state.ts'

export class ImportRun {
  #state: RunState
  readonly #options: RunOptions
  /** Of the loop that is at work; null while none is. */
  #stop: AbortController | null = null
  #loop: Promise<void> = Promise.resolve()
  /** Ends a wait early. */
  #wake = new AbortController()
  #failures = 0

  /** Batches that are `sent` are those of a page that is gone: nobody waits for their answer any more. */
  constructor(batches: readonly Batch[], options: RunOptions) {
    this.#options = options
    this.#state = startState(batches)
  }

  get state(): RunState {
    return this.#state
  }

  /** Starts, or goes on. What was refused is tried again. Resolves when the loop has come to rest. */
  resume(): Promise<void> {
    if (this.#stop && !this.#stop.signal.aborted) {
      this.#wake.abort()
      return this.#loop
    }
    const stop = new AbortController()
    this.#stop = stop
    // The loop before has its last answer to take in first.
    this.#loop = this.#loop.then(() => this.#run(stop.signal))
    return this.#loop
  }

  /** What is under way is answered still; nothing else is begun. */
  pause(): Promise<void> {
    this.#stop?.abort()
    this.#wake.abort()
    return this.#loop
  }

  /** Sends nothing more, and settles what was sent. */
  cancel(): Promise<void> {
    this.#set({ stopped: true })
    return this.resume()
  }

  /** A person's word on a batch that nothing can be found out about. */
  decide(index: number, verdict: 'arrived' | 'not_arrived'): Promise<void> {
    const batch = this.#state.batches[index]
    if (batch?.at !== 'undecided') return this.#loop
    const everyone = new Map(rowsToSend(batch).map((row) => [row, 'connected'] as const))
    this.#put(index, verdict === 'arrived' ? confirmed(batch, everyone) : { ...batch, at: 'waiting' })
    return this.resume()
  }

  async #run(stop: AbortSignal): Promise<void> {
    this.#failures = 0
    const batches = this.#state.batches.map((batch) =>
      batch.at === 'refused' ? { ...batch, at: 'waiting' as const } : batch,
    )
    this.#set({ batches, failure: null, retry_at: null })
    while (!stop.aborted) {
      const failure = await this.#step(stop)
      if (failure !== null && failure !== 'nothing_left') await this.#retryWithBackoff(failure, stop)
      else this.#recovered()
      if (failure === 'nothing_left') break
    }
    const phase = stop.aborted ? 'paused' : 'done'
    this.#set({ phase, current: null, progress: null, retry_at: null })
    if (this.#stop?.signal === stop) this.#stop = null
  }

  async #step(stop: AbortSignal): Promise<CallFailure | 'nothing_left' | null> {
    const { batches, stopped } = this.#state
    const unanswered = batches.findIndex(({ at }) => at === 'sent')
    if (unanswered !== -1) return this.#resolve(unanswered, stop)
    const next = stopped ? -1 : batches.findIndex(({ at }) => at === 'waiting')
    if (next !== -1) return this.#send(next)
    return (await this.#confirm(stop)) ?? (await this.#look()) ?? 'nothing_left'
  }

  async #send(index: number): Promise<CallFailure | null> {
    const batch = this.#batch(index)
    this.#set({ phase: 'sending', current: index })
    const rows = rowsToSend(batch)
    // The same as before where it did not arrive: those users still do not have it.
    const found =
      batch.sampleRows.length > 0
        ? { kind: 'sampleRows' as const, rows: batch.sampleRows }
        : await this.#options.port.sampleRows(rows)
    if (found.kind !== 'sampleRows') return found
    if (this.#stop?.signal.aborted || this.#state.stopped) return null
    this.#put(index, sending(batch, found.rows))
    const began = this.#options.clock.now()
    const outcome = await this.#options.port.send(rows, this.#options.wait)
    this.#put(index, answered(this.#batch(index), outcome, this.#options.clock.now() - began))
    if (outcome.kind === 'rows_refused') this.#explain(outcome.rows)
    return outcome.kind === 'taken' || outcome.kind === 'rows_refused' ? null : outcome
  }

  /** Sends again only what certainly did not arrive: nothing of it is seen, and what was submitted later is done. */
  async #resolve(index: number, stop: AbortSignal): Promise<CallFailure | null> {
    const { clock } = this.#options
    this.#set({ phase: 'resolving', current: index })
    const rows = rowsToSend(this.#batch(index))
    const began = clock.now()
    let quiet = Number.POSITIVE_INFINITY
    while (!stop.aborted) {
      const outcome = await this.#ask(rows)
      if (outcome.kind !== 'answers') return outcome
      const verdict = resolveBatch(this.#batch(index), outcome.answers, clock.now() - began >= quiet)
      if (verdict) return this.#put(index, verdict)
      if (quiet === Number.POSITIVE_INFINITY) {
        const found = await this.#quietFor()
        if (typeof found !== 'number') return found
        quiet = found
      }
      this.#recovered()
      await this.#sleep(POLL_INTERVAL_MS, stop)
    }
    return null
  }

  /** How long nothing may be seen of a batch before it did not arrive; for ever while the service is still at work. */
  async #quietFor(): Promise<number | CallFailure> {
    const isQueueIdle = await this.#options.port.isQueueIdle()
    if (isQueueIdle.kind === 'drained') return SETTLE_MS
    if (isQueueIdle.kind === 'working') return Number.POSITIVE_INFINITY
    return isQueueIdle.kind === 'refused' ? LONG_SETTLE_MS : isQueueIdle
  }

  async #confirm(stop: AbortSignal): Promise<CallFailure | null> {
    for (const pause of CONFIRM_DELAYS_MS) {
      const queued = this.#state.batches.flatMap(({ at, open }) => (at === 'queued' ? open : []))
      if (queued.length === 0 || stop.aborted) return null
      this.#set({ phase: 'confirming', current: null })
      const outcome = await this.#ask(queued)
      if (outcome.kind !== 'answers') return outcome
      this.#recovered()
      const { answers } = outcome
      this.#set({
        batches: this.#state.batches.map((batch) => (batch.at === 'queued' ? confirmed(batch, answers) : batch)),
      })
      this.#options.save(this.#state.batches)
      if (this.#state.batches.some(({ at }) => at === 'queued')) await this.#sleep(pause, stop)
    }
    return null
  }

  /** What the users of failed rows show now: the service gives no reason, this may be one. */
  async #look(): Promise<CallFailure | null> {
    const failed = this.#state.batches.flatMap((batch) => batch.failed)
    if (failed.length === 0) return null
    this.#set({ phase: 'confirming', current: null })
    const outcome = await this.#ask(failed)
    if (outcome.kind !== 'answers') return outcome
    this.#set({ now: outcome.answers })
    return null
  }

  async #ask(rows: readonly number[]) {
    const outcome = await this.#options.port.ask(rows, (done, total) => this.#set({ progress: { done, total } }))
    this.#set({ progress: null })
    return outcome
  }

  /** Waits for better times where waiting can help; where it cannot, a person has to say how to go on. */
  async #retryWithBackoff(failure: CallFailure, stop: AbortSignal): Promise<void> {
    if (failure.kind === 'refused') {
      this.#set({ failure })
      this.#stop?.abort()
      return
    }
    const backoff = BACKOFF_MS[Math.min(this.#failures, BACKOFF_MS.length - 1)] ?? 0
    this.#failures += 1
    const pause = failure.kind === 'busy' ? Math.max(failure.wait * 1000, backoff) : backoff
    this.#set({ failure, retry_at: this.#options.clock.now() + pause })
    await this.#sleep(pause, stop)
    this.#set({ retry_at: null })
  }

  async #sleep(milliseconds: number, stop: AbortSignal): Promise<void> {
    if (stop.aborted) return
    this.#wake = new AbortController()
    await this.#options.clock.sleep(milliseconds, this.#wake.signal)
  }

  #recovered() {
    this.#failures = 0
    if (this.#state.failure) this.#set({ failure: null, retry_at: null })
  }

  #explain(rows: readonly RefusedRow[]) {
    this.#set({ reasons: new Map([...this.#state.reasons, ...rows.map(({ row, reason }) => [row, reason] as const)]) })
  }

  #batch(index: number): Batch {
    const batch = this.#state.batches[index]
    if (!batch) throw new RangeError(`There is no batch ${index}.`)
    return batch
  }

  #put(index: number, batch: Batch): null {
    const batches = this.#state.batches.with(index, batch)
    this.#options.save(batches)
    this.#set({ batches })
    return null
  }

  #set(change: Partial<RunState>) {
    this.#state = { ...this.#state, ...change }
    this.#options.onChange(this.#state)
  }
}
