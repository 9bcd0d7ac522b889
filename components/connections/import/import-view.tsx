'use client'
import { useEffect, useRef } from 'react'
import type { OpenEngineFor } from '#components/connections/import/desk/engine.ts'
import { openWorker } from '#components/connections/import/desk/open-worker.ts'
import { RunStep } from '#components/connections/import/run/run-step.tsx'
import { PageHeader } from '#components/patterns/page/page-header.tsx'
import { Tag } from '#components/ui/display/tag.tsx'
import { providerName } from '#lib/domains/connections/providers.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import { StepList } from './step-list.tsx'
import { DeskProvider, useImport } from './use-import.ts'

interface ImportViewProps {
  environment: Environment
  /** Where the file is read; a test reads it in place. */
  openEngine?: OpenEngineFor
}

/** Connections of one source from a file, step by step. */
export function ImportView({ environment, openEngine = openWorker }: ImportViewProps) {
  const value = useImport(environment.id, openEngine)
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
    <DeskProvider value={value}>
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
    </DeskProvider>
  )
}
