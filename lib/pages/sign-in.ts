/** Data for the pages before sign-in, requested without the visitor's cookies. */
import type { z } from 'zod'
import { signInMethods } from '#lib/domains/staff/auth-client.ts'
import type { methodsAnswer } from '#lib/domains/staff/sign-in.ts'
import { serverContext } from './context.ts'

export type SignInOffer = z.output<typeof methodsAnswer>

/** Never throws: if the request fails the form still renders, and shows the error when it is submitted. */
export async function signInOffer(): Promise<SignInOffer> {
  const { origin } = await serverContext('')
  return await signInMethods(origin).catch(() => ({ sso: null, idle_minutes: null, needs_setup: false }))
}
