'use client'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { ErrorPanel, StaleBar } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { useCopy } from '#components/ui/display/copyable-id.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { getSystem, reportText, type SystemReport } from '#lib/domains/environments/system-report.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { useConsole } from '#lib/kernel/client/use-console.ts'
import { countOf } from '#lib/utils/text/counts.ts'

export function SystemView({ failure: initial }: { failure: RequestFailure | null }) {
  const { data, failure, isFetching, updatedAt, refetch } = useConsole(getSystem, {}, initial)
  if (failure && !data)
    return <ErrorPanel subject="The system report" failure={failure} isRetrying={isFetching} onRetry={refetch} />
  return (
    <>
      {failure && <StaleBar updatedAt={updatedAt} onRetry={refetch} />}
      <div className="flex max-w-[860px] flex-col gap-4 p-4 rail:p-6">
        {data ? <Report report={data} /> : <Skeleton className="h-96" />}
      </div>
    </>
  )
}

function Mark({ isDue }: { isDue: boolean }) {
  const Icon = isDue ? CircleAlert : CircleCheck
  return (
    <span data-tone={isDue ? 'warn' : 'ok'} className="text-tone-fg">
      <Icon aria-label={isDue ? 'Needs attention' : 'OK'} className="size-4 shrink-0" />
    </span>
  )
}

function Report({ report }: { report: SystemReport }) {
  const { checks, retention } = report
  const due = checks.filter(({ action }) => action !== null).length
  const { copied, copy } = useCopy(() => reportText(report), 'Report')
  return (
    <>
      <SectionCard
        title="System"
        summary={
          due === 0 ? 'Nothing needs attention.' : `${countOf(due, 'check')} ${due === 1 ? 'needs' : 'need'} attention.`
        }
        action={<Button onPress={() => void copy()}>{copied ? 'Copied' : 'Copy report'}</Button>}
      >
        <dl className="-my-3 divide-y divide-line">
          {checks.map(({ label, value, action }) => (
            <Row key={label} name={label} mark={<Mark isDue={action !== null} />}>
              <p>{value}</p>
              {action !== null && <p className="mt-0.5 text-ink-2">{action}</p>}
            </Row>
          ))}
        </dl>
      </SectionCard>
      {retention.length > 0 && (
        <SectionCard title="Retention" summary="How long each kind of data is kept.">
          <dl className="-my-3 divide-y divide-line">
            {retention.map(({ data, kept, setting }) => (
              <Row key={data} name={data}>
                <span>{kept}</span>
                {setting !== null && <Code>{setting}</Code>}
              </Row>
            ))}
          </dl>
        </SectionCard>
      )}
    </>
  )
}

function Row({ name, mark, children }: { name: string; mark?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-1 py-2.5 rail:grid-cols-[16rem_minmax(0,1fr)]">
      <dt className="flex gap-2 font-control">
        {mark}
        <span>{name}</span>
      </dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

const Code = ({ children }: { children: string }) => (
  <code translate="no" className="ml-2 font-mono text-xs text-ink-3">
    {children}
  </code>
)
