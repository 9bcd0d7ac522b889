/** Runs one export and says how it ended; loaded with the first. */
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { countOf } from '#lib/utils/text/counts.ts'
import type { ExportJob, ExportNoun } from './export-job.ts'

interface RunOptions extends ExportNoun {
  signal: AbortSignal
  onRows: (rows: number) => void
}

/** @throws what is no failure to be said: a defect, or code that didn't load. */
export async function runExport(job: ExportJob, { noun: [one, many], why, signal, onRows }: RunOptions) {
  announce('Export started.')
  try {
    const notes = new Set<string>()
    const rows = await job.run({ signal, onRows, onNote: (note) => notes.add(note), rows: job.rows })
    const text = [countOf(rows, one, many), job.note, ...notes].filter(Boolean).join('. ')
    toast({ kind: 'done', title: 'Exported.', text })
  } catch (error) {
    if (signal.aborted) return announce('Export stopped. No file was saved.')
    const words = why(error)
    if (words === null) throw error
    toast({ kind: 'failed', title: 'Not exported.', text: words })
  }
}
