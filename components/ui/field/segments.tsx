'use client'
import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'

interface SegmentsProps<T extends string> {
  /** What is chosen: "Show as". */
  label: string
  value: T
  options: readonly { value: T; text: string; icon: LucideIcon }[]
  onChange: (value: T) => void
}

/** One of a few ways to look at the same thing, as signs that have names. */
export function Segments<T extends string>({ label, value, options, onChange }: SegmentsProps<T>) {
  const name = useId()
  return (
    <fieldset className="flex gap-0.5 rounded-control border border-line-2 bg-sunken p-0.5 print:hidden">
      <legend className="sr-only">{label}</legend>
      {options.map(({ value: each, text, icon: Icon }) => (
        <label
          key={each}
          title={text}
          className="relative grid h-6 w-8 cursor-pointer place-items-center rounded-tag text-ink-2 outline-focus hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 max-rail:size-9"
        >
          <input
            type="radio"
            name={name}
            checked={value === each}
            onChange={() => onChange(each)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon aria-hidden="true" className="size-4" strokeWidth={1.9} />
          <span className="sr-only">{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
