/** The two refusals of sign-in that several routes give in the same words. */
import { ApiError } from '#lib/kernel/api-error.ts'

/** Returns the same words for an unknown email, a wrong password and a disabled person. */
export const wrongCredentials = () => new ApiError('wrong_credentials', 'The e-mail address or the password is wrong.')

export const notSignedIn = () =>
  new ApiError('not_signed_in', 'You are not signed in, or your session has ended. Sign in again.')
