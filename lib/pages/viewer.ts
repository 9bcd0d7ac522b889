/** The viewer of a page rendered on the server; redirects to sign-in without a session. */
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { z } from 'zod'
import { signInMethods } from '#lib/domains/staff/auth-client.ts'
import type { methodsAnswer } from '#lib/domains/staff/sign-in.ts'
import { getViewer, type Viewer } from '#lib/domains/staff/viewer.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { signInPath } from '#lib/utils/http/own-path.ts'
import { serverContext } from './context.ts'
import { isDemoRequest, viewerOfDemo } from './demo.ts'

/** Set by lib/platform/http on every request it hands to Next: the address as the browser asked for it. */
const PATH_HEADER = 'x-console-path'

type Known = { viewer: Viewer | null; signed_out: boolean }

/** Asked for once a request, whichever part of the page needs it. */
const askForViewer = cache(async (): Promise<Known> => {
  if (await isDemoRequest()) return { viewer: await viewerOfDemo(), signed_out: false }
  try {
    return { viewer: await consoleRequest(getViewer, {}, await serverContext('')), signed_out: false }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return { viewer: null, signed_out: error.status === 401 }
  }
})

/** Returns the viewer; null when the request failed, and the page's own requests then show the error. */
export async function loadViewer(): Promise<Viewer | null> {
  const { viewer, signed_out } = await askForViewer()
  if (signed_out) redirect(signInPath(await requestedPath()))
  if (viewer?.must_enroll) await leadToAccount()
  return viewer
}

/** Redirects a viewer who must set up a second factor to their account, the only page they can use. */
async function leadToAccount(): Promise<void> {
  const path = (await requestedPath())?.split('?')[0] ?? '/'
  const account = `/${path.split('/')[1]}/settings`
  if (path !== '/' && path !== account) redirect(account)
}

/** Returns the viewer, for pages that need one. @throws Error when the request failed */
export async function requireViewer(): Promise<Viewer> {
  const viewer = await loadViewer()
  if (!viewer) throw new Error('The console couldn’t tell who is signed in.')
  return viewer
}

/** Returns whether the request has a valid session, without redirecting to the sign-in page. */
export async function isSignedIn(): Promise<boolean> {
  return (await askForViewer()).viewer !== null
}

/** Without the parameter by which Next asks for a part of a page. */
async function requestedPath(): Promise<string | null> {
  const asked = (await headers()).get(PATH_HEADER)
  if (!asked || !URL.canParse(asked, 'https://console.invalid')) return null
  const { pathname, searchParams } = new URL(asked, 'https://console.invalid')
  searchParams.delete('_rsc')
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/** A choice this browser made before, as it is in its cookie. */
export async function cookieChoice(name: string): Promise<string | null> {
  return (await cookies()).get(name)?.value ?? null
}

/** Data for the pages before sign-in, requested without the visitor's cookies. */
type SignInOffer = z.output<typeof methodsAnswer>

/** Never throws: if the request fails the form still renders, and shows the error when it is submitted. */
export async function signInOffer(): Promise<SignInOffer> {
  const { origin } = await serverContext('')
  return await signInMethods(origin).catch(() => ({ sso: null, idle_minutes: null, needs_setup: false }))
}
