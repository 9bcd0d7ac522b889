/** Rejects cross-site requests that carry cookies (CSRF). */

/**
 * Returns whether a page of another origin asks. Browsers say so in `Sec-Fetch-Site` or `Origin`. Without either, a plain
 * read may be one of the address bar; anything else with a cookie is refused, for nobody can say where it came from.
 * `publicUrl` is where browsers reach the console: behind a proxy that ends TLS, the address of the request itself has
 * another scheme.
 */
export function isCrossSite(
  { headers, url, method }: Pick<Request, 'headers' | 'url' | 'method'>,
  publicUrl: string,
): boolean {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (site === null && origin === null) return method !== 'GET' && method !== 'HEAD' && headers.has('cookie')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
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
