'use client'
import { PasswordMeter } from '#components/patterns/form/password-meter.tsx'
import { PasswordRules } from '#components/patterns/form/password-rules.tsx'
import { passwordRules } from '#lib/domains/staff/password-rules.ts'
import { type PageOwner, usePasswordAdvice } from './use-password-advice.ts'

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
