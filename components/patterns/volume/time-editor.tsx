'use client'
import { useId } from 'react'
import { OneOf } from '#components/patterns/list/filters/one-of.tsx'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { labelStyle } from '#components/ui/field/field.tsx'
import { clockNow } from '#lib/utils/time/clock.ts'
import { localInput, localInstant } from '#lib/utils/time/local-input.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { PERIOD_IDS, PERIODS, periodSince, type TimeFilters } from './periods.ts'

interface TimeEditorProps {
  time: TimeFilters
  onChange: (time: TimeFilters) => void
}

/** A period by a press; another by its first and last minute. */
export function TimeEditor({ time, onChange }: TimeEditorProps) {
  const zone = useTimeZone()
  const { within, from, to } = time
  const setFrom = (next: string | null) => {
    const period = next === null ? within : periodSince(Date.parse(next), clockNow())
    onChange({ within: period, from: next, to })
  }
  return (
    <div className="flex flex-col gap-3">
      <OneOf
        legend="Period"
        value={from || to ? null : within}
        options={PERIOD_IDS.map((id) => ({ value: id, text: PERIODS[id].text }))}
        onChange={(next) => next && onChange({ within: next, from: null, to: null })}
      />
      <div className="flex flex-wrap gap-3 border-t border-line pt-3">
        <Minute label="From" value={localInput(from, zone)} onChange={(text) => setFrom(localInstant(text, zone))} />
        <Minute
          label="Before"
          value={localInput(to, zone)}
          onChange={(text) => onChange({ within, from, to: localInstant(text, zone) })}
        />
      </div>
      <p className="text-xs text-ink-3">Times in {zoneName(zone)}. Leave either blank for an open range.</p>
    </div>
  )
}

interface MinuteProps {
  label: string
  value: string
  onChange: (text: string) => void
}

function Minute({ label, value, onChange }: MinuteProps) {
  const id = useId()
  return (
    <span className="flex flex-col gap-1.5 max-rail:w-full">
      <label htmlFor={id} className={labelStyle}>
        {label}
      </label>
      <input
        id={id}
        type="datetime-local"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={`${boxStyle} h-8 px-2.5 text-sm max-rail:h-11 max-rail:text-lg`}
      />
    </span>
  )
}
