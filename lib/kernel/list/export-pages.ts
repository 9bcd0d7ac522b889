/** Files away a list that can only be read page by page: as a CSV file that is saved when it is whole. */

import { RequestError } from '#lib/kernel/client/errors.ts'
import { waitFor } from '#lib/kernel/client/readiness.ts'
import { saveFile } from '#lib/utils/browser/browser.ts'
import { CSV_TYPE, type CsvCell, csvRows, csvStart } from '#lib/utils/text/csv.ts'

interface ExportPage<C> {
  rows: readonly (readonly CsvCell[])[]
  /** Cursor of the next page; null at the end. */
  next: C | null
  /** The list has moved: what was read so far is left out, and it is read once more from `next`. */
  isMoved?: boolean
}

/** How often a list is read that moves while it is: what still moves then is written last, and said. */
export const MOST_TURNS = 3
export const movedNote = (many: string) => `Some ${many} moved while the file was made; they come last, out of order`

interface PagedExport<C> {
  name: string
  head: readonly string[]
  first: C
  read: (from: C, signal: AbortSignal) => Promise<ExportPage<C>>
  signal: AbortSignal
  /** Told how many rows have come. */
  onRows: (rows: number) => void
}

/** Milliseconds from one page to the next, so that what else the session asks for is not refused. */
const PACE = 150
/** Pages go to the browser's own files at once. @throws RequestError, or why it was called off: nothing is saved */
export async function exportPages<C>({ name, head, first, read, signal, onRows }: PagedExport<C>): Promise<number> {
  const parts = [new Blob([csvStart([head])])]
  let rows = 0
  let from: C | null = first
  while (from !== null) {
    const begun = performance.now()
    const page: ExportPage<C> = await patiently(from, read, signal)
    signal.throwIfAborted()
    if (page.isMoved) parts.length = 1
    if (page.isMoved) rows = 0
    parts.push(new Blob([csvRows(page.rows)]))
    rows += page.rows.length
    onRows(rows)
    from = page.next
    if (from !== null) await pause(PACE - (performance.now() - begun), signal)
  }
  await saveFile(name, new Blob(parts, { type: CSV_TYPE }))
  return rows
}

/** Retries a rate-limited page after the server's `Retry-After`, and a lost connection after a pause. */
async function patiently<C>(from: C, read: PagedExport<C>['read'], signal: AbortSignal): Promise<ExportPage<C>> {
  let lost = 0
  for (;;) {
    try {
      return await read(from, signal)
    } catch (error) {
      const wait = error instanceof RequestError ? waitFor(error, lost) : null
      if (error instanceof RequestError && error.kind === 'network') lost += 1
      if (wait === null || signal.aborted) throw error
      await pause(wait, signal)
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop)
        resolve()
      },
      Math.max(0, milliseconds),
    )
    signal.addEventListener('abort', stop, { once: true })
  })
}
