/** The demo on the server: pages without data, for a viewer whose role is in a cookie. */
import { cookies, headers } from 'next/headers'
import { DEMO_ENVIRONMENT, demoViewer, OWN_COOKIE, ROLE_COOKIE } from '#lib/demo/people.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { ROLES } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { type DemoPreview, demoPreview } from '#lib/kernel/client/request.ts'
import { isDemoPath } from '#lib/utils/browser/demo-path.ts'

/** Set by lib/platform/http on every request it hands to Next: the address as the browser asked for it. */
const PATH_HEADER = 'x-console-path'
/** Set by lib/platform/http as well. */
const OFFERED_HEADER = 'x-console-demo'

/** An address that asks for another demo than a new one. */
const OWN_ADDRESS = /[?&](?:scenario|past)=/

export type DemoOffer = 'on' | 'off' | 'only'

/** Whether this console shows the demo: beside what it is for, not at all, or nothing else. */
export async function demoOffer(): Promise<DemoOffer> {
  const said = (await headers()).get(OFFERED_HEADER)
  return said === 'on' || said === 'only' ? said : 'off'
}

/** Returns whether the page is part of the demo, which has no session and makes no calls on the server. */
export async function isDemoRequest(): Promise<boolean> {
  return isDemoPath((await headers()).get(PATH_HEADER) ?? '')
}

/** The environments of the demo: itself, or none where it is turned off. */
export async function demoEnvironments(): Promise<Environment[]> {
  return (await demoOffer()) === 'off' ? [] : [DEMO_ENVIRONMENT]
}

/**
 * The first content of a page of the demo; null where this browser has a demo of its own that looks different, so that
 * nobody sees what is replaced at once. A page that a link of another one leads to gets none: its demo runs
 * already, and would take the sample data for what it has just said itself.
 */
export async function previewOfDemo(): Promise<DemoPreview | null> {
  const asked = await headers()
  const isDocument = asked.get('sec-fetch-dest') !== 'empty'
  const isOwn = (await cookies()).get(OWN_COOKIE)?.value || OWN_ADDRESS.test(asked.get(PATH_HEADER) ?? '')
  return isDocument && !isOwn ? demoPreview((await viewerOfDemo()).role) : null
}

/** Returns the demo's viewer in the role of the cookie; an administrator where the cookie is missing or unknown. */
export async function viewerOfDemo(): Promise<Viewer> {
  const named = (await cookies()).get(ROLE_COOKIE)?.value
  return demoViewer(ROLES.find((role) => role === named) ?? 'administrator', Date.now())
}
