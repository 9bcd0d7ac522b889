import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'

interface SelectProps<T extends string | number> {
  /** Its name for people who do not see the words around it. */
  label: string
  value: T
  options: readonly { value: T; text: string }[]
  onChange: (value: T) => void
  className?: string
}

/** The platform's own list in our clothes: a short choice needs no code, and a phone shows it better than we would. */
export function Select<T extends string | number>({ label, value, options, onChange, className }: SelectProps<T>) {
  return (
    <span className={clsx('relative inline-flex', className)}>
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => String(option.value) === target.value)
          if (chosen) onChange(chosen.value)
        }}
        className="h-[30px] appearance-none rounded-control border border-line-2 bg-surface pr-7 pl-[11px] text-sm font-control text-ink shadow-1 hover:bg-hover max-rail:h-10"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2" />
    </span>
  )
}
