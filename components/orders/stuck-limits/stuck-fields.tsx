'use client'
import clsx from 'clsx'
import { useId } from 'react'
import { FieldError, Input, TextField } from 'react-aria-components'
import type { Control } from 'react-hook-form'
import type { z } from 'zod'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { StatusPill } from '#components/patterns/domain/order-terms.tsx'
import { useFormText } from '#components/patterns/form/form-field.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { STUCK_DAYS, type StuckDays } from '#lib/domains/orders/stuck-days.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import type { limitsForm } from './stuck-groups.ts'

type LimitsControl = Control<z.input<typeof limitsForm>, unknown, unknown>

interface StuckFieldsProps {
  label: string
  statuses: readonly string[]
  days: StuckDays
  /** Null for who may only read. */
  control: LimitsControl | null
}

/** The limits of one group of statuses. */
export function StuckFields({ label, statuses, days, control }: StuckFieldsProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="mb-5 break-inside-avoid">
      <h3 id={heading} className="pb-1.5 text-xs font-control text-ink-3">
        {label}
      </h3>
      <ul className="divide-y divide-line border-y border-line">
        {statuses.map((status) => (
          <li key={status} className="flex min-h-10 items-center justify-between gap-x-3 py-1">
            <StatusPill status={status} />
            {control ? (
              <DaysField status={status} control={control} />
            ) : (
              <span>{countOf(days[status] ?? 0, 'day')}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function DaysField({ status, control }: { status: string; control: LimitsControl }) {
  const { problem, value, ...box } = useFormText({ control, name: `days.${status}` })
  const usual = STUCK_DAYS[status]
  return (
    <TextField
      {...box}
      value={value}
      aria-label={`${orderStatus(status).label}, days`}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
      autoComplete="off"
      className="grid shrink-0 grid-cols-[auto_auto_auto] items-center justify-end gap-x-2 max-rail:w-[120px] max-rail:grid-cols-[auto_auto]"
    >
      {value.trim() !== String(usual) && (
        <span className="text-xs text-ink-3 col-start-1 max-rail:order-last max-rail:col-span-full max-rail:text-right">
          usually {usual}
        </span>
      )}
      <Input
        inputMode="numeric"
        className={clsx(
          boxStyle,
          'col-start-2 h-8 w-16! px-2 text-right text-sm max-rail:col-start-1 max-rail:h-11 max-rail:w-20! max-rail:text-lg',
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
