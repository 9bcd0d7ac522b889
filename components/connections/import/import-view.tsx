'use client'
import { useEffect, useRef } from 'react'
import type { OpenEngineFor } from '#components/connections/import/session/engine.ts'
import { openWorker } from '#components/connections/import/session/start-worker.ts'
import { ImportSessionProvider, useImportOf } from '#components/connections/import/session/use-import-session.ts'
import { CheckStep } from '#components/connections/import/steps/check-step.tsx'
import { ColumnsStep } from '#components/connections/import/steps/columns-step.tsx'
import { FileStep } from '#components/connections/import/steps/file-step.tsx'
import { RunStep } from '#components/connections/import/steps/run-step.tsx'
import { StepList } from '#components/connections/import/steps/step-list.tsx'
import { PageHeader } from '#components/patterns/page/page-header.tsx'
import { Tag } from '#components/ui/display/tag.tsx'
import { providerName } from '#lib/domains/connections/providers.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'

interface ImportViewProps {
  environment: Environment
  /** Where the file is read; a test reads it in place. */
  openEngine?: OpenEngineFor
}

/** Connections of one source from a file, step by step. */
export function ImportView({ environment, openEngine = openWorker }: ImportViewProps) {
  const value = useImportOf(environment.id, openEngine)
  const { step, settings, file } = value.state
  const page = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    // The button that led here is gone: who works by keyboard or ear starts at the top of what is new.
    page.current?.focus({ preventScroll: true })
    page.current?.scrollTo({ top: 0 })
    window.scrollTo({ top: 0 })
  }, [step])
  return (
    <ImportSessionProvider value={value}>
      <PageHeader
        title="Bulk import"
        summary={file && settings.provider ? <Tag>{providerName(settings.provider)}</Tag> : null}
      >
        <StepList current={step} />
      </PageHeader>
      <div
        ref={page}
        tabIndex={-1}
        className="flex flex-1 flex-col outline-none! framed:min-h-0 framed:overflow-y-auto print:overflow-visible"
      >
        {step === 'file' && <FileStep />}
        {step === 'columns' && file && <ColumnsStep file={file} />}
        {step === 'check' && file && <CheckStep file={file} environment={environment} />}
        {(step === 'import' || step === 'reconcile') && file && <RunStep environment={environment} file={file} />}
      </div>
    </ImportSessionProvider>
  )
}
