import { ConfirmDialog } from '#components/ui/dialog/confirm-dialog.tsx'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import type { ExportJob, ExportNoun } from './export-job.ts'

interface ExportQuestionProps {
  job: ExportJob
  noun: ExportNoun['noun']
  onConfirm: () => void
  onClose: () => void
}

/** Asks before many rows leave in a file. */
export function ExportQuestion({ job, noun: [one, many], onConfirm, onClose }: ExportQuestionProps) {
  const words = job.rows ? countOf(job.rows, one, many) : `more ${many} than counted`
  return (
    <ConfirmDialog
      title={job.rows ? `Export ${words}?` : `Export all ${many}?`}
      word="export"
      confirm={job.rows ? `Export ${formatCount(job.rows)}` : 'Export all'}
      keep="Cancel"
      note="The export is recorded in the audit log."
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <span>The file will contain {words}. Access to the file isn’t logged. Store it securely.</span>
      {job.note && ` ${job.note}.`}
    </ConfirmDialog>
  )
}
