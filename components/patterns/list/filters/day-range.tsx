import clsx from 'clsx'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { PlainField } from '#components/ui/field/field.tsx'
import { clockNow } from '#lib/utils/time/clock.ts'
import { dayIn, RELATIVE_DAYS, RELATIVE_LABELS, type RelativeDays, relativeDays } from '#lib/utils/time/day-ranges.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'

interface Days {
  /** Calendar days of the viewer, both among them; null for no end. */
  from: string | null
  to: string | null
}

interface DayRangeProps extends Days {
  onChange: (days: Days) => void
  /** The relative range that is on, where the list keeps one; null for none. */
  within?: RelativeDays | null
  /** Called with a relative range when a preset of the past is chosen. */
  onWithin?: (days: RelativeDays) => void
  /** Those of the past unless given. */
  usual?: readonly { label: string; from: string; to: string }[]
}

interface Preset extends Days {
  label: string
  range?: RelativeDays
}

const DAY = { type: 'date', min: '1000-01-01', max: '9999-12-31', className: 'max-rail:w-full' } as const

export function DayRange({ from: first, to: last, onChange, within = null, onWithin, usual: given }: DayRangeProps) {
  const timeZone = useTimeZone()
  const today = dayIn(timeZone, clockNow())
  const past = RELATIVE_DAYS.map((range) => ({ range, label: RELATIVE_LABELS[range], ...relativeDays(range, today) }))
  const usual: readonly Preset[] = given ?? past
  const { from, to } = within ? relativeDays(within, today) : { from: first, to: last }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-1.5">
        {usual.map((preset) => {
          const { range } = preset
          const isOn = onWithin ? range === within : preset.from === from && preset.to === to
          const choose = () => (onWithin && range ? onWithin(range) : onChange({ from: preset.from, to: preset.to }))
          return (
            <button
              key={preset.label}
              type="button"
              aria-pressed={isOn}
              onClick={choose}
              className={clsx(
                'h-7 rounded-control border px-2.5 text-sm font-control max-rail:h-10',
                isOn ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line-2 text-ink-2 hover:bg-hover',
              )}
            >
              {preset.label}
            </button>
          )
        })}
      </div>
      <div className="flex flex-wrap gap-3">
        <PlainField
          {...DAY}
          label="First day"
          value={from ?? ''}
          onChange={(day) => onChange({ from: day || null, to })}
        />
        <PlainField
          {...DAY}
          label="Last day"
          value={to ?? ''}
          onChange={(day) => onChange({ from, to: day || null })}
        />
      </div>
      <p className="text-xs text-ink-3">
        <span>Days run from midnight to midnight in {zoneName(timeZone)}. Leave a date empty for an open range.</span>
        {onWithin &&
          ' A range like “Last 7 days” moves on each day; in a link or a saved view it counts the days of whoever opens it.'}
      </p>
    </div>
  )
}
