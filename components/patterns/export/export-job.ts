interface ExportOptions {
  signal: AbortSignal
  onRows: (rows: number) => void
  /** Told what came up while the file was made and its reader must know; said beside its rows. */
  onNote?: (note: string) => void
  /** How many rows it will have, for the audit log; null where nobody counted that far. */
  rows: number | null
}

export interface ExportJob {
  /** Rows it will have, as far as is known; null where nobody counted that far. */
  rows: number | null
  /** Makes and saves the file; returns its rows. What is called off rejects with the signal's reason. */
  run: (options: ExportOptions) => Promise<number>
  /** Said beside its rows, such as what is left out of it. */
  note?: string | undefined
}

export interface ExportNoun {
  /** "user", "users" */
  noun: readonly [one: string, many: string]
  /** Why it did not work, for errors that are to be said; null for those that are defects. */
  why: (error: unknown) => string | null
}
