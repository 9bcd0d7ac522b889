/** What the tab saves of a running import, so that it can be resumed with the same file: numbers, no ids, no tokens. */
import { z } from 'zod'
import type { Settings } from '#components/connections/import/rows/check-row.ts'
import { FIELDS } from '#components/connections/import/rows/columns.ts'
import type { Batch } from '#components/connections/import/run/batch.ts'
import { providerSlug } from '#lib/domains/connections/connection.ts'

const index = z.int().min(0)

const batch = z.object({
  rows: z.array(z.tuple([index, index])),
  count: z.int().min(1),
  state: z.enum(['waiting', 'sent', 'undecided', 'queued', 'settled', 'refused']),
  sampleRows: z.array(index),
  failed: z.array(index),
  refused: z.array(index),
  open: z.array(index),
  status: z.int().nullable(),
  durationMs: z.number().nullable(),
}) satisfies z.ZodType<Batch>

const settings = z.object({
  provider: providerSlug,
  mapping: z.record(z.enum(FIELDS), index.nullable()),
  expiry: z.enum(['automatic', 'seconds', 'milliseconds', 'iso']),
  expired: z.enum(['send', 'leave_out']),
  duplicates: z.enum(['first', 'last']),
}) satisfies z.ZodType<Settings>

const savedImport = z.object({
  version: z.literal(2),
  /** Of the file, by which the same one is known again. */
  fingerprint: z.string(),
  rows: z.int().min(1),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  waitForResults: z.boolean(),
  settings,
  batches: z.array(batch),
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
