'use client'
import clsx from 'clsx'
import { useId } from 'react'
import { FieldError, Input, TextField } from 'react-aria-components'
import type { Control } from 'react-hook-form'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { StatusPill } from '#components/patterns/domain/order-terms.tsx'
import { useFormText } from '#components/patterns/form/form-field.tsx'
import { countWords } from '#components/patterns/list/filters/filter-counts.ts'
import { boxStyle } from '#components/ui/field/box-style.ts'
import type { StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import { inheritedDays } from '#lib/domains/orders/stuck/stuck-stages.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import type { LimitTexts, STUCK_GROUPS } from './stuck-groups.ts'
import type { StuckPreview } from './use-stuck-preview.ts'

type LimitsControl = Control<LimitTexts, unknown, unknown>

interface StuckFieldsProps {
  group: (typeof STUCK_GROUPS)[number]
  days: StuckDays
  /** Limits that the boxes set. */
  chosen: StuckDays
  preview: StuckPreview
  /** Null for who may only read. */
  control: LimitsControl | null
  /** Told of each text in the stage's box. */
  onStage: (text: string) => void
}

const ROW = 'flex min-h-11 flex-wrap items-center justify-between gap-x-3 py-1'

/** The limits of one stage and its statuses, and how many orders each would mark. */
export function StuckFields({ group, days, chosen, preview, control, onStage }: StuckFieldsProps) {
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
  return `${stage === undefined ? 'usually' : 'stage'} ${inheritedDays(status, chosen)}`
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
