/** The cookies of sign-in: their names, what of them better-auth gets to see, and what of its answer a browser does. */
import { parse, parseSigned, serialize } from 'hono/utils/cookie'

/** Only this process sets it, from what it knows of the connection. */
export const CLIENT_ADDRESS_HEADER = 'x-console-client'

/** `__Host-` binds a cookie to exactly this host over https; plain names are for http on this machine. */
export function cookiePrefix(secure: boolean): string {
  return secure ? '__Host-vialdesk' : 'vialdesk'
}

type CookieName = 'session' | 'pending' | 'sso'

export interface Cookies {
  /** The cookie as it was sent, signature included. */
  raw(request: Request, name: CookieName): string | null
  /** What the cookie holds, if its signature is ours. */
  verified(request: Request, name: CookieName): Promise<string | null>
  /** Headers for better-auth, with no cookie but these. */
  forward(request: Request, address: string, names: readonly CookieName[]): Headers
  /** The cookies of better-auth's answer that mean something here. */
  kept(answer: Response): string[]
  /** The token that an answer's session cookie holds. */
  issued(answer: Response): string | null
  /** Takes a cookie away from the browser. */
  expired(name: CookieName): string
}

/** As better-auth calls them; `pending` is a sign-in whose password was right and whose code is still missing. */
function namesOf(secure: boolean): Record<CookieName, string> {
  const prefix = cookiePrefix(secure)
  return { session: `${prefix}.session_token`, pending: `${prefix}.two_factor`, sso: `${prefix}.state` }
}

export function createCookies(secret: string, publicUrl: () => string): Cookies {
  const plain = namesOf(false)
  const bound = namesOf(true)
  const isSecure = () => publicUrl().startsWith('https:')
  const names = () => (isSecure() ? bound : plain)

  const raw: Cookies['raw'] = (request, name) => {
    const full = names()[name]
    return parse(request.headers.get('cookie') ?? '', full)[full] ?? null
  }

  return {
    raw,
    async verified(request, name) {
      const full = names()[name]
      const value = await parseSigned(request.headers.get('cookie') ?? '', secret, full)
      return value[full] || null
    },
    forward(request, address, wanted) {
      const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: address })
      const agent = request.headers.get('user-agent')?.slice(0, 200)
      if (agent) headers.set('user-agent', agent)
      const sent = wanted.flatMap((name) => {
        const value = raw(request, name)
        return value === null ? [] : [`${names()[name]}=${encodeURIComponent(value)}`]
      })
      if (sent.length > 0) headers.set('cookie', sent.join('; '))
      return headers
    },
    kept(answer) {
      const ours = Object.values(names())
      return answer.headers.getSetCookie().filter((cookie) => ours.some((name) => cookie.startsWith(`${name}=`)))
    },
    issued(answer) {
      const start = `${names().session}=`
      const cookie = answer.headers
        .getSetCookie()
        .find((line) => line.startsWith(start) && !line.startsWith(`${start};`))
      const value = cookie?.slice(start.length).split(';')[0]
      return value ? decodeURIComponent(value).replace(/\.[^.]*$/, '') : null
    },
    expired(name) {
      return serialize(names()[name], '', { httpOnly: true, secure: isSecure(), sameSite: 'Lax', path: '/', maxAge: 0 })
    },
  }
}
