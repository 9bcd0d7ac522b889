/** Security headers of every response. */
import { randomBytes } from 'node:crypto'

export interface HeaderOptions {
  /** Whether browsers reach the console over HTTPS, directly or through a TLS proxy. */
  https?: boolean
  /** Hot reload compiles in the browser. */
  dev?: boolean
  /** Origin of the map's tiles, the only other origin that pages may read from. */
  map_style_url?: string | null
  /** Host of a demo page, which may load only its own pages and files. */
  demoHost?: string | null
}

const SECONDS_OF_TWO_YEARS = 63_072_000
const NO_DEVICES = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'display-capture', 'browsing-topics']

/** For pages and data alike. */
export function commonHeaders({ https = false }: HeaderOptions): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': NO_DEVICES.map((device) => `${device}=()`).join(', '),
    ...(https && { 'strict-transport-security': `max-age=${SECONDS_OF_TWO_YEARS}; includeSubDomains` }),
  }
}

/** Scripts run by a nonce of this page; style attributes are allowed, since positions are computed and run no code. */
export function pagePolicy({ https = false, dev = false, map_style_url, demoHost }: HeaderOptions): string {
  const nonce = randomBytes(16).toString('base64')
  const isDemo = typeof demoHost === 'string' && !dev
  const map = isDemo ? '' : mapSource(map_style_url)
  const files = isDemo ? `${demoHost}/_next/ ${demoHost}/static/` : "'self'"
  return [
    `default-src ${files}`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src ${files}${isDemo ? ` ${demoHost}/icon.svg` : ''} data: blob:${map}`,
    "worker-src 'self' blob:",
    `connect-src ${files}${isDemo ? ` ${demoHost}/demo ${demoHost}/demo/` : ''}${map}${dev ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    ...(isDemo ? [`manifest-src ${demoHost}/manifest.webmanifest`] : []),
    `form-action ${isDemo ? "'none'" : "'self'"}`,
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** A worker obeys the policy of its own script: it may load the parts of it and speak to this console, or read the map. */
export function scriptPolicy({ map_style_url }: HeaderOptions): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `connect-src 'self'${mapSource(map_style_url)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** As one more source of a directive; empty without a map of streets. */
function mapSource(style_url: string | null | undefined): string {
  return style_url ? ` ${new URL(style_url).origin}` : ''
}

/** Data is never a page: were a browser to show it as one, nothing in it would load, run or be sent. */
export const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
