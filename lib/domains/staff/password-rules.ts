/** The rules of a password one by one, for a list that is ticked off while someone types. */
import { lengthProblem, PASSWORD_MAX, PASSWORD_MIN } from './password.ts'
import type { PasswordProblem } from './password-check.ts'

export interface RuleState {
  label: string
  met: boolean
}

/** All are met exactly when `faults`, those of `passwordFaults`, is empty; null where it cannot be said yet. */
export function passwordRules(password: string, faults: readonly PasswordProblem[] | null): RuleState[] {
  const length = lengthProblem(password)
  const without = (fault: PasswordProblem) => length === null && faults !== null && !faults.includes(fault)
  return [
    {
      label: length === 'long' ? `At most ${PASSWORD_MAX} characters` : `At least ${PASSWORD_MIN} characters`,
      met: length === null,
    },
    { label: 'No part of your name or email address', met: without('own') },
    { label: 'Hard to guess', met: without('guessable') },
  ]
}
