/** Which pages and requests belong to the demo. */

export const DEMO_ID = 'demo'

const PAGE = /^\/demo(?:[/?#]|$)/
const PAGE_OR_ASSET = /^\/(?:demo(?:\/|$)|_next\/)/

export function isDemoPath(path: string): boolean {
  return PAGE.test(path)
}

/** Whether a request is for a part of a page, which the server makes. Everything else, the demo answers or refuses. */
export function isPageRequest({ origin, pathname }: URL, ownOrigin: string): boolean {
  return origin === ownOrigin && PAGE_OR_ASSET.test(pathname)
}
