/** The ID of the demo, and the demo paths that the server may serve. */

export const DEMO_ID = 'demo'

const PAGE_OR_ASSET = /^\/(?:demo(?:\/|$)|_next\/)/

/** Whether a request is for a part of a page, which the server makes. Everything else, the demo answers or refuses. */
export function isPageRequest({ origin, pathname }: URL, ownOrigin: string): boolean {
  return origin === ownOrigin && PAGE_OR_ASSET.test(pathname)
}
