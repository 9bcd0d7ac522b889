/** Browsers say where a request comes from; a page of another site may not change anything. */
export function isCrossSite({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}
