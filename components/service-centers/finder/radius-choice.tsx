'use client'
import { useId } from 'react'
import { PSC_RADII } from '#lib/kernel/values.ts'
import type { Radius } from './finder-search.ts'

/** How far to look, all choices at once. */
export function RadiusChoice({ value, onChange }: { value: Radius; onChange: (radius: Radius) => void }) {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="contents">
        <span className="text-sm font-control text-ink-2">Within</span>
      </legend>
      <span className="flex h-8 gap-0.5 rounded-control border border-line-2 bg-sunken p-0.5 max-rail:h-11">
        {PSC_RADII.map((radius) => (
          <label
            key={radius}
            className="relative grid min-w-9 cursor-pointer place-items-center rounded-tag px-2 font-control text-ink-2 outline-focus hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 max-rail:flex-1"
          >
            <input
              type="radio"
              name={name}
              checked={value === radius}
              onChange={() => onChange(radius)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span>
              {radius}
              <span className={value === radius ? undefined : 'sr-only'}> mi</span>
            </span>
          </label>
        ))}
      </span>
    </fieldset>
  )
}
