/** Import state that the tab saves so that the same file can resume: numbers only, no IDs or tokens. */
import { z } from 'zod'
import { settingsSchema } from '#components/connections/import/rows/check-row.ts'
import { type Batch, batchSchema } from '#components/connections/import/run/batch.ts'

const savedImport = z.object({
  version: z.literal(2),
  /** Fingerprint that recognizes the same file. */
  fingerprint: z.string(),
  rows: z.int().min(1),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  /** ID of its record in the console. */
  importId: z.uuid().optional(),
  waitForResults: z.boolean(),
  settings: settingsSchema,
  batches: z.array(batchSchema),
})
export type SavedImport = z.infer<typeof savedImport>

const keyOf = (environment: string) => `bulk-import-${environment}`

/** Null for none, and for one that another version of the console wrote. */
export function loadSavedImport(environment: string): SavedImport | null {
  try {
    const text = window.sessionStorage.getItem(keyOf(environment))
    return savedImport.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/** Drops a finished import. False when the browser has no room: the import runs on, and only this page can finish it. */
export function saveImport(
  environment: string,
  saved: Omit<SavedImport, 'version' | 'batches'> & { batches: readonly Batch[] },
): boolean {
  try {
    if (saved.batches.every(({ state }) => state === 'settled')) window.sessionStorage.removeItem(keyOf(environment))
    else window.sessionStorage.setItem(keyOf(environment), JSON.stringify({ version: 2, ...saved }))
    return true
  } catch {
    return false
  }
}
