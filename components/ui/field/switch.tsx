import clsx from 'clsx'
import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useId } from 'react'

interface SwitchProps {
  label: string
  hint?: ReactNode
  checked: boolean
  isDisabled?: boolean
  /** The switch stands at the end of a row, its words at the start. */
  atEnd?: boolean
  /** It is not as it shows yet. */
  isPending?: boolean
  onChange: (checked: boolean) => void
}

/** Something that is on or off; the words beside it say which. */
export function Switch({
  label,
  hint,
  checked,
  isDisabled = false,
  atEnd = false,
  isPending = false,
  onChange,
}: SwitchProps) {
  const id = useId()
  return (
    <label
      className={clsx(
        'flex cursor-pointer gap-2.5 py-0.5 has-disabled:cursor-not-allowed max-rail:min-h-10',
        atEnd ? 'flex-1 flex-row-reverse items-center' : 'items-start',
      )}
    >
      <span className="relative mt-px inline-flex h-[18px] w-[30px] shrink-0">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: the box itself says whether it is checked
          role="switch"
          checked={checked}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.checked)}
          aria-labelledby={id}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-full border border-control bg-control transition-colors duration-100 checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:border-line-2 disabled:bg-sunken"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-[3px] left-[3px] size-3 rounded-full bg-surface transition-transform duration-100 peer-checked:translate-x-3 peer-checked:bg-on-accent peer-disabled:bg-line-2"
        />
      </span>
      {isPending && (
        <LoaderCircle className="after-300ms shrink-0 self-center text-ink-3 motion-safe:animate-spin stroke-2" />
      )}
      <span className={clsx('min-w-0', atEnd && 'flex-1')}>
        <span id={id} className={clsx('block', atEnd && 'font-control')}>
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="block text-xs text-ink-3">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
