'use client'
import { useContext } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { FormField, useFormText } from '#components/patterns/form/form-field.tsx'
import { FormScopeContext, fieldId } from '#components/patterns/form/form-scope.ts'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { RadioGroup } from '#components/ui/field/radio-group.tsx'
import { SelectField } from '#components/ui/field/select-field.tsx'
import { ASYNC_TIMEOUT, SYNC_TIMEOUT } from '#lib/domains/bookings/appointment.ts'
import { type BookingValues, LABELS, rangeWords, typedTimes, UNITS } from './booking-form.ts'

type BookingControl = Control<BookingValues, unknown, unknown>

const MODES = [
  { value: 'wait', label: 'Wait, then fail', hint: 'You see a confirmation or an error on this page.' },
  {
    value: 'background',
    label: 'Keep trying in the background',
    hint: 'The appointment shows as pending until then.',
  },
] as const

/** How long the service may try, in a person's units; what is sent stands beside them. */
export function ConfirmationFields({ control }: { control: BookingControl }) {
  const { field } = useController({ control, name: 'mode' })
  const { id, problem } = useContext(FormScopeContext)
  return (
    <SectionCard title={LABELS.mode}>
      <RadioGroup
        id={fieldId(id, field.name)}
        label={LABELS.mode}
        isLabelHidden
        look="cards"
        value={field.value}
        options={MODES}
        onChange={field.onChange}
        onBlur={field.onBlur}
        problem={problem(field.name)}
        className="@min-[560px]/book:grid-cols-2"
      />
      {field.value === 'background' && (
        <div className="mt-3 grid gap-4 rounded-control border border-line bg-sunken p-3.5 @min-[560px]/book:grid-cols-2">
          <Length control={control} name="sync" limits={SYNC_TIMEOUT} />
          <Length control={control} name="async" limits={ASYNC_TIMEOUT} />
        </div>
      )}
    </SectionCard>
  )
}

interface LengthProps {
  control: BookingControl
  name: 'sync' | 'async'
  limits: { min: number; max: number }
}

function Length({ control, name, limits }: LengthProps) {
  const values = useWatch({ control, compute: (all) => all })
  const { sync, background } = typedTimes(values)
  const unit = useFormText({ control, name: `${name}_unit` })
  const milliseconds = name === 'sync' ? sync : background
  const label = LABELS[`${name}_amount`]
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)_minmax(104px,1fr)] items-start gap-2">
      <legend className="sr-only">{label}</legend>
      <FormField
        control={control}
        name={`${name}_amount`}
        label={label}
        hint={`${rangeWords(limits)}.`}
        inputMode="decimal"
        aside={
          <span translate="no" className="font-mono text-xs text-ink-3">
            {milliseconds === null ? '–' : `${milliseconds} ms`}
          </span>
        }
        verbatim
      />
      <SelectField label="Unit" id={unit.id} value={unit.value} onChange={unit.onChange} onBlur={unit.onBlur}>
        {UNITS.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </SelectField>
    </fieldset>
  )
}
