/** How long a password is: what else it must be is in `password-check.ts`, which brings a long list along. */

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128

/** Characters as people count them, without those that nobody sees. */
const visibleCount = (password: string) => [...password.normalize('NFKC').replace(/[\p{Cf}\p{M}]/gu, '')].length

/** Returns what is wrong with a password's length, however its letters and their marks were typed. */
export function lengthProblem(password: string): 'short' | 'long' | null {
  if (visibleCount(password) < PASSWORD_MIN) return 'short'
  return password.normalize('NFC').length > PASSWORD_MAX ? 'long' : null
}
