/** What the pages before sign-in may know. Asked without the visitor's cookies. */
import type { z } from 'zod'
import { signInMethods } from '#lib/domains/staff/auth-client.ts'
import type { methodsAnswer } from '#lib/domains/staff/sign-in.ts'
import { serverContext } from './context.ts'

export type SignInOffer = z.output<typeof methodsAnswer>

/** Never throws: without an answer there is still the form, which says what is wrong when it is sent. */
export async function signInOffer(): Promise<SignInOffer> {
  const { origin } = await serverContext('')
  return await signInMethods(origin).catch(() => ({ sso: null }))
}
