/** Files a list's rows as CSV, one file at a time; draw an `ExportButton` and `{csv.question}` once. */

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toast } from '#components/ui/dialog/toast.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import type { ExportJob, ExportNoun } from './export-job.ts'

const ExportQuestion = lazyPart(() => import('./export-question.tsx'), 'ExportQuestion')

/** Up to so many rows are exported without a question. */
const ASKED_BEYOND = 1_000

export interface CsvExport {
  /** Null while nothing is exported; otherwise what has been read so far, and of how many. */
  progress: { read: number; of: number | null } | null
  /** The code of a job may come with the first. */
  start: (prepare: () => Promise<ExportJob>) => Promise<void>
  stop: () => void
  question: ReactNode
}

/** The code of an export comes with the first one, so it can fail to come. */
const UNREACHABLE = 'We couldn’t reach the console. Check your connection, then try again.'

/** @throws what is no failure to load code */
function sayUnloaded(error: unknown) {
  if (!(error instanceof Error && error.name === 'ChunkLoadError')) throw error
  toast({ kind: 'failed', title: 'Not exported.', text: UNREACHABLE })
}

export function useCsvExport({ noun, why }: ExportNoun): CsvExport {
  const [progress, setProgress] = useState<CsvExport['progress']>(null)
  const [asked, setAsked] = useState<ExportJob | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (job: ExportJob) => {
    const controller = new AbortController()
    running.current = controller
    setAsked(null)
    setProgress({ read: 0, of: job.rows })
    try {
      const { runExport } = await import('./export-question.tsx')
      const onRows = (read: number) => setProgress({ read, of: job.rows })
      await runExport(job, { noun, why, signal: controller.signal, onRows })
    } catch (error) {
      sayUnloaded(error)
    } finally {
      setProgress(null)
    }
  }
  return {
    progress,
    start: async (prepare) => {
      const job = await prepare().catch(sayUnloaded)
      if (!job) return
      if (job.rows === null || job.rows > ASKED_BEYOND) setAsked(job)
      else await run(job)
    },
    stop: () => running.current?.abort(),
    question: asked && (
      <ExportQuestion job={asked} noun={noun} onConfirm={() => void run(asked)} onClose={() => setAsked(null)} />
    ),
  }
}
