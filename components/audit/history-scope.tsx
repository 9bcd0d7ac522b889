'use client'
import { Eye, Pencil } from 'lucide-react'
import { useId } from 'react'

interface HistoryScopeProps {
  value: string
  onChange: (value: 'changes' | 'all') => void
}

const CHOICES = [
  { value: 'changes', text: 'Changes only', icon: Pencil },
  { value: 'all', text: 'Views and changes', icon: Eye },
] as const

/** Whether a history shows changes alone or who looked as well. */
export function HistoryScope({ value, onChange }: HistoryScopeProps) {
  const name = useId()
  return (
    <fieldset className="flex gap-0.5 rounded-control border border-line-2 bg-sunken p-0.5">
      <legend className="sr-only">Show</legend>
      {CHOICES.map(({ value: each, text, icon: Icon }) => (
        <label
          key={each}
          className="relative flex h-6 cursor-pointer items-center gap-1.5 rounded-tag px-2 text-sm font-control text-ink-2 outline-focus hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 max-rail:h-9"
        >
          <input
            type="radio"
            name={name}
            checked={value === each}
            onChange={() => onChange(each)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon aria-hidden="true" className="size-3.5" strokeWidth={1.9} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
