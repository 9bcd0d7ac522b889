'use client'
import { useId } from 'react'
import { useChoiceCount } from './choice-count.tsx'
import { choiceId } from './filter-fields.ts'

interface OneOfProps<T> {
  legend: string
  value: T
  options: readonly { value: T; text: string; note?: string }[]
  onChange: (value: T) => void
}

/** One of a few, in the editor of a filter. */
export function OneOf<T extends string | boolean | null>({ legend, value, options, onChange }: OneOfProps<T>) {
  const name = useId()
  const countOf = useChoiceCount()
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">{legend}</legend>
      {options.map(({ value: each, text, note }) => {
        const count = countOf(choiceId(each))
        const id = `${name}-${choiceId(each)}`
        return (
          <label key={text} className="flex min-h-8 cursor-pointer items-center gap-2.5 max-rail:min-h-10">
            <input
              type="radio"
              name={name}
              checked={value === each}
              onChange={() => onChange(each)}
              aria-labelledby={id}
              {...(count && { 'aria-describedby': `${id}-count` })}
              className="size-4 shrink-0 accent-accent"
            />
            <span id={id} className="flex flex-wrap gap-x-2.5">
              {text}
              {note && <span className="text-xs leading-5 text-ink-3">{note}</span>}
            </span>
            {count && (
              <span id={`${id}-count`} className="ml-auto pl-3 text-ink-2 tabular-nums">
                {count}
              </span>
            )}
          </label>
        )
      })}
    </fieldset>
  )
}
