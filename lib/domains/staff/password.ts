/** How long a password is: what else it must be is in `password-check.ts`, which brings a long list along. */

export type PasswordProblem = 'short' | 'long' | 'own' | 'guessable'

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128

/** Characters as people count them, without those that nobody sees. */
const visibleCount = (password: string) => [...password.normalize('NFKC').replace(/[\p{Cf}\p{M}]/gu, '')].length

/** Returns what is wrong with a password's length, however its letters and their marks were typed. */
export function lengthProblem(password: string): 'short' | 'long' | null {
  if (visibleCount(password) < PASSWORD_MIN) return 'short'
  return password.normalize('NFC').length > PASSWORD_MAX ? 'long' : null
}

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
