/** State of an import by its batches: one rule for both stores. */
import type { ImportResult } from '#lib/service/records.ts'

/** A batch with `failed` null is still to be handled. */
export function resultOf(batches: readonly { user_ids: string[]; failed: string[] | null }[]): ImportResult {
  const result: ImportResult = { imported: [], failed: [] }
  for (const { user_ids, failed } of batches) {
    if (failed === null) continue
    const isFailed = new Set(failed)
    result.imported.push(...user_ids.filter((user_id) => !isFailed.has(user_id)))
    result.failed.push(...failed)
  }
  return result
}
