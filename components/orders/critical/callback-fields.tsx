'use client'
import { Controller } from 'react-hook-form'
import { FormField, FormNote, FormWhich } from '#components/patterns/form/form-field.tsx'
import { fieldId } from '#components/patterns/form/form-scope.ts'
import { Icon } from '#components/ui/display/icon.tsx'
import { PatientName, Redact } from '#components/ui/display/redact.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { RadioGroup } from '#components/ui/field/radio-group.tsx'
import {
  CALL_OUTCOMES,
  CALLED_LABELS,
  CALLED_NAME_MAX,
  type Called,
  NOTE_MAX,
} from '#lib/domains/orders/critical/callbacks.ts'
import { type Contact, calledChoices } from '#lib/domains/orders/patient.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { instantDay, instantParts } from '#lib/utils/time/instants.ts'
import { type CallbackValues, hasNext, NEXT_CHOICES, nextAttemptAt, nextInstants } from './callback-form.ts'
import { OUTCOMES } from './callback-labels.ts'
import type { CallbackApi } from './use-callback-form.ts'
import { useServerPresent } from './use-critical-state.ts'

interface NextProps {
  api: CallbackApi
  /** In milliseconds; null where nothing escalates. */
  escalatesAt: number | null
}

const NEXT_OPTIONS = NEXT_CHOICES.map((value) => ({ value, label: value === 'time' ? 'At a time' : `In ${value} min` }))

/** Fields of a call: who, outcome, next step. */
export function CallbackFields({ api, contact, escalatesAt }: NextProps & { contact: Contact }) {
  const { id, form, values, problem } = api
  const { control } = form
  return (
    <>
      <Controller
        control={control}
        name="called"
        render={({ field }) => (
          <RadioGroup
            id={fieldId(id, 'called')}
            label="Who did you call?"
            value={field.value}
            options={calledChoices(contact).choices.map((value) => ({
              value,
              label: <CalledLabel value={value} proxy={contact.proxy} />,
            }))}
            onChange={field.onChange}
            problem={problem('called')}
          />
        )}
      />
      {values.called !== '' && values.called !== 'patient' && (
        <FormField
          control={control}
          name="called_name"
          label={values.called === 'other' ? 'Name and role' : 'Name and role (optional)'}
          maxLength={CALLED_NAME_MAX}
        />
      )}
      <Controller
        control={control}
        name="outcome"
        render={({ field }) => (
          <RadioGroup
            id={fieldId(id, 'outcome')}
            label="Outcome"
            look="cards"
            className="grid-cols-3 max-rail:grid-cols-1"
            value={field.value}
            options={CALL_OUTCOMES.map((value) => ({ value, label: <OutcomeLabel value={value} /> }))}
            onChange={field.onChange}
            problem={problem('outcome')}
          />
        )}
      />
      {hasNext(values.outcome) && <NextAttempt api={api} escalatesAt={escalatesAt} />}
      <FormNote
        control={control}
        name="note"
        label="Note (optional)"
        hint="Don’t use the patient’s name. Ctrl+Enter saves."
        max={NOTE_MAX}
        rows={3}
      />
    </>
  )
}

function CalledLabel({ value, proxy }: { value: Called; proxy: Contact['proxy'] }) {
  const { name, relationship } = (value === 'medical_proxy' && proxy) || {}
  return (
    <>
      {CALLED_LABELS[value]}
      {name && (
        <span className="font-normal text-ink-2">
          {' '}
          <PatientName name={name} />
          {relationship && (
            <>
              {' '}
              (<Redact noun="Relationship">{relationship}</Redact>)
            </>
          )}
        </span>
      )}
    </>
  )
}

function OutcomeLabel({ value }: { value: (typeof CALL_OUTCOMES)[number] }) {
  const { label, tone, icon } = OUTCOMES[value]
  return (
    <span data-tone={tone} className="flex flex-col gap-1">
      <span className="text-tone-fg">
        <Icon of={icon} />
      </span>
      {label}
    </span>
  )
}

function NextAttempt({ api, escalatesAt }: NextProps) {
  const { id, form, values, problem } = api
  const { zone } = useWallClock()
  return (
    <div className="flex flex-col gap-3">
      <Controller
        control={form.control}
        name="next"
        render={({ field }) => (
          <RadioGroup
            id={fieldId(id, 'next')}
            label="Next attempt"
            look="cards"
            className="grid-cols-2"
            value={field.value}
            options={NEXT_OPTIONS}
            onChange={field.onChange}
            hint={<NextHint values={values} escalatesAt={escalatesAt} />}
            problem={problem('next')}
          />
        )}
      />
      {values.next === 'time' && (
        <>
          <FormField control={form.control} name="next_time" label="Time of the next attempt" type="time" />
          <FormWhich
            control={form.control}
            name="which"
            instants={nextInstants(values.next_time, { now: clockNow(), zone })}
          />
        </>
      )}
    </div>
  )
}

/** When that is on the viewer's clock, and whether escalation is due before. */
function NextHint({ values, escalatesAt }: { values: CallbackValues; escalatesAt: number | null }) {
  const clock = useWallClock()
  return useServerPresent((now) => {
    const next = nextAttemptAt(values, { now, zone: clock.zone })
    if (next === null) return 'Enter a time below.'
    const { day, time, zone } = instantParts(next, clock)
    const at = day === instantDay(now, clock) ? `At ${time} ${zone}.` : `On ${day} at ${time} ${zone}.`
    if (escalatesAt === null || escalatesAt <= now) return at
    const escalation = instantParts(escalatesAt, clock)
    return `${at} ${next < escalatesAt ? 'Before' : 'After'} escalation is due at ${escalation.time}.`
  })
}
