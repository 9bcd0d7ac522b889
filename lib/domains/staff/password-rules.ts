/** The rules of a password one by one, for a list that is ticked off while someone types. */
import { PASSWORD_MAX, PASSWORD_MIN, passwordProblem } from './password.ts'

export interface RuleState {
  label: string
  met: boolean
}

/** All are met exactly when `passwordProblem` finds nothing. */
export function passwordRules(password: string, email: string): RuleState[] {
  const long = password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX
  const uncommon = long && passwordProblem(password, '') === null
  const own = long && (!uncommon || passwordProblem(password, email) === null)
  return [
    {
      label:
        password.length > PASSWORD_MAX ? `At most ${PASSWORD_MAX} characters` : `At least ${PASSWORD_MIN} characters`,
      met: long,
    },
    { label: 'No part of the e-mail address', met: own },
    { label: 'Not one of those that are guessed first', met: uncommon },
  ]
}
