import { Circle, CircleCheck } from 'lucide-react'

export interface PasswordRule {
  label: string
  met: boolean
}

/** Lists password rules and checks them off while typing. */
export function PasswordRules({ rules }: { rules: readonly PasswordRule[] }) {
  return (
    <ul aria-label="The password needs" className="flex flex-col gap-1 text-sm">
      {rules.map(({ label, met }) => (
        <li
          key={label}
          data-tone={met ? 'ok' : 'place'}
          className="flex items-center gap-1.5 text-ink-3 data-[tone=ok]:text-tone-fg"
        >
          {met ? (
            <CircleCheck aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.9} />
          ) : (
            <Circle aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.6} />
          )}
          {label}
          <span className="sr-only">{met ? ': done' : ': not yet'}</span>
        </li>
      ))}
    </ul>
  )
}
