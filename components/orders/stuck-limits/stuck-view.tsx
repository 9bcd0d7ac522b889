'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { AskDialog } from '#components/ui/dialog/ask-dialog.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { DayTime } from '#components/ui/display/time-stamp.tsx'
import { getOverview } from '#lib/domains/orders/overview.ts'
import { changeStuckLimits, getStuckLimits, type StuckLimits } from '#lib/domains/orders/stuck-limits.ts'
import type { RequestFailure } from '#lib/kernel/client/failure.ts'
import { useLeaveGuard } from '#lib/kernel/client/leave-guard.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { useConsole } from '#lib/kernel/client/use-console.ts'
import { StuckFields } from './stuck-fields.tsx'
import { changesOf, daysProblem, type Edits, STUCK_GROUPS, usualEdits } from './stuck-groups.ts'

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
        summary={`Days without a change in ${label}. Past them an order is counted on the overview and marked on its own page; nothing is sent to anybody.`}
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

const NO_EDITS: Edits = {}

function Limits({
  environment,
  limits,
  may_change,
}: {
  environment: string
  limits: StuckLimits
  may_change: boolean
}) {
  const client = useQueryClient()
  const { queryKey } = consoleQuery(getStuckLimits, { params: { environment } }, {})
  const [edits, setEdits] = useState(NO_EDITS)
  const [isSent, setSent] = useState(false)
  const changes = changesOf(limits.days, edits)
  const isChanged = Object.keys(changes).length > 0
  const guard = useLeaveGuard(isChanged)
  const save = useMutation({
    mutationFn: () => {
      const body = { version: limits.version, days: { ...limits.days, ...changes } }
      return consoleRequest(changeStuckLimits, { params: { environment }, body }, {})
    },
    onSuccess: (kept) => {
      client.setQueryData(queryKey, kept)
      setEdits(NO_EDITS)
      setSent(false)
      void client.invalidateQueries({ queryKey: ['console', getOverview.name] })
      toast({ kind: 'done', title: 'Limits saved.', text: 'Orders are counted anew by them.' })
    },
    onError: () => void client.invalidateQueries({ queryKey }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    const isWrong = Object.values(edits).some((text) => daysProblem(text) !== null)
    if (isChanged && !isWrong && !save.isPending) save.mutate()
  }
  const edit = (status: string, text: string) => setEdits({ ...edits, [status]: text })
  const usual = usualEdits({ ...limits.days, ...changes })
  return (
    <form onSubmit={submit} noValidate className="@container/limits">
      {!may_change && (
        <p className="pb-4 text-ink-2">
          An administrator of this console sets these. Ask one if a limit should change.
        </p>
      )}
      <div className="gap-8 @min-[640px]/limits:columns-2">
        {STUCK_GROUPS.map(({ id, label, statuses }) => (
          <StuckFields
            key={id}
            label={label}
            statuses={statuses}
            days={limits.days}
            edits={edits}
            isSent={isSent}
            onEdit={may_change ? edit : null}
          />
        ))}
      </div>
      {save.error && (
        <Notice kind="bad" alert className="mt-4">
          {save.error.message}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2 pt-4">
        <p className="mr-auto text-ink-3">
          {limits.changed_at === null ? (
            'Nobody has changed them: these are the usual ones.'
          ) : (
            <>
              Last changed by {limits.changed_by}, <DayTime value={limits.changed_at} />. Kept in this console only.
            </>
          )}
        </p>
        {may_change && (
          <>
            {Object.keys(usual).length > 0 && (
              <Button look="ghost" onPress={() => setEdits({ ...edits, ...usual })}>
                Use the usual days
              </Button>
            )}
            {isChanged && <Button onPress={() => setEdits(NO_EDITS)}>Discard</Button>}
            <PendingButton type="submit" look="primary" isPending={save.isPending} isDisabled={!isChanged}>
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
          The limits that you changed are not saved.
        </AskDialog>
      )}
    </form>
  )
}
