'use client'
import clsx from 'clsx'
import { useId } from 'react'
import { FieldError, Input, TextField } from 'react-aria-components'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { StatusPill } from '#components/patterns/domain/order-terms.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { STUCK_DAYS, type StuckDays } from '#lib/domains/orders/timeline.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { daysProblem, type Edits } from './stuck-groups.ts'

interface StuckFieldsProps {
  label: string
  statuses: readonly string[]
  days: StuckDays
  edits: Edits
  /** What is wrong is said of every box, also of those that nobody has left yet. */
  isSent: boolean
  /** Null for who may only read. */
  onEdit: ((status: string, text: string) => void) | null
}

/** The limits of one group of statuses. */
export function StuckFields({ label, statuses, days, edits, isSent, onEdit }: StuckFieldsProps) {
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
            {onEdit ? (
              <DaysField
                status={status}
                text={edits[status] ?? String(days[status] ?? '')}
                isSent={isSent}
                onEdit={(text) => onEdit(status, text)}
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

interface DaysFieldProps {
  status: string
  text: string
  isSent: boolean
  onEdit: (text: string) => void
}

function DaysField({ status, text, isSent, onEdit }: DaysFieldProps) {
  const problem = daysProblem(text)
  const usual = STUCK_DAYS[status]
  const isWrong = problem !== null && (isSent || text.trim() !== '')
  return (
    <TextField
      aria-label={`${orderStatus(status).label}, days`}
      value={text}
      onChange={onEdit}
      isInvalid={isWrong}
      validationBehavior="aria"
      autoComplete="off"
      className="grid shrink-0 grid-cols-[auto_auto_auto] items-center justify-end gap-x-2 max-rail:w-[120px] max-rail:grid-cols-[auto_auto]"
    >
      {text.trim() !== String(usual) && (
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
