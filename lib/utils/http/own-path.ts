/** Return addresses: only paths of the console itself, whatever somebody put into a link. */

/** Longer than any address of the console, shorter than what a server refuses. */
const MAX_PATH_CHARS = 2_000
/** First path segments that belong to no environment: interfaces, probes, and pages before sign-in. */
export const RESERVED_SEGMENTS =
  'api docs healthz link openapi.json portal readyz setup sign-in static v1 v2 v3 _next'.split(' ')
/** Returning to the sign-in page would be a loop, and an interface is no page. */
const NO_PAGES: ReadonlySet<string | undefined> = new Set(RESERVED_SEGMENTS)
const HERE = 'https://console.invalid'

/** Null for what isn't ours: browsers read `\` as `/` and drop tabs and line ends, so none may be there. */
export function ownPath(next: string | null | undefined): string | null {
  if (!next || next.length > MAX_PATH_CHARS || !/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(next)) return null
  if (!URL.canParse(next, HERE)) return null
  const { origin, pathname, search } = new URL(next, HERE)
  if (origin !== HERE || pathname.startsWith('//') || NO_PAGES.has(pathname.split('/')[1])) return null
  return pathname === '/' ? null : `${pathname}${search}`
}

/** Why somebody is on the sign-in page who did not ask for it. */
export const ENDINGS = ['signed_out', 'idle', 'ended'] as const
export type Ending = (typeof ENDINGS)[number]

/** The sign-in page, with the way back and the reason. */
export function signInPath(next: string | null, why?: Ending): string {
  const search = new URLSearchParams()
  const back = ownPath(next)
  if (back) search.set('next', back)
  if (why) search.set('reason', why)
  return search.size > 0 ? `/sign-in?${search}` : '/sign-in'
}

/** Returns the host name of an address without its port; null where there is none. */
export function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).hostname : null
}
