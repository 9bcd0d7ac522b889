/** What the tab keeps of an import that is under way, so that the same file can go on with it: numbers, no ids, no tokens. */
import { z } from 'zod'
import type { Settings } from '#components/connections/import/rows/check-row.ts'
import type { Batch } from '#components/connections/import/run/batch.ts'
import { providerSlug } from '#lib/domains/connections/connection.ts'

const numbers = z.array(z.int().min(0))
const column = z.int().min(0).nullable()

const batch = z.object({
  rows: z.array(z.tuple([z.int().min(0), z.int().min(0)])),
  count: z.int().min(1),
  at: z.enum(['waiting', 'sent', 'undecided', 'queued', 'settled', 'refused']),
  sampleRows: numbers,
  failed: numbers,
  refused: numbers,
  open: numbers,
  status: z.int().nullable(),
  took: z.number().nullable(),
}) satisfies z.ZodType<Batch>

const settings = z.object({
  provider: providerSlug,
  mapping: z.object({
    user_id: column,
    access_token: column,
    refresh_token: column,
    provider_id: column,
    expires_at: column,
    oauth_scopes: column,
  }),
  expiry: z.enum(['automatic', 'seconds', 'milliseconds', 'iso']),
  expired: z.enum(['send', 'leave_out']),
  duplicates: z.enum(['first', 'last']),
}) satisfies z.ZodType<Settings>

const savedImport = z.object({
  version: z.literal(1),
  /** Of the file, by which the same one is known again. */
  fingerprint: z.string(),
  rows: z.int().min(1),
  /** Milliseconds since 1970. */
  started_at: z.number(),
  wait: z.boolean(),
  settings,
  batches: z.array(batch),
})
export type SavedImport = z.infer<typeof savedImport>

const keyOf = (environment: string) => `bulk-import-${environment}`

/** Null for none, and for one that another version of the console wrote. */
export function loadSavedImport(environment: string): SavedImport | null {
  const text = window.sessionStorage.getItem(keyOf(environment))
  if (text === null) return null
  try {
    return savedImport.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** False when the browser has no room: the import goes on, and only this page can finish it. */
export function saveImport(
  environment: string,
  record: Omit<SavedImport, 'version' | 'batches'> & { batches: readonly Batch[] },
): boolean {
  try {
    window.sessionStorage.setItem(keyOf(environment), JSON.stringify({ version: 1, ...record }))
    return true
  } catch {
    return false
  }
}

export function dropSavedImport(environment: string) {
  window.sessionStorage.removeItem(keyOf(environment))
}

/** Whether anything of it is still to be done. */
export function isUnfinished(batches: readonly Batch[]): boolean {
  return batches.some(({ at }) => at !== 'settled')
}
