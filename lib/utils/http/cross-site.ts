/** Changes come from the console's own pages only, whoever's cookies a browser would send along. */

/**
 * Whether a page of another origin asks. Browsers say so in one header or the other; what sends neither is no browser,
 * and has nobody's cookies. `publicUrl` is where browsers reach the console: behind a proxy that ends TLS, the address
 * of the request itself has another scheme.
 */
export function isCrossSite({ headers, url }: Pick<Request, 'headers' | 'url'>, publicUrl: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  const origin = headers.get('origin')
  return origin !== null && !isOwn(origin, url, publicUrl)
}

/** Without https the console is for this machine, which has more than one name. Until an address is known, nothing is. */
function isOwn(origin: string, url: string, publicUrl: string): boolean {
  if (origin === URL.parse(publicUrl)?.origin) return true
  return publicUrl.startsWith('http:') && origin === new URL(url).origin
}

/** The detail of the 403 that such a change gets. */
export const CROSS_SITE_DENIAL =
  'Changes are taken from the console itself only. If this happens in the console, ask whoever runs it to check its PUBLIC_URL.'
