import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'

interface SegmentsProps<T extends string> {
  /** Accessible name: "Show as". */
  label: string
  value: T
  options: readonly { value: T; text: string; icon: LucideIcon }[]
  onChange: (value: T) => void
  /** Shows the names next to the icons. */
  named?: boolean
}

/** One of a few ways to look at the same thing, as icons; their names show next to them or as tooltips. */
export function Segments<T extends string>({ label, value, options, onChange, named }: SegmentsProps<T>) {
  const name = useId()
  return (
    <fieldset className="flex gap-0.5 rounded-control border border-line-2 bg-sunken p-0.5 print:hidden">
      <legend className="sr-only">{label}</legend>
      {options.map(({ value: each, text, icon: Icon }) => (
        <label
          key={each}
          title={named ? undefined : text}
          className={clsx(
            'relative flex h-6 cursor-pointer items-center justify-center gap-1.5 rounded-tag text-sm font-control text-ink-2 outline-focus hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--control)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 max-rail:h-9',
            named ? 'px-2' : 'w-8 max-rail:w-9',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={value === each}
            onChange={() => onChange(each)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon className={named ? 'size-3.5' : 'size-4'} />
          <span className={clsx(!named && 'sr-only')}>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
