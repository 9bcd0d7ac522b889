import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { Tone } from '#components/ui/display/pill.tsx'
import { Icon } from '#components/ui/display/tile.tsx'
import { formatCount } from '#lib/utils/text/counts.ts'

interface Segment<T extends string> {
  value: T
  label: string
  count: number
  icon?: LucideIcon
  tone?: Tone
}

interface CountedSegmentsProps<T extends string> {
  label: string
  segments: readonly Segment<T>[]
  value: T
  onChange: (value: T) => void
}

/** Which rows of a list are shown, with how many there are of each. */
export function CountedSegments<T extends string>({ label, segments, value, onChange }: CountedSegmentsProps<T>) {
  return (
    <fieldset className="flex flex-wrap gap-0.5 rounded-control border border-line-2 bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {segments.map(({ value: own, label: name, count, icon, tone }) => (
        <label
          key={own}
          data-tone={tone}
          className={clsx(
            'flex h-7 cursor-pointer items-center gap-1.5 rounded-[6px] border px-2.5 text-sm font-control whitespace-nowrap text-ink-2 has-focus-visible:outline-2 has-focus-visible:outline-focus max-rail:h-10',
            own === value ? 'border-line-2 bg-surface text-ink shadow-1' : 'border-transparent hover:text-ink',
          )}
        >
          <input type="radio" name={label} checked={own === value} onChange={() => onChange(own)} className="sr-only" />
          {icon && <Icon of={icon} size="s" className="text-tone-fg" />}
          {name} <span className="font-heading text-ink">{formatCount(count)}</span>
        </label>
      ))}
    </fieldset>
  )
}
