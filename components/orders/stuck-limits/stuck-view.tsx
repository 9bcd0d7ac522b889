'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { ApiForm, FormProblem, FormSummary } from '#components/patterns/form/api-form.tsx'
import { type LabeledField, useApiForm } from '#components/patterns/form/use-api-form.ts'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { AskDialog } from '#components/ui/dialog/ask-dialog.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { DayTime } from '#components/ui/display/time-stamp.tsx'
import { getOverview } from '#lib/domains/orders/overview.ts'
import type { StuckDays } from '#lib/domains/orders/stuck-days.ts'
import { changeStuckLimits, getStuckLimits, type StuckLimits } from '#lib/domains/orders/stuck-limits.ts'
import type { RequestFailure } from '#lib/kernel/client/failure.ts'
import { useLeaveGuard } from '#lib/kernel/client/leave-guard.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { useConsole } from '#lib/kernel/client/use-console.ts'
import { StuckFields } from './stuck-fields.tsx'
import { changesOf, daysTexts, defaultEdits, type Edits, limitsForm, STUCK_GROUPS } from './stuck-groups.ts'

interface StuckViewProps {
  environment: string
  /** By its name for people. */
  label: string
  may_change: boolean
  failure: RequestFailure | null
}

/** After how many days an order of this environment is stuck. */
export function StuckView({ environment, label, may_change, failure: initial }: StuckViewProps) {
  const { data, failure, isFetching, refetch } = useConsole(getStuckLimits, { params: { environment } }, initial)
  if (failure && !data) {
    return <ErrorPanel subject="These limits" failure={failure} isRetrying={isFetching} onRetry={refetch} />
  }
  return (
    <div className="max-w-[980px] p-4 rail:p-6">
      <SectionCard
        title="When an order is stuck"
        summary={`Days without a change in ${label}. After that, the order counts as stuck on the overview and is marked on its page. No one is notified.`}
      >
        {data ? (
          <Limits environment={environment} limits={data} may_change={may_change} />
        ) : (
          <Skeleton className="after-300ms h-40 w-full" />
        )}
      </SectionCard>
    </div>
  )
}

type LimitsValues = z.input<typeof limitsForm>

const FIELDS = STUCK_GROUPS.flatMap(({ statuses }) =>
  statuses.map((status): LabeledField<LimitsValues> => ({ path: `days.${status}`, label: orderStatus(status).label })),
)

const isChangedFrom = (days: StuckDays, texts: Edits) => Object.keys(changesOf(days, texts)).length > 0

/** Of a reset on purpose; when the limits are read again, what was typed stays. */
const ALL = { keepDirtyValues: false }

interface LimitsProps {
  environment: string
  limits: StuckLimits
  may_change: boolean
}

function Limits({ environment, limits, may_change }: LimitsProps) {
  const client = useQueryClient()
  const { queryKey } = consoleQuery(getStuckLimits, { params: { environment } }, {})
  const recorded = useMemo(() => ({ days: daysTexts(limits.days) }), [limits.days])
  const api = useApiForm({
    schema: limitsForm,
    mode: 'onChange',
    defaultValues: recorded,
    // Where somebody else changed them, the boxes that nobody typed into follow.
    recorded,
    fields: FIELDS,
    isBlocked: ({ days }) => !isChangedFrom(limits.days, days),
    send: ({ days }) => {
      const body = { version: limits.version, days: { ...limits.days, ...days } }
      return consoleRequest(changeStuckLimits, { params: { environment }, body }, {})
    },
    onSent: (kept) => {
      client.setQueryData(queryKey, kept)
      api.form.reset({ days: daysTexts(kept.days) }, ALL)
      void client.invalidateQueries({ queryKey: ['console', getOverview.name] })
      toast({ kind: 'done', title: 'Limits saved.', text: 'Stuck orders are recounted.' })
    },
    onFailed: () => {
      void client.invalidateQueries({ queryKey })
      return undefined
    },
  })
  const { form, values } = api
  const isChanged = isChangedFrom(limits.days, values.days)
  const guard = useLeaveGuard(isChanged)
  const usual = Object.entries(defaultEdits({ ...limits.days, ...changesOf(limits.days, values.days) }))
  const fillDefaults = () => {
    for (const [status, text] of usual) {
      form.setValue(`days.${status}`, text, { shouldDirty: true, shouldValidate: true })
    }
  }
  const discard = () => {
    api.forget()
    form.reset(recorded, ALL)
  }
  return (
    <ApiForm api={api} className="@container/limits">
      {!may_change && <p className="pb-4 text-ink-2">An administrator sets these limits. Ask one to change them.</p>}
      <FormSummary api={api} />
      <div className="gap-8 @min-[640px]/limits:columns-2">
        {STUCK_GROUPS.map(({ id, label, statuses }) => (
          <StuckFields
            key={id}
            label={label}
            statuses={statuses}
            days={limits.days}
            control={may_change ? form.control : null}
          />
        ))}
      </div>
      <FormProblem api={api} />
      <div className="flex flex-wrap items-center justify-end gap-2 pt-4">
        <p className="mr-auto text-ink-3">
          {limits.changed_at === null ? (
            'Default limits.'
          ) : (
            <>
              Last changed by {limits.changed_by}, <DayTime value={limits.changed_at} />. Stored in this console only.
            </>
          )}
        </p>
        {may_change && (
          <>
            {usual.length > 0 && (
              <Button look="ghost" onPress={fillDefaults}>
                Restore defaults
              </Button>
            )}
            {isChanged && <Button onPress={discard}>Discard</Button>}
            <PendingButton type="submit" look="primary" isPending={api.isPending} isDisabled={!isChanged}>
              Save limits
            </PendingButton>
          </>
        )}
      </div>
      {guard.isAsking && (
        <AskDialog
          title="Leave without saving?"
          confirm="Leave"
          keep="Stay"
          onConfirm={guard.leave}
          onClose={guard.stay}
        >
          Your changes to the limits aren’t saved.
        </AskDialog>
      )}
    </ApiForm>
  )
}
