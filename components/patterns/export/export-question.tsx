import { ConfirmDialog } from '#components/patterns/form/confirm-dialog.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import type { ExportJob, ExportNoun } from './export-job.ts'

interface ExportQuestionProps {
  job: ExportJob
  noun: ExportNoun['noun']
  onConfirm: () => void
  onClose: () => void
}

export function ExportQuestion({ job, noun: [one, many], onConfirm, onClose }: ExportQuestionProps) {
  const words = job.rows ? countOf(job.rows, one, many) : `more ${many} than counted`
  return (
    <ConfirmDialog
      title={job.rows ? `Export ${words}?` : `Export all ${many}?`}
      word="export"
      confirm={job.rows ? `Export ${formatCount(job.rows)}` : 'Export all'}
      note="The export is recorded in the audit log."
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <span>The file will contain {words}. Access to the file isn’t logged. Store it securely.</span>
      {job.note && ` ${job.note}.`}
    </ConfirmDialog>
  )
}

/** Runs one export and says how it ended; loaded with the first. */
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
