/** How long a password is: what else it must be is in `password-check.ts`, which brings a long list along. */

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128
