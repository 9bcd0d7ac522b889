/** One import from its file to its results. It outlives the page, so that work continues while a person is elsewhere. */

import { proxy } from 'comlink'
import { type Batch, newBatch } from '#components/connections/import/rows/batch.ts'
import type { Settings } from '#components/connections/import/rows/check-row.ts'
import { setWorkUnderWay } from '#components/patterns/page/work-under-way.ts'
import { recordImport } from '#lib/domains/connections/import-log.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { announceEnd } from '#lib/kernel/client/session.ts'
import { createSignal } from '#lib/utils/data/signal.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import { delay } from '#lib/utils/timers/delay.ts'
import type { ImportEngine } from './import-engine.ts'
import { type ImportReport, ImportRun, percentSent, reportOf } from './import-run.ts'
import {
  canResume,
  ENGINE_STOPPED,
  type ImportState,
  INITIAL_STATE,
  isRunning,
  loadSavedImport,
  missingFields,
  type RunState,
  saveImport,
  UNREADABLE,
} from './session-state.ts'
import type { RunningEngine, StartEngine } from './start-worker.ts'

/** Tells the navigation how an import goes, and the console: at its begin, its end, each pause, and once a minute. */
const REPORT_EVERY_MS = 60_000

type Report = (run: RunState, provider: string) => void

/** Returns what to call at every change of a run. An import never waits for its record, nor stops for want of it. */
function createReporter(environment: string, import_id: string, now = () => Date.now()): Report {
  let last: { state: ImportReport['state']; at: number } | null = null
  let sending: Promise<void> = Promise.resolve()

  async function send(body: ImportReport) {
    try {
      await consoleRequest(recordImport, { params: { environment, import_id }, body }, {})
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
    }
  }

  return (run, provider) => {
    const work = { section: 'connections/import', label: 'import running', percent: percentSent(run) }
    if (isRunning(run)) setWorkUnderWay(environment, work)
    const report = reportOf(run, provider)
    const isDue = last === null || last.state !== report.state || now() - last.at >= REPORT_EVERY_MS
    if (isDue) {
      last = { state: report.state, at: now() }
      // One after the other: the end is never overtaken by what was before it.
      sending = sending.then(() => send(report))
    }
    // Lists are read again once the mark is gone: by then the console knows of the end.
    if (!isRunning(run)) void sending.then(() => setWorkUnderWay(environment, null))
  }
}

export class ImportSession {
  readonly #environment: string
  readonly #startEngine: StartEngine
  readonly #changed = createSignal()
  #state: ImportState = INITIAL_STATE
  #running: RunningEngine | null = null
  #run: ImportRun | null = null
  #report: Report = () => undefined
  /** Counts what was asked for, so that a late answer changes nothing. */
  #turn = 0

  constructor(environment: string, startEngine: StartEngine) {
    this.#environment = environment
    this.#startEngine = startEngine
  }

  readonly getState = () => this.#state

  readonly subscribe = this.#changed.subscribe

  get engine(): ImportEngine {
    const context = { environment: this.#environment, origin: window.location.origin }
    this.#running ??= this.#startEngine(context, () => this.#fail())
    return this.#running.engine
  }

  /** The page opens. */
  enter() {
    if (!this.#state.run) this.#set({ saved: loadSavedImport(this.#environment) })
  }

  /** The page closes: a file that is not being imported is dropped, tokens and all. */
  leave() {
    if (!this.#state.run) this.reset()
  }

  reset() {
    this.#turn += 1
    void this.#run?.pause()
    this.#run = null
    setWorkUnderWay(this.#environment, null)
    this.#running?.close()
    this.#running = null
    this.#set({ ...INITIAL_STATE, saved: loadSavedImport(this.#environment) })
  }

  async choose(file: File): Promise<void> {
    this.reset()
    const turn = this.#turn
    this.#set({ reading: file.name })
    const result = await this.engine.read(file).catch(() => null)
    if (turn !== this.#turn) return
    if (!result?.ok) return this.#set({ reading: null, problem: result?.problem ?? UNREADABLE })
    const { facts } = result
    const settings = { ...INITIAL_STATE.settings, mapping: facts.mapping, provider: facts.provider ?? '' }
    this.#set({ reading: null, file: facts, step: 'columns', settings })
    await this.#preview()
  }

  configure(change: Partial<Settings>): Promise<void> {
    this.#set({ settings: { ...this.#state.settings, ...change } })
    return this.#state.step === 'columns' ? this.#preview() : this.check()
  }

  chooseOptions(change: Partial<Pick<ImportState, 'batchSize' | 'waitForResults'>>) {
    this.#set(change)
  }

  backToColumns() {
    this.#set({ step: 'columns' })
  }

  /** The dry run; afterwards the service is asked about the users, where that is cheap. */
  check(): Promise<void> {
    return this.#guard(async () => {
      const { settings, step } = this.#state
      if (settings.provider === '' || missingFields(settings).length > 0) return
      this.#cancelLookUp()
      this.#turn += 1
      const turn = this.#turn
      this.#set({ step: 'check', summary: null, ...(step !== 'check' && { lookUp: { kind: 'not_started' } }) })
      const summary = await this.engine.check(settings)
      if (turn !== this.#turn) return
      this.#set({ summary, version: this.#state.version + 1 })
      const { kind } = this.#state.lookUp
      // Another choice may have let in rows that nobody has asked about.
      const isPartial = kind === 'done' && summary.replaces === null
      if (kind === 'not_started' || kind === 'running' || isPartial) await this.#lookUp(false)
    })
  }

  /** Looks up the users although it takes many calls, or once more. */
  lookUp(): Promise<void> {
    return this.#guard(() => this.#lookUp(true))
  }

  async #lookUp(isAgreed: boolean): Promise<void> {
    const turn = this.#turn
    const isOver = () => turn !== this.#turn || this.#state.lookUp.kind !== 'running'
    const onProgress = (done: number, total: number) => {
      if (!isOver()) this.#set({ lookUp: { kind: 'running', done, total } })
    }
    this.#set({ lookUp: { kind: 'running', done: 0, total: 0 } })
    const result = await this.engine.lookUp(isAgreed, proxy(onProgress)).catch(() => null)
    if (isOver() || !result) return
    if (result.kind === 'costly') return this.#set({ lookUp: result })
    if (result.kind !== 'ok') return this.#set({ lookUp: { kind: 'failed', detail: result.detail } })
    const summary = await this.engine.check(this.#state.settings)
    if (isOver()) return
    this.#set({ lookUp: { kind: 'done', facts: result.value }, summary, version: this.#state.version + 1 })
  }

  skipLookUp() {
    this.#cancelLookUp()
    this.#set({ lookUp: { kind: 'skipped' } })
  }

  #cancelLookUp() {
    if (this.#state.lookUp.kind === 'running') void this.engine.cancelLookUp()
  }

  start(): Promise<void> {
    return this.#guard(async () => {
      this.#cancelLookUp()
      this.#turn += 1
      const plan = await this.engine.plan(this.#state.batchSize)
      this.#begin(plan.map(newBatch), Date.now())
    })
  }

  /** With the same file as before: what was sent is settled, the rest is sent. */
  resumeSaved(): Promise<void> {
    return this.#guard(async () => {
      const { saved } = this.#state
      if (!saved || !canResume(this.#state)) return
      const { settings, waitForResults } = saved
      this.#turn += 1
      this.#set({ settings, waitForResults })
      const summary = await this.engine.check(settings)
      this.#set({ summary, version: this.#state.version + 1 })
      this.#begin(saved.batches, saved.startedAt, saved.importId)
    })
  }

  pause() {
    void this.#run?.pause()
  }

  resume() {
    void this.#guard(async () => this.#run?.resume())
  }

  cancel() {
    void this.#guard(async () => this.#run?.cancel())
  }

  decide(batch: number, decision: 'arrived' | 'not_arrived') {
    this.#set({ step: 'import' })
    void this.#guard(async () => this.#run?.decide(batch, decision))
  }

  #begin(batches: readonly Batch[], startedAt: number, importId = newId()) {
    this.#report = createReporter(this.#environment, importId)
    const { waitForResults } = this.#state
    this.#set({ step: 'import', startedAt, importId, saved: null })
    const run: ImportRun = new ImportRun(batches, {
      engine: this.engine,
      clock: { now: () => Date.now(), sleep: delay },
      waitForResults,
      // A run that was given up may still end its last wait.
      onChange: (state) => this.#run === run && this.#follow(state),
    })
    this.#run = run
    this.resume()
  }

  #save(batches: readonly Batch[]) {
    const { file, settings, startedAt, importId, waitForResults } = this.#state
    if (!file) return
    const { fingerprint, rows } = file
    const saved = { rows, startedAt: startedAt ?? 0, ...(importId && { importId }), waitForResults, settings, batches }
    const isSaved = fingerprint !== null && saveImport(this.#environment, { fingerprint, ...saved })
    if (isSaved !== this.#state.isSaved) this.#set({ isSaved })
  }

  #follow(run: RunState) {
    const { run: before } = this.#state
    const ends = run.phase === 'done' && before?.phase !== 'done'
    if (run.batches !== before?.batches) this.#save(run.batches)
    this.#report(run, this.#state.settings.provider)
    this.#set({ run, ...(ends && { step: 'reconcile' }) })
    if (run.failure?.kind === 'refused' && run.failure.status === 401) announceEnd('ended')
    const needsTokens = run.batches.some(({ state }) => state !== 'queued' && state !== 'settled')
    if (ends && !needsTokens) void this.engine.wipeTokens()
  }

  #preview(): Promise<void> {
    return this.#guard(async () => {
      const { mapping, expiry } = this.#state.settings
      const preview = await this.engine.preview(mapping, expiry)
      const { settings } = this.#state
      if (settings.mapping === mapping && settings.expiry === expiry) this.#set({ preview })
    })
  }

  async #guard(work: () => Promise<void>): Promise<void> {
    const { engine } = this
    try {
      await work()
    } catch {
      // Nobody waits for an engine that was closed on purpose.
      if (this.#running?.engine === engine) this.#fail()
    }
  }

  /** The worker failed, for lack of memory perhaps: nothing is left of the file. */
  #fail() {
    this.reset()
    this.#set({ problem: ENGINE_STOPPED })
  }

  #set(change: Partial<ImportState>) {
    this.#state = { ...this.#state, ...change }
    this.#changed.send()
  }
}
