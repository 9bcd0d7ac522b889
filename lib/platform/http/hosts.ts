/**
 * Which names the server answers to. A page of another site can point its own name at this machine (DNS rebinding) and
 * would then be same-origin with the console: a request for an unknown name gets 421 before anything reads it.
 */
import { isIP } from 'node:net'

export interface ServedHosts {
  /** Listening address. */
  host: string
  public_url?: string | null
  /** Further names, such as the one a reverse proxy inside a private network asks for. */
  allowed_hosts?: readonly string[]
}

/**
 * Returns whether a `Host` header names this server: localhost, an IP address (no name that could be pointed elsewhere),
 * the host it listens on, that of `public_url`, or one of `allowed_hosts`. Ports don't count.
 */
export function hostChecker({ host, public_url, allowed_hosts = [] }: ServedHosts): (header?: string) => boolean {
  const names = new Set(
    ['localhost', host, public_url ? new URL(public_url).hostname : '', ...allowed_hosts]
      .map((name) => name.toLowerCase())
      .filter((name) => name !== ''),
  )
  return (header) => {
    const [, name = '', bracketed = ''] = HOST_HEADER.exec(header ?? '') ?? []
    return isIP(bracketed || name) !== 0 || names.has(name.toLowerCase().replace(/\.$/, ''))
  }
}

/** A name or IPv4 address, or an IPv6 address in brackets; then perhaps a port. */
const HOST_HEADER = /^(?:([\w.-]+)|\[([\da-f:.]+)\])(?::\d{1,5})?$/i
