/** The rules of a password one by one, for a list that is ticked off while someone types. */
import { PASSWORD_MAX, PASSWORD_MIN } from './password.ts'
import type { PasswordProblem } from './password-check.ts'

export interface RuleState {
  label: string
  met: boolean
}

/** All are met exactly when `faults`, those of `passwordFaults`, is empty; null where it cannot be said yet. */
export function passwordRules({ length }: string, faults: readonly PasswordProblem[] | null): RuleState[] {
  const long = length >= PASSWORD_MIN && length <= PASSWORD_MAX
  const without = (fault: PasswordProblem) => long && faults !== null && !faults.includes(fault)
  return [
    {
      label: length > PASSWORD_MAX ? `At most ${PASSWORD_MAX} characters` : `At least ${PASSWORD_MIN} characters`,
      met: long,
    },
    { label: 'No part of your name or email address', met: without('own') },
    { label: 'Hard to guess', met: without('guessable') },
  ]
}
