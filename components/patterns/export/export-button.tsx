import { Download, LoaderCircle } from 'lucide-react'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { formatCount } from '#lib/utils/text/counts.ts'
import type { ExportJob } from './export-job.ts'
import type { CsvExport } from './use-csv-export.tsx'

interface ExportButtonProps {
  csv: CsvExport
  /** "Export CSV" */
  children: string
  job: () => Promise<ExportJob>
  isDisabled?: boolean
}

/** Starts a file; while one is made, every such button says how far it is and stops it, so that the focus stays. */
export function ExportButton({ csv, children, job, isDisabled = false }: ExportButtonProps) {
  const { progress } = csv
  const start = () => void csv.start(job)
  useShortcuts(
    isDisabled || progress
      ? []
      : [
          {
            strokes: [],
            label: children,
            group: 'Console',
            words: 'export download file csv',
            icon: Download,
            run: start,
          },
        ],
  )
  const Icon = progress ? LoaderCircle : Download
  return (
    <Button isDisabled={isDisabled && !progress} onPress={() => (progress ? csv.stop() : start())}>
      <Icon className={progress ? 'size-4 motion-safe:animate-spin' : 'size-4'} />
      {progress ? `Stop export, ${formatCount(progress.read)} of ${said(progress.of)}` : children}
    </Button>
  )
}

function said(rows: number | null) {
  return rows === null ? 'many' : formatCount(rows)
}
