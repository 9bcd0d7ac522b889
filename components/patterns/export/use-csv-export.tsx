'use client'
/**
 * Files a list's rows away as CSV, one file at a time, with progress and a way to stop. `const csv = useCsvExport(…)`,
 * then an `<ExportButton csv={csv} …>` for all that is filtered and one in the selection bar, and `{csv.question}` once.
 */
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { toast } from '#components/ui/dialog/toast.tsx'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import type { ExportJob, ExportNoun } from './export-job.ts'

const ConfirmDialog = lazy(() =>
  import('#components/ui/dialog/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
)

/** Up to so many rows are exported without a question. */
const ASKED_BEYOND = 1_000

export interface CsvExport {
  /** Null while nothing is exported; otherwise what has been read so far, and of how many. */
  progress: { read: number; of: number | null } | null
  start: (job: ExportJob) => void
  stop: () => void
  question: ReactNode
}

/** The code of an export comes with the first one, so it can fail to come. */
const UNREACHABLE = 'We couldn’t reach the console. Check your connection, then try again.'
const isUnloaded = (error: unknown) => error instanceof Error && error.name === 'ChunkLoadError'

export function useCsvExport({ noun: [one, many], why }: ExportNoun): CsvExport {
  const [progress, setProgress] = useState<CsvExport['progress']>(null)
  const [asked, setAsked] = useState<ExportJob | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (job: ExportJob) => {
    const controller = new AbortController()
    running.current = controller
    setProgress({ read: 0, of: job.rows })
    try {
      const { runExport } = await import('./run-export.ts')
      const onRows = (read: number) => setProgress({ read, of: job.rows })
      await runExport(job, { noun: [one, many], why, signal: controller.signal, onRows })
    } catch (error) {
      if (!isUnloaded(error)) throw error
      toast({ kind: 'failed', title: 'Not exported.', text: UNREACHABLE })
    } finally {
      setProgress(null)
    }
  }
  const start = (job: ExportJob) => {
    if (job.rows === null || job.rows > ASKED_BEYOND) setAsked(job)
    else void run(job)
  }
  const confirmed = (job: ExportJob) => {
    setAsked(null)
    void run(job)
  }
  const words = asked?.rows ? countOf(asked.rows, one, many) : `more ${many} than counted`
  return {
    progress,
    start,
    stop: () => running.current?.abort(),
    question: asked && (
      <Suspense fallback={null}>
        <ConfirmDialog
          title={asked.rows ? `Export ${words}?` : `Export all ${many}?`}
          word="export"
          confirm={asked.rows ? `Export ${formatCount(asked.rows)}` : 'Export all'}
          keep="Cancel"
          note="The export is recorded in the audit log."
          onConfirm={() => confirmed(asked)}
          onClose={() => setAsked(null)}
        >
          The file will contain {words}. Access to the file isn’t logged. Store it securely.
          {asked.note && ` ${asked.note}.`}
        </ConfirmDialog>
      </Suspense>
    ),
  }
}
