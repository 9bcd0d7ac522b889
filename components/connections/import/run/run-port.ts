/** What the run of an import needs from the world: rows go out and answers come back by their index, never by token. */

/** What a user's connections say of the source now. */
export type Presence = 'connected' | 'absent' | 'no_user'

/** A call that did not do what it was to do. */
export type CallFailure =
  /** Nothing was taken; ask again after so many seconds. */
  | { kind: 'busy'; wait: number; detail: string }
  /** No answer, or one that says nothing: the call may have arrived all the same. */
  | { kind: 'lost'; status: number | null; detail: string }
  /** A clear no: nothing was taken, and the same call would be refused again. */
  | { kind: 'refused'; status: number; detail: string }

/** A row that the service would not take, in its own words. */
export interface RefusedRow {
  row: number
  reason: string
}

export type SendOutcome =
  /** Every row has its result (200), or only those named (202); rows in neither list are still queued. */
  | { kind: 'taken'; status: number; imported: number[]; failed: number[] }
  /** Nothing was taken, because of these rows. */
  | { kind: 'rows_refused'; status: number; rows: RefusedRow[] }
  | CallFailure

export type AskOutcome = { kind: 'answers'; answers: ReadonlyMap<number, Presence> } | CallFailure

/** `drained`: what was submitted before has been worked through, as far as an import of nothing can tell. */
export type ProbeOutcome = { kind: 'drained' } | { kind: 'working' } | CallFailure

export interface ImportPort {
  send(rows: readonly number[], wait: boolean): Promise<SendOutcome>
  ask(rows: readonly number[], onProgress: (done: number, total: number) => void): Promise<AskOutcome>
  /** Rows of a batch whose users do not have the source yet: if they have it later, the batch arrived. */
  sampleRows(rows: readonly number[]): Promise<{ kind: 'sampleRows'; rows: number[] } | CallFailure>
  /** Imports an empty list and waits for it. */
  isQueueIdle(): Promise<ProbeOutcome>
}

/** Time, as far as the run needs it. */
export interface RunClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Ends early, without an error, when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}
