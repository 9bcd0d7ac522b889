import { useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { useEffect, useId, useMemo, useState } from 'react'
import { FieldError, Input, TextField } from 'react-aria-components'
import type { Control } from 'react-hook-form'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { StatusPill } from '#components/patterns/domain/order-terms.tsx'
import { ApiForm, FormProblem, FormSummary } from '#components/patterns/form/api-form.tsx'
import { AskDialog } from '#components/patterns/form/ask-dialog.tsx'
import { useFormText } from '#components/patterns/form/form-field.tsx'
import { type LabeledField, useApiForm } from '#components/patterns/form/use-api-form.ts'
import { countWords, type FilterCount, useFilterCounts } from '#components/patterns/list/filters/filter-counts.ts'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { DayTime } from '#components/ui/display/time-stamp.tsx'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { countOrderSearches } from '#lib/domains/orders/order-counts.ts'
import { inheritedDays, limitsBy, type StuckDays, type StuckStage } from '#lib/domains/orders/stuck/stuck-days.ts'
import { changeStuckLimits } from '#lib/domains/orders/stuck/stuck-limit-changes.ts'
import { getStuckLimits, type StuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import { getOverview } from '#lib/domains/orders/worklist/overview.ts'
import { useLeaveGuard } from '#lib/kernel/client/leave-guard.ts'
import { consoleQuery, consoleRead } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
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
    const defaults = limitTexts({})
    fill(defaults.days)
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
  const before = typeof saved === 'number' ? ` (${numberOf(saved)} with the saved limits)` : ''
  return `${countWords(total, 'orders')} would be stuck${before}.`
}

const numberOf = (count: FilterCount) => (typeof count === 'number' ? formatCount(count) : 'number unknown')

type LimitsControl = Control<LimitTexts, unknown, unknown>

interface StuckFieldsProps {
  group: (typeof STUCK_GROUPS)[number]
  days: StuckDays
  /** Limits that the boxes set. */
  chosen: StuckDays
  preview: StuckPreview
  /** Null for who may only read. */
  control: LimitsControl | null
  onStage: (text: string) => void
}

const ROW = 'flex min-h-11 flex-wrap items-center justify-between gap-x-3 py-1'

function StuckFields({ group, days, chosen, preview, control, onStage }: StuckFieldsProps) {
  const { id, label, statuses } = group
  const heading = useId()
  const limit = chosen[id]
  return (
    <section aria-labelledby={heading} className="mb-6 break-inside-avoid">
      <h3 id={heading} className="pb-1.5 text-sm">
        {label}
      </h3>
      <ul className="divide-y divide-line border-y border-line">
        <li className={clsx(ROW, '-mx-2 rounded-t-control bg-sunken px-2')}>
          <span className="min-w-0 flex-1">
            <span className="block font-control">Whole stage</span>
            <span className="block text-xs text-ink-3">For statuses without a limit of their own</span>
          </span>
          {control ? (
            <DaysField
              label={`${label}, whole stage, days`}
              name={`stages.${id}`}
              control={control}
              hint={limit === undefined ? 'not set' : null}
              onText={onStage}
            />
          ) : (
            <span>{limit === undefined ? 'Not set' : countOf(limit, 'day')}</span>
          )}
        </li>
        {statuses.map((status) => (
          <li key={status} className={ROW}>
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5">
              <StatusPill status={status} bare />
              <Marked preview={preview} status={status} />
            </span>
            {control ? (
              <DaysField
                label={`${orderStatus(status).label}, days`}
                name={`days.${status}`}
                control={control}
                hint={chosen[status] === undefined ? null : hintOf(status, chosen, limit)}
              />
            ) : (
              <span>{countOf(days[status] ?? 0, 'day')}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function hintOf(status: string, chosen: StuckDays, stage: number | undefined) {
  return `${stage === undefined ? 'default' : 'stage'} ${inheritedDays(status, chosen)}`
}

/** Its place is kept while it is counted. */
function Marked({ preview, status }: { preview: StuckPreview; status: string }) {
  const count = preview.of(status)
  return (
    <span className="min-h-4 text-xs text-ink-3">{count !== undefined && `${countWords(count, 'orders')} now`}</span>
  )
}

interface DaysFieldProps {
  label: string
  name: `days.${string}` | `stages.${string}`
  control: LimitsControl
  /** Inherited limit, or that there is none. */
  hint: string | null
  onText?: (text: string) => void
}

function DaysField({ label, name, control, hint, onText }: DaysFieldProps) {
  const { problem, value, onChange, ...box } = useFormText({ control, name })
  return (
    <TextField
      {...box}
      value={value}
      onChange={(text) => {
        onChange(text)
        onText?.(text)
      }}
      aria-label={label}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
      autoComplete="off"
      className="grid shrink-0 grid-cols-[auto_auto_auto] items-center justify-end gap-x-2 max-rail:w-[120px] max-rail:grid-cols-[auto_auto]"
    >
      {hint && (
        <span className="col-start-1 text-xs text-ink-3 max-rail:order-last max-rail:col-span-full max-rail:text-right">
          {hint}
        </span>
      )}
      <Input
        inputMode="numeric"
        className={clsx(
          boxStyle,
          'col-start-2 h-8 w-16 px-2 text-right text-sm max-rail:col-start-1 max-rail:h-11 max-rail:w-20 max-rail:text-lg',
        )}
      />
      <span aria-hidden="true" className="text-ink-2">
        days
      </span>
      <FieldError data-tone="bad" className="col-span-full text-right text-sm font-control text-tone-fg">
        {problem}
      </FieldError>
    </TextField>
  )
}

/** How many orders limits would mark as stuck now, before they are saved: by the rule of every other screen. */
interface StuckPreview {
  /** By status; undefined while it is counted. */
  of: (status: string) => FilterCount | undefined
  /** Count over all statuses with a limit. */
  total: FilterCount | undefined
}

type Counts = ReadonlyMap<string, FilterCount>

function useStuckPreview(environment: string, days: StuckDays): StuckPreview {
  const time_zone = useTimeZone()
  const ids = Object.keys(days)
  const choices = ids.map((status) => ({ status: [status] }))
  const body = { time_zone, filter: { stuck: true }, choices, stuck_days: days }
  const { queryKey, queryFn } = consoleRead(countOrderSearches, { params: { environment }, body }, {})
  const queried = async (call: { signal: AbortSignal }) =>
    (await queryFn(call)).counts.map(({ count, missing }) => (missing === null && count !== null ? count : 'unknown'))
  const counts = useFilterCounts(ids.length > 0 ? { ids, read: { queryKey, queryFn: queried } } : null)
  // A change of one limit leaves the others' counts on screen.
  const [known, setKnown] = useState<{ days: StuckDays; counts: Counts }>({ days: {}, counts: new Map() })
  const mark = JSON.stringify([days, [...counts]])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark says when either is another
  useEffect(() => {
    if (counts.size > 0) setKnown({ days, counts })
  }, [mark])
  const of = (status: string) =>
    counts.get(status) ?? (known.days[status] === days[status] ? known.counts.get(status) : undefined)
  return { of, total: sumOf(ids.map(of)) }
}

/** One that is missing leaves no number. */
function sumOf(counts: readonly (FilterCount | undefined)[]): FilterCount | undefined {
  let sum = 0
  for (const count of counts) {
    if (typeof count !== 'number') return count
    sum += count
  }
  return sum
}
