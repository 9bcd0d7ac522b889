/** The cookies of sign-in: their names, what of them better-auth gets to see, and what of its answer a browser does. */
import { createHmac } from 'node:crypto'
import { parse, parseSigned, serialize, serializeSigned } from 'hono/utils/cookie'
import { newId } from '#lib/utils/ids/ids.ts'
import type { LimitKind } from './limits.ts'

/** Only this process sets it, from what it knows of the connection. */
export const CLIENT_ADDRESS_HEADER = 'x-console-client'

/** `__Host-` binds a cookie to exactly this host over https; plain names are for http on this machine. */
export function cookiePrefix(secure: boolean): string {
  return secure ? '__Host-vialdesk' : 'vialdesk'
}

/** `sso.…` is one attempt of several, each in a tab of its own. */
type CookieName = 'session' | 'pending' | 'known' | 'confirmed' | `sso.${string}`

/** Counter that a wrong password adds to. */
export interface Counter {
  kind: Extract<LimitKind, 'account' | 'known_browser'>
  subject: string
}

/** Seconds that a browser is known after a sign-in. */
const KNOWN = 180 * 24 * 3600

export interface Cookies {
  /** The cookie as it was sent, signature included. */
  raw(request: Request, name: CookieName): string | null
  /** Returns a cookie's value if its signature is valid. */
  verified(request: Request, name: CookieName): Promise<string | null>
  /** Names of the attempts at single sign-on that the browser sent. */
  attempts(request: Request): `sso.${string}`[]
  /** Headers for better-auth, with no cookie but these. */
  forward(request: Request, address: string, names: readonly CookieName[]): Headers
  /** The cookies of better-auth's answer that mean something here. */
  kept(answer: Response): string[]
  /** The token that an answer's session cookie holds. */
  issued(answer: Response): string | null
  /** Returns the counter for wrong passwords: a browser that has signed the person in before has its own. */
  counterOf(request: Request, email: string): Promise<Counter>
  /** Makes the browser known to have signed a person in. */
  known(request: Request, email: string): Promise<string>
  /** Returns a signed cookie that no script of a page reads. @param seconds how long the browser keeps it */
  issue(name: CookieName, value: string, seconds: number): Promise<string>
  expired(name: CookieName): string
}

/** As better-auth calls them; `pending` is a sign-in whose password was right and whose code is still missing. */
function namesOf(secure: boolean) {
  const prefix = cookiePrefix(secure)
  return {
    session: `${prefix}.session_token`,
    pending: `${prefix}.two_factor`,
    known: `${prefix}.known`,
    confirmed: `${prefix}.confirmed`,
    sso: `${prefix}.state`,
  } as const
}

/** Over HTTPS the cookies' names have a prefix that binds them to the host. */
export function createCookies(secret: string, publicUrl: () => string): Cookies {
  const plain = namesOf(false)
  const bound = namesOf(true)
  const isSecure = () => publicUrl().startsWith('https:')
  const names = () => (isSecure() ? bound : plain)
  const fullName = (name: CookieName) => {
    if (name === 'session' || name === 'pending' || name === 'known' || name === 'confirmed') return names()[name]
    return name.replace(/^sso/, names().sso)
  }

  const raw: Cookies['raw'] = (request, name) => {
    const full = fullName(name)
    return parse(request.headers.get('cookie') ?? '', full)[full] ?? null
  }

  const verified: Cookies['verified'] = async (request, name) => {
    const full = fullName(name)
    const value = await parseSigned(request.headers.get('cookie') ?? '', secret, full)
    return value[full] || null
  }
  const attributes = (maxAge: number) =>
    ({ httpOnly: true, secure: isSecure(), sameSite: 'Lax', path: '/', maxAge }) as const
  const issue: Cookies['issue'] = (name, value, seconds) =>
    serializeSigned(fullName(name), value, secret, attributes(seconds))
  /** Contains nothing that identifies the person. */
  const markOf = (browser: string, email: string) =>
    `${browser}.${createHmac('sha256', secret).update(`known ${browser} ${email.toLowerCase()}`).digest('base64url')}`
  const isOf = (mark: string, email: string) => markOf(mark.split('.')[0] ?? '', email) === mark

  return {
    raw,
    verified,
    async counterOf(request, email) {
      const mark = await verified(request, 'known')
      return mark !== null && isOf(mark, email)
        ? { kind: 'known_browser', subject: mark }
        : { kind: 'account', subject: email }
    },
    async known(request, email) {
      const before = await verified(request, 'known')
      const mark = before !== null && isOf(before, email) ? before : markOf(newId(), email)
      return await issue('known', mark, KNOWN)
    },
    issue,
    attempts(request) {
      const start = `${names().sso}.`
      const sent = Object.keys(parse(request.headers.get('cookie') ?? ''))
      return sent.filter((name) => name.startsWith(start)).map((name) => `sso.${name.slice(start.length)}` as const)
    },
    forward(request, address, wanted) {
      const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: address })
      const agent = request.headers.get('user-agent')?.slice(0, 200)
      if (agent) headers.set('user-agent', agent)
      const sent = wanted.flatMap((name) => {
        const value = raw(request, name)
        return value === null ? [] : [`${fullName(name)}=${encodeURIComponent(value)}`]
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
      return serialize(fullName(name), '', attributes(0))
    },
  }
}
