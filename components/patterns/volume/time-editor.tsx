import { useState } from 'react'
import { OneOf } from '#components/patterns/list/filters/one-of.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { PlainField } from '#components/ui/field/field.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { clockNow } from '#lib/utils/time/clock.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import { chosenOf, localInput, localInstants, WHICH_LABEL, whichOptions } from '#lib/utils/time/local-input.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { skippedTime } from '#lib/utils/time/zones.ts'
import { PERIOD_IDS, PERIODS, periodSince, type TimeFilters } from './volume.ts'

/** A period by a press; another by its first and last minute. */
export function TimeEditor({ time, onChange }: { time: TimeFilters; onChange: (time: TimeFilters) => void }) {
  const { zone } = useWallClock()
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
        <Minute label="From" instant={from} onChange={setFrom} />
        <Minute label="Before" instant={to} onChange={(next) => onChange({ within, from, to: next })} />
      </div>
      <p className="text-xs text-ink-3">Times in {zoneName(zone)}. Leave either blank for an open range.</p>
    </div>
  )
}

interface MinuteProps {
  label: string
  instant: string | null
  onChange: (instant: string | null) => void
}

/** A minute on the viewer's clocks. One that they skip is refused; of two that they show alike the first is meant until the other is chosen. */
function Minute({ label, instant, onChange }: MinuteProps) {
  const wall = useWallClock()
  const { zone } = wall
  const [skipped, setSkipped] = useState<string | null>(null)
  const text = skipped ?? localInput(instant, zone)
  const instants = localInstants(text, zone)
  const type = (typed: string) => {
    const [first] = localInstants(typed, zone)
    setSkipped(typed === '' || first ? null : typed)
    if (typed === '' || first) onChange(first?.toISOString() ?? null)
  }
  const options = whichOptions(instants, wall)
  return (
    <span className="flex flex-col gap-1.5 max-rail:w-full">
      <PlainField
        label={label}
        type="datetime-local"
        value={text}
        problem={skipped === null ? null : skippedTime(zone)}
        onChange={type}
      />
      {instants.length > 1 && (
        <Select
          label={`${label}: ${WHICH_LABEL}`}
          value={options.find(({ at }) => instant !== null && at.getTime() === parseInstant(instant))?.value ?? ''}
          options={options.map(({ value, label: words }) => ({ value, text: words }))}
          onChange={(which) => onChange(chosenOf(instants, which)?.toISOString() ?? null)}
        />
      )}
    </span>
  )
}
