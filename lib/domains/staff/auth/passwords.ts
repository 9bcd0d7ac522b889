/** How passwords are kept: salted and slow to try. */
import { hashPassword, verifyPassword } from 'better-auth/crypto'

export interface Passwords {
  /** What is kept of a password. */
  hash(password: string): Promise<string>
  /** Whether it is the password that the hash was made of. */
  verify(kept: { hash: string; password: string }): Promise<boolean>
}

/** scrypt with N 16384, r 16, p 1 and 16 random bytes of salt: `salt:key`, both hexadecimal. */
export const SCRYPT: Passwords = { hash: hashPassword, verify: verifyPassword }
