'use client'
import { useId } from 'react'

interface OneOfProps<T> {
  legend: string
  value: T
  options: readonly { value: T; text: string; note?: string }[]
  onChange: (value: T) => void
}

/** One of a few, in the editor of a filter. */
export function OneOf<T>({ legend, value, options, onChange }: OneOfProps<T>) {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">{legend}</legend>
      {options.map(({ value: each, text, note }) => (
        <label key={text} className="flex min-h-8 cursor-pointer items-center gap-2.5 max-rail:min-h-10">
          <input
            type="radio"
            name={name}
            checked={value === each}
            onChange={() => onChange(each)}
            className="size-4 accent-accent"
          />
          {text}
          {note && <span className="text-xs text-ink-3">{note}</span>}
        </label>
      ))}
    </fieldset>
  )
}
