/** The two refusals of sign-in that several routes give in the same words. */
import { ApiError } from '#lib/kernel/api-error.ts'

/** Returns the same words for an unknown email, a wrong password and a disabled person. */
export const wrongCredentials = () => new ApiError('wrong_credentials', 'The email address or password is wrong.')

export const notSignedIn = () =>
  new ApiError('not_signed_in', 'You aren’t signed in, or your session has ended. Sign in again.')
