'use client'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { SettingHistory } from '#components/patterns/page/setting-history.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import type { SettingChange } from '#lib/domains/audit/setting-changes.ts'
import { getStuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { useConsole } from '#lib/kernel/client/use-console.ts'
import { limitLabel } from './stuck-groups.ts'
import { StuckLimitsForm } from './stuck-limits-form.tsx'

interface StuckViewProps {
  environment: string
  /** By its name for people. */
  label: string
  may_change: boolean
  failure: RequestFailure | null
}

export function StuckView({ environment, label, may_change, failure: initial }: StuckViewProps) {
  const { data, failure, isFetching, refetch } = useConsole(getStuckLimits, { params: { environment } }, initial)
  if (failure && !data) {
    return <ErrorPanel subject="These limits" failure={failure} isRetrying={isFetching} onRetry={refetch} />
  }
  return (
    <div className="flex max-w-[980px] flex-col gap-4 p-4 rail:p-6">
      <SectionCard
        title="When an order is stuck"
        summary={`Days without an update in ${label}. After that, an order counts as stuck on every screen. No one is notified.`}
      >
        {data ? (
          <StuckLimitsForm environment={environment} limits={data} may_change={may_change} />
        ) : (
          <Skeleton className="after-300ms h-40 w-full" />
        )}
      </SectionCard>
      <SettingHistory
        environment={environment}
        setting="stuck_limits"
        version={data?.version ?? 0}
        partOf={limitsChanged}
      />
    </div>
  )
}

/** The stages and statuses whose limits a change set. */
function limitsChanged({ details }: SettingChange): string | null {
  const labels = (details.fields ?? []).map((field) => limitLabel(field.replace('days.', '')))
  return labels.length === 0 ? null : labels.join(', ')
}
