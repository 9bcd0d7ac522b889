'use client'
/**
 * Files a list's rows away as CSV, one file at a time, with progress and a way to stop. `const csv = useCsvExport(…)`,
 * then an `<ExportButton csv={csv} …>` for all that is filtered and one in the selection bar, and `{csv.question}` once.
 */
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'

const ConfirmDialog = lazy(() =>
  import('#components/ui/dialog/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
)

/** Up to so many rows are exported without a question. */
const ASKED_BEYOND = 1_000

interface ExportOptions {
  signal: AbortSignal
  onRows: (rows: number) => void
  /** How many rows it will have, for the audit log; null where nobody counted that far. */
  rows: number | null
}

export interface ExportJob {
  /** Rows it will have, as far as is known; null where nobody counted that far. */
  rows: number | null
  /** Makes and saves the file; returns its rows. What is called off rejects with the signal's reason. */
  run: (options: ExportOptions) => Promise<number>
  /** Said beside its rows, such as what is left out of it. */
  note?: string | undefined
}

export interface CsvExport {
  /** Null while nothing is exported; otherwise what has been read so far, and of how many. */
  progress: { read: number; of: number | null } | null
  start: (job: ExportJob) => void
  stop: () => void
  question: ReactNode
}

interface Options {
  /** "user", "users" */
  noun: readonly [one: string, many: string]
  /** Why it did not work, for errors that are to be said; null for those that are defects. */
  why: (error: unknown) => string | null
}

/** The code of an export comes with the first one, so it can fail to come. */
const UNREACHABLE = 'We couldn’t reach the console. Check your connection, then try again.'
const isUnloaded = (error: unknown) => error instanceof Error && error.name === 'ChunkLoadError'

export function useCsvExport({ noun: [one, many], why }: Options): CsvExport {
  const [progress, setProgress] = useState<CsvExport['progress']>(null)
  const [asked, setAsked] = useState<ExportJob | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (job: ExportJob) => {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setProgress({ read: 0, of: job.rows })
    announce('Export started.')
    try {
      const rows = await job.run({ signal, onRows: (read) => setProgress({ read, of: job.rows }), rows: job.rows })
      const text = [countOf(rows, one, many), job.note].filter(Boolean).join('. ')
      toast({ kind: 'done', title: 'Exported.', text })
    } catch (error) {
      if (signal.aborted) return announce('Export stopped. No file was saved.')
      const words = why(error) ?? (isUnloaded(error) ? UNREACHABLE : null)
      if (words === null) throw error
      toast({ kind: 'failed', title: 'Not exported.', text: words })
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
