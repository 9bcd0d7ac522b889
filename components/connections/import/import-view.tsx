'use client'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Step } from '#components/connections/import/session/session-state.ts'
import { type StartEngine, startWorker } from '#components/connections/import/session/start-worker.ts'
import { ImportProvider, useImport } from '#components/connections/import/session/use-import-session.ts'
import { CheckStep } from '#components/connections/import/steps/check-step.tsx'
import { ColumnsStep } from '#components/connections/import/steps/columns-step.tsx'
import { FileStep } from '#components/connections/import/steps/file-step.tsx'
import { RunStep } from '#components/connections/import/steps/run-step.tsx'
import { PageHeader } from '#components/patterns/page/section-card.tsx'
import { Tag } from '#components/ui/display/pill.tsx'
import { providerName } from '#lib/domains/connections/providers.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'

interface ImportViewProps {
  environment: Environment
  /** Starts the worker that reads the file; tests read it in place. */
  startEngine?: StartEngine
}

export function ImportView({ environment, startEngine = startWorker }: ImportViewProps) {
  const value = useImport(environment.id, startEngine)
  const { step, settings, file } = value.state
  const page = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    // The button that led here is gone: people who use a keyboard or a screen reader start at the top of the new step.
    page.current?.focus({ preventScroll: true })
    page.current?.scrollTo({ top: 0 })
    window.scrollTo({ top: 0 })
  }, [step])
  return (
    <ImportProvider value={value}>
      <PageHeader
        title="Bulk import"
        summary={file && settings.provider ? <Tag>{providerName(settings.provider)}</Tag> : null}
      >
        <StepList current={step} />
      </PageHeader>
      <div
        ref={page}
        tabIndex={-1}
        className="relative flex flex-1 flex-col outline-none framed:min-h-0 framed:overflow-y-auto print:overflow-visible"
      >
        {step === 'file' && <FileStep environment={environment} />}
        {step === 'columns' && file && <ColumnsStep file={file} />}
        {step === 'check' && file && <CheckStep file={file} environment={environment} />}
        {(step === 'import' || step === 'reconcile') && file && <RunStep environment={environment} file={file} />}
      </div>
    </ImportProvider>
  )
}

const STEPS: readonly { step: Step; name: string }[] = [
  { step: 'file', name: 'File' },
  { step: 'columns', name: 'Columns' },
  { step: 'check', name: 'Check rows' },
  { step: 'import', name: 'Import' },
  { step: 'reconcile', name: 'Reconcile' },
]

/** How far one is from a file to its results. On a phone one line says it. */
function StepList({ current }: { current: Step }) {
  const at = STEPS.findIndex(({ step }) => step === current)
  return (
    <>
      <ol aria-label="Steps" className="flex items-center gap-2 max-wide:hidden">
        {STEPS.map(({ step, name }, index) => (
          <li key={step} aria-current={index === at ? 'step' : undefined} className="flex items-center gap-2">
            {index > 0 && <span aria-hidden="true" className="h-px w-5 bg-line-2" />}
            <span
              data-tone={index < at ? 'ok' : undefined}
              className={clsx(
                'flex items-center gap-2 text-sm font-control',
                index < at && 'text-tone-fg',
                index === at && 'font-heading text-ink',
                index > at && 'text-ink-3',
              )}
            >
              <span
                className={clsx(
                  'grid size-[22px] place-items-center rounded-full border text-xs',
                  index < at && 'border-tone-line bg-tone-soft text-tone-fg',
                  index === at && 'border-accent bg-accent text-on-accent',
                  index > at && 'border-line-2 bg-surface text-ink-2',
                )}
              >
                {index < at ? <Check className="size-3.5 stroke-[2.4]" /> : index + 1}
              </span>
              {name}
              {index < at && <span className="sr-only">, done</span>}
            </span>
          </li>
        ))}
      </ol>
      <p className="text-sm text-ink-2 wide:hidden">
        Step {at + 1} of {STEPS.length}: <span className="font-heading text-ink">{STEPS[at]?.name}</span>
      </p>
    </>
  )
}
