/** Tracking links as the service sends them: which of them may become links. */

/** Carriers whose own sites may be opened from here, subdomains included; the last three are the embedded service's. */
const CARRIER_HOSTS = [
  'dhl.com',
  'fedex.com',
  'ups.com',
  'usps.com',
  'brackenpost.example',
  'harrowfreight.example',
  'parcelwing.example',
] as const

/** The link and its host; null for anything but https to a known carrier, which is then shown as text. */
export function trackingLink(sent: string): { href: string; host: string } | null {
  if (!URL.canParse(sent)) return null
  const { protocol, hostname, href, port, username, password } = new URL(sent)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return null
  const isKnown = CARRIER_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  return isKnown ? { href, host: hostname } : null
}
