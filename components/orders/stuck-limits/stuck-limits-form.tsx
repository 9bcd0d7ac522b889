'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { ApiForm, FormProblem, FormSummary } from '#components/patterns/form/api-form.tsx'
import { type LabeledField, useApiForm } from '#components/patterns/form/use-api-form.ts'
import { countWords, type FilterCount } from '#components/patterns/list/filters/filter-counts.ts'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { AskDialog } from '#components/ui/dialog/ask-dialog.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { DayTime } from '#components/ui/display/time-stamp.tsx'
import type { StuckStage } from '#lib/domains/orders/stuck/stuck-days.ts'
import { changeStuckLimits } from '#lib/domains/orders/stuck/stuck-limit-changes.ts'
import { getStuckLimits, type StuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import { limitsBy } from '#lib/domains/orders/stuck/stuck-stages.ts'
import { getOverview } from '#lib/domains/orders/worklist/overview.ts'
import { useLeaveGuard } from '#lib/kernel/client/leave-guard.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { StuckFields } from './stuck-fields.tsx'
import {
  chosenBy,
  daysProblem,
  followers,
  isSame,
  type LimitTexts,
  limitsForm,
  limitTexts,
  STUCK_GROUPS,
} from './stuck-groups.ts'
import { useStuckPreview } from './use-stuck-preview.ts'

const FIELDS = STUCK_GROUPS.flatMap(({ id, label, statuses }): LabeledField<LimitTexts>[] => [
  { path: `stages.${id}`, label: `${label}, whole stage` },
  ...statuses.map((status): LabeledField<LimitTexts> => ({ path: `days.${status}`, label: orderStatus(status).label })),
])

/** A deliberate reset also drops typed text; a refetch keeps it. */
const ALL = { keepDirtyValues: false }

interface StuckLimitsFormProps {
  environment: string
  limits: StuckLimits
  may_change: boolean
}

/** The limits of each stage and status, and how many orders they would mark before they are saved. */
export function StuckLimitsForm({ environment, limits, may_change }: StuckLimitsFormProps) {
  const client = useQueryClient()
  const { queryKey } = consoleQuery(getStuckLimits, { params: { environment } }, {})
  const recorded = useMemo(() => limitTexts(limits.chosen), [limits.chosen])
  const api = useApiForm({
    schema: limitsForm,
    mode: 'onChange',
    defaultValues: recorded,
    // Boxes that nobody typed into follow changes made elsewhere.
    recorded,
    fields: FIELDS,
    fieldOf: fieldOfLimit,
    isBlocked: (values) => isSame(values, recorded),
    send: (chosen) =>
      consoleRequest(changeStuckLimits, { params: { environment }, body: { version: limits.version, chosen } }, {}),
    onSent: (kept) => {
      client.setQueryData(queryKey, kept)
      api.form.reset(limitTexts(kept.chosen), ALL)
      void client.invalidateQueries({ queryKey: ['console', getOverview.name] })
      toast({ kind: 'done', title: 'Limits saved.', text: 'Stuck orders are recounted.' })
    },
    onFailed: () => {
      void client.invalidateQueries({ queryKey })
      return undefined
    },
  })
  const { form, values } = api
  const isChanged = !isSame(values, recorded)
  const guard = useLeaveGuard(isChanged)
  const chosen = chosenBy(values)
  const judged = Object.entries(limitsBy(chosen)).filter(([status]) => daysProblem(values.days[status] ?? '') === null)
  // A box without a limit leaves no total.
  const isWhole = judged.length === Object.keys(limits.days).length
  const preview = useStuckPreview(environment, Object.fromEntries(judged))
  const saved = useStuckPreview(environment, limits.days)
  const fill = (texts: Readonly<Record<string, string>>) => {
    for (const [status, text] of Object.entries(texts)) {
      form.setValue(`days.${status}`, text, { shouldDirty: true, shouldValidate: true })
    }
  }
  const onStage = (stage: StuckStage, text: string) => fill(followers(values, stage, text, limits.chosen))
  const restore = () => {
    const usual = limitTexts({})
    fill(usual.days)
    for (const { id } of STUCK_GROUPS) form.setValue(`stages.${id}`, '', { shouldDirty: true, shouldValidate: true })
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
        {STUCK_GROUPS.map((group) => (
          <StuckFields
            key={group.id}
            group={group}
            days={limits.days}
            chosen={chosen}
            preview={preview}
            control={may_change ? form.control : null}
            onStage={(text) => onStage(group.id, text)}
          />
        ))}
      </div>
      <FormProblem api={api} />
      <p role="status" className="min-h-5 pt-2">
        {isWhole && totalWords(preview.total, isChanged ? saved.total : null)}
      </p>
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
            {Object.keys(chosen).length > 0 && (
              <Button look="ghost" onPress={restore}>
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

/** Returns the field of a limit in the body, which names statuses and stages alike. */
function fieldOfLimit(path: string): string | null {
  const [, key = ''] = /^chosen\.(\w+)$/.exec(path) ?? []
  if (key === '') return null
  return STUCK_GROUPS.some(({ id }) => id === key) ? `stages.${key}` : `days.${key}`
}

/** `saved` is how many the saved limits mark; null where those are the ones on screen. */
function totalWords(total: FilterCount | undefined, saved: FilterCount | undefined | null) {
  if (total === undefined) return null
  if (saved === null) return `Orders marked as stuck now: ${numberOf(total)}.`
  const before = typeof saved === 'number' ? `, ${countWords(saved, 'orders')} with the saved limits` : ''
  return `Orders this would mark now: ${numberOf(total)}${before}.`
}

const numberOf = (count: FilterCount) => (typeof count === 'number' ? formatCount(count) : 'number unknown')
