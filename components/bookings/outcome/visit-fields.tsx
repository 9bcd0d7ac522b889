'use client'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { FormField, FormSelect } from '#components/patterns/form/form-field.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { instantParts } from '#lib/utils/time/instants.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { type stateForm, visitInstants } from './state-form.ts'

type Values = z.input<typeof stateForm>

/** Most visits are in these zones; the others follow. */
const USUAL_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

const zones = () =>
  [...new Set([...USUAL_ZONES, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
    value,
    label: zoneName(value),
  }))

const WHICH = ['first', 'second'] as const

/** When a visit is that was confirmed outside this console. */
export function VisitFields({ control }: { control: Control<Values, unknown, unknown> }) {
  const [day, time, zone] = useWatch({ control, name: ['day', 'time', 'zone'] })
  const wall = { ...useWallClock(), zone }
  const instants = visitInstants({ day, time, zone })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-control text-ink-2">Visit, as the provider or the patient says</legend>
      <div className="flex flex-wrap gap-3">
        <FormField control={control} name="day" label="Day" type="date" />
        <FormField control={control} name="time" label="Time" type="time" />
      </div>
      <FormSelect
        control={control}
        name="zone"
        label="Time zone of the visit"
        empty="Choose a time zone"
        options={zones()}
      />
      {instants.length === 2 && (
        <FormSelect
          control={control}
          name="which"
          label="Clocks go back, so this time comes twice"
          empty="Choose which"
          options={instants.map((at, index) => {
            const shown = instantParts(at.getTime(), wall)
            return { value: WHICH[index] ?? '', label: `The ${WHICH[index]}, ${shown.time} ${shown.zone}` }
          })}
        />
      )}
      <p className="text-xs text-ink-3">Leave day and time blank if you don’t know them yet.</p>
    </fieldset>
  )
}
