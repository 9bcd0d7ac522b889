/** Answers that an import's run gets from the service. Rows are known by index, never by token. */

/** Whether a user has a connection of the source now. */
export type Presence = 'connected' | 'absent' | 'no_user'

/** A call that failed. */
export type CallFailure =
  /** Nothing was taken; it can be sent again after `waitMs`. */
  | { kind: 'busy'; waitMs: number; detail: string }
  /** No answer, or one that says nothing: the call may have arrived all the same. */
  | { kind: 'lost'; status: number | null; detail: string }
  /** Nothing was taken, and the same call would be refused again. */
  | { kind: 'refused'; status: number; detail: string }

export type CallResult<T> = { kind: 'ok'; value: T } | CallFailure

/** A row that the service would not take, in its own words. */
export interface RefusedRow {
  row: number
  reason: string
}

export type SendResult =
  /** Every row has its result (200), or only those named (202); rows in neither list are still queued. */
  | { kind: 'taken'; status: number; imported: number[]; failed: number[] }
  /** Nothing was taken, because of these rows. */
  | { kind: 'rows_refused'; status: number; rows: RefusedRow[] }
  | CallFailure

export type OnProgress = (done: number, total: number) => void
