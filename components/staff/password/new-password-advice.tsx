import { Circle, CircleCheck } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { Meter } from 'react-aria-components'
import { passwordRules, type RuleState } from '#lib/domains/staff/password.ts'
import type { PasswordAdvice, PasswordOwner } from '#lib/domains/staff/password-check.ts'

/** Below the box of a new password: how strong it is, and the rules that are ticked off. */
export function NewPasswordAdvice({ id, password, owner }: { id: string; password: string; owner: PageOwner }) {
  const advice = usePasswordAdvice(password, owner)
  return (
    <div className="flex flex-col gap-2">
      <PasswordMeter score={advice?.score ?? null} />
      <div id={id}>
        <PasswordRules rules={passwordRules(password, advice?.faults ?? null)} />
        {advice?.faults.includes('guessable') && <p className="mt-1 text-sm text-ink-2">{advice.sentence}</p>}
      </div>
    </div>
  )
}

const WORDS = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const
const TONES = ['bad', 'bad', 'warn', 'ok', 'ok'] as const
const BARS = [1, 2, 3, 4] as const

/** How hard a password is to guess, from 0 to 4; null while nothing can be said. As tall either way. */
function PasswordMeter({ score }: { score: number | null }) {
  const word = score === null ? null : (WORDS[score] ?? null)
  return (
    <Meter
      aria-label="Password strength"
      minValue={0}
      maxValue={4}
      value={score ?? 0}
      valueLabel={word ?? 'No feedback yet'}
      data-tone={TONES[score ?? 0]}
      className="flex h-5 items-center gap-2 text-sm"
    >
      <span aria-hidden="true" className="flex flex-1 gap-1">
        {BARS.map((bar) => (
          <span
            key={bar}
            data-on={score !== null && score >= bar}
            className="h-1.5 flex-1 rounded-full bg-line-2 data-[on=true]:bg-tone-fg"
          />
        ))}
      </span>
      <span className="w-20 text-ink-2">{word}</span>
    </Meter>
  )
}

function PasswordRules({ rules }: { rules: readonly RuleState[] }) {
  return (
    <ul aria-label="The password needs" className="flex flex-col gap-1 text-sm">
      {rules.map(({ label, met }) => (
        <li
          key={label}
          data-tone={met ? 'ok' : 'place'}
          className="flex items-center gap-1.5 text-ink-3 data-[tone=ok]:text-tone-fg"
        >
          {met ? <CircleCheck className="shrink-0" /> : <Circle className="shrink-0 stroke-[1.6]" />}
          {label}
          <span className="sr-only">{met ? ': done' : ': not yet'}</span>
        </li>
      ))}
    </ul>
  )
}

type Advisor = (password: string, owner: PasswordOwner) => PasswordAdvice

/** The password's owner, as far as a page knows them; the host is the page's own. */
export type PageOwner = Omit<PasswordOwner, 'host'>

const ownerHere = (owner: PageOwner): PasswordOwner => ({ ...owner, host: window.location.hostname })

/** Returns problem and strength; null until the word list, requested at the first key, has loaded. */
function usePasswordAdvice(password: string, { email, name }: PageOwner): PasswordAdvice | null {
  const [advisor, setAdvisor] = useState<{ ask: Advisor } | null>(null)
  const isTyping = password !== ''
  useEffect(() => {
    if (!isTyping) return
    let isGone = false
    import('#lib/domains/staff/password-check.ts').then(
      ({ adviseOn }) => isGone || setAdvisor({ ask: adviseOn }),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [isTyping])
  const looked = useDeferredValue(password)
  return advisor && isTyping ? advisor.ask(looked, ownerHere({ email, name })) : null
}

/** Returns the server's likely refusal; null also when the list can't load, since the server checks again. */
export async function refusalOf(password: string, owner: PageOwner): Promise<string | null> {
  const check = await import('#lib/domains/staff/password-check.ts').catch(() => null)
  return check?.passwordProblem(password, ownerHere(owner)) ?? null
}
