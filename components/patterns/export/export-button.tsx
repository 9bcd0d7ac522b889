import { Download, LoaderCircle } from 'lucide-react'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { formatCount } from '#lib/utils/text/counts.ts'
import type { ExportJob } from './export-job.ts'
import type { CsvExport } from './use-csv-export.tsx'

interface ExportButtonProps {
  csv: CsvExport
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
  return (
    <RunButton
      isDisabled={isDisabled}
      stopLabel={progress && `Stop export, ${formatCount(progress.read)} of ${said(progress.of)}`}
      onStart={start}
      onStop={csv.stop}
    >
      {children}
    </RunButton>
  )
}

interface RunButtonProps {
  children: string
  /** Set while it runs: "Stop export, 0 of 1,500". */
  stopLabel: string | null
  isDisabled?: boolean
  onStart: () => void
  onStop: () => void
}

/** One button starts a file and stops it, so that the focus stays. The second click of a double-click does neither. */
export function RunButton({ children, stopLabel, isDisabled = false, onStart, onStop }: RunButtonProps) {
  const isRunning = stopLabel !== null
  const Icon = isRunning ? LoaderCircle : Download
  return (
    <Button
      isDisabled={isDisabled && !isRunning}
      onClick={({ detail }) => {
        if (detail < 2) (isRunning ? onStop : onStart)()
      }}
    >
      <Icon className={isRunning ? 'motion-safe:animate-spin stroke-2' : undefined} />
      {stopLabel ?? children}
    </Button>
  )
}

function said(rows: number | null) {
  return rows === null ? 'many' : formatCount(rows)
}
