/** One import from its file to its results. Stands outside of the page, so that work goes on while a person looks elsewhere. */

import type { Settings } from '#components/connections/import/rows/check-row.ts'
import { type Batch, newBatch } from '#components/connections/import/run/batch.ts'
import { ImportRun } from '#components/connections/import/run/import-run.ts'
import type { RunClock } from '#components/connections/import/run/run-port.ts'
import type { RunState } from '#components/connections/import/run/run-state.ts'
import { announceEnd } from '#lib/kernel/client/session.ts'
import type { Engine, OpenEngine, OpenEngineFor } from './engine.ts'
import { dropSavedImport, isUnfinished, loadSavedImport, saveImport } from './saved-import.ts'
import { canResume, type ImportState, missingFields, START, type Step } from './session-state.ts'

export class ImportSession {
  readonly environment: string
  readonly #openEngine: OpenEngineFor
  readonly #clock: RunClock
  readonly #listeners = new Set<() => void>()
  #state: ImportState = START
  #open: OpenEngine | null = null
  #run: ImportRun | null = null
  #looking: AbortController | null = null
  /** Counts what was asked for, so that an answer that comes late changes nothing. */
  #turn = 0

  constructor(environment: string, openEngine: OpenEngineFor, clock: RunClock) {
    this.environment = environment
    this.#openEngine = openEngine
    this.#clock = clock
  }

  readonly read = () => this.#state

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  get engine(): Engine {
    this.#open ??= this.#openEngine({ environment: this.environment, origin: window.location.origin })
    return this.#open.engine
  }

  /** The page is there. */
  enter() {
    if (!this.#state.run) this.#set({ record: loadSavedImport(this.environment) })
  }

  /** The page is left: a file that is not being imported is forgotten, tokens and all. */
  leave() {
    if (!this.#state.run) this.reset()
  }

  reset() {
    this.#turn += 1
    this.#looking?.abort()
    void this.#run?.pause()
    this.#run = null
    this.#open?.close()
    this.#open = null
    this.#set({ ...START, record: loadSavedImport(this.environment) })
  }

  async choose(file: File): Promise<void> {
    this.reset()
    const turn = this.#turn
    this.#set({ reading: file.name })
    const outcome = await this.engine.read(file).catch(() => null)
    if (turn !== this.#turn) return
    if (!outcome?.ok) {
      const detail = 'The file changed or went away while it was read. Choose it again.'
      this.#set({ reading: null, problem: outcome?.problem ?? { title: 'The file could not be read', detail } })
      return
    }
    const { facts } = outcome
    const settings = { ...START.settings, mapping: facts.mapping, provider: facts.provider ?? '' }
    this.#set({ reading: null, problem: null, file: facts, step: 'columns', settings })
    await this.#orStop(this.#preview())
  }

  configure(change: Partial<Settings>): Promise<void> {
    this.#set({ settings: { ...this.#state.settings, ...change } })
    return this.#state.step === 'columns' ? this.#orStop(this.#preview()) : this.check()
  }

  choosePace(change: Partial<Pick<ImportState, 'batch_size' | 'wait'>>) {
    this.#set(change)
  }

  goTo(step: Step) {
    this.#set({ step })
  }

  /** The dry run; afterwards the service is asked about the users, where that is cheap. */
  check(): Promise<void> {
    return this.#orStop(this.#check())
  }

  async #check(): Promise<void> {
    const { settings } = this.#state
    if (settings.provider === '' || missingFields(settings).length > 0) return
    const isFirst = this.#state.step !== 'check'
    this.#looking?.abort()
    this.#turn += 1
    const turn = this.#turn
    this.#set({ step: 'check', summary: null, ...(isFirst && { look_up: { at: 'not_asked' } }) })
    const summary = await this.engine.check(settings)
    if (turn !== this.#turn) return
    this.#set({ summary, version: this.#state.version + 1 })
    if (this.#state.look_up.at === 'not_asked' || this.#state.look_up.at === 'asking') await this.lookUp(false)
  }

  async lookUp(anyway: boolean): Promise<void> {
    const turn = this.#turn
    this.#looking = new AbortController()
    const { signal } = this.#looking
    this.#set({ look_up: { at: 'asking', done: 0, total: 0 } })
    const outcome = await this.engine
      .lookUp(
        { anyway },
        {
          signal,
          onProgress: (done, total) => turn === this.#turn && this.#set({ look_up: { at: 'asking', done, total } }),
        },
      )
      .catch(() => null)
    if (turn !== this.#turn || signal.aborted || !outcome) return
    if (outcome.kind === 'costly') this.#set({ look_up: { at: 'costly', calls: outcome.calls } })
    else if (outcome.kind !== 'done') this.#set({ look_up: { at: 'failed', failure: outcome } })
    else {
      const summary = await this.engine.check(this.#state.settings)
      if (turn !== this.#turn) return
      this.#set({ look_up: { at: 'done', facts: outcome.facts }, summary, version: this.#state.version + 1 })
    }
  }

  skipLookUp() {
    this.#looking?.abort()
    this.#set({ look_up: { at: 'skipped' } })
  }

  start(): Promise<void> {
    return this.#orStop(this.#start())
  }

  async #start(): Promise<void> {
    this.#looking?.abort()
    this.#turn += 1
    const plan = await this.engine.plan(this.#state.batch_size)
    this.#begin(plan.map(newBatch), this.#clock.now())
  }

  /** With the file and the record of a run that stopped: what was sent is settled, what was not is sent. */
  resumeSaved(): Promise<void> {
    return this.#orStop(this.#resumeSaved())
  }

  async #resumeSaved(): Promise<void> {
    const { record } = this.#state
    if (!record || !canResume(this.#state)) return
    this.#turn += 1
    this.#set({ settings: record.settings, wait: record.wait })
    const summary = await this.engine.check(record.settings)
    this.#set({ summary, version: this.#state.version + 1 })
    this.#begin(record.batches, record.started_at)
  }

  pause() {
    void this.#run?.pause()
  }

  resume() {
    if (this.#run) void this.#orStop(this.#run.resume())
  }

  cancel() {
    if (this.#run) void this.#orStop(this.#run.cancel())
  }

  decide(batch: number, verdict: 'arrived' | 'not_arrived') {
    this.#set({ step: 'import' })
    if (this.#run) void this.#orStop(this.#run.decide(batch, verdict))
  }

  #begin(batches: readonly Batch[], started_at: number) {
    const { wait } = this.#state
    const { engine } = this
    this.#set({ step: 'import', started_at, record: null })
    this.#run = new ImportRun(batches, {
      port: {
        send: (rows, waits) => engine.send({ rows, wait: waits }),
        ask: (rows, onProgress) => engine.ask(rows, { onProgress }),
        sampleRows: (rows) => engine.sampleRows(rows),
        isQueueIdle: () => engine.isQueueIdle(null),
      },
      clock: this.#clock,
      wait,
      save: (now) => this.#keep(now),
      onChange: (run) => this.#follow(run),
    })
    this.#keep(batches)
    void this.#orStop(this.#run.resume())
  }

  #keep(batches: readonly Batch[]) {
    const { file, settings, started_at, wait } = this.#state
    if (!isUnfinished(batches)) {
      dropSavedImport(this.environment)
      return
    }
    const { fingerprint = null, rows = 0 } = file ?? {}
    const kept =
      fingerprint !== null &&
      saveImport(this.environment, { fingerprint, rows, started_at: started_at ?? 0, wait, settings, batches })
    if (kept !== this.#state.kept) this.#set({ kept })
  }

  #follow(run: RunState) {
    const ends = run.phase === 'done' && this.#state.run?.phase !== 'done'
    this.#set({ run, ...(ends && { step: 'reconcile' }) })
    if (run.failure?.kind === 'refused' && run.failure.status === 401) announceEnd('ended')
    const needsTokens = run.batches.some(
      ({ at }) => at === 'waiting' || at === 'sent' || at === 'undecided' || at === 'refused',
    )
    if (ends && !needsTokens) void this.engine.forget(null)
  }

  /** The worker itself failed, for want of memory perhaps: nothing is in hand any more. */
  async #orStop(work: Promise<void>): Promise<void> {
    const { engine } = this
    try {
      await work
    } catch {
      // Of an engine that was closed on purpose nobody waits for anything.
      if (this.#open?.engine !== engine) return
      this.reset()
      const detail = 'Choose the file again. If an import was under way, it can go on with the same file.'
      this.#set({ problem: { title: 'The browser stopped reading the file', detail } })
    }
  }

  async #preview(): Promise<void> {
    const { mapping, expiry } = this.#state.settings
    const preview = await this.engine.preview({ mapping, expiry })
    const { settings } = this.#state
    if (settings.mapping === mapping && settings.expiry === expiry) this.#set({ preview })
  }

  #set(change: Partial<ImportState>) {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
