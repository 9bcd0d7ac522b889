/** The sandbox's stand-ins for the link widget and the user portal: plain pages that work without scripts. */
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { secureHeaders } from 'hono/secure-headers'
import { z } from 'zod'
import type { CatalogProvider } from '#lib/service/catalog.ts'
import { newConnection } from '#lib/service/catalog.ts'
import type { ServiceDeps } from '#lib/service/handler.ts'
import type { CredentialRecord, LinkOptions } from '#lib/service/records.ts'
import { hashOf } from '#lib/service/secrets.ts'
import { LINK_PAGE, PORTAL_PAGE } from './credentials.ts'
import { linkOutcome, linkProviders } from './link-flow.ts'
import { linkPage, messagePage, portalPage } from './page-views.ts'

type Kind = CredentialRecord['grant']['kind']
type Found = { state: 'unknown' | 'expired' } | { state: 'valid'; credential: CredentialRecord }

/** Bytes: a form of two short fields. */
const LARGEST_FORM = 16 * 1024
const FORM = /^application\/x-www-form-urlencoded(?:\s*;|$)/i

const choice = z.object({ action: z.enum(['connect', 'refuse', 'close']), provider: z.string().optional() })

/** Destination after the link, once known. */
interface Link {
  Variables: { back?: string | null | undefined }
}

/** `onError` gets failures that people see only as an apology page. */
export function createPages(deps: ServiceDeps, onError: (error: unknown) => void) {
  const { store, catalog, now } = deps
  const app = new Hono<Link>()

  // These pages hold a credential in their address: no script, no frame, no referrer, no copy in any cache. A form may
  // send to this page and, by its redirect, to where the link leads back to.
  app.use(
    secureHeaders({
      referrerPolicy: 'no-referrer',
      xFrameOptions: 'DENY',
      // Whether an address is HTTPS only is for whoever runs the console to say.
      strictTransportSecurity: false,
    }),
  )
  app.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
    c.header('content-security-policy', policyOf(c.get('back')))
  })

  async function find(token: string, kind: Kind): Promise<Found> {
    const credential = await store.findCredential(await hashOf(token))
    if (credential?.grant.kind !== kind) return { state: 'unknown' }
    return Date.parse(credential.expires_at) <= now().getTime() ? { state: 'expired' } : { state: 'valid', credential }
  }

  app.get(`${LINK_PAGE}/:token`, async (c) => {
    const found = await find(c.req.param('token'), 'link_token')
    if (found.state !== 'valid') return c.html(messagePage(found.state), found.state === 'expired' ? 410 : 404)
    c.set('back', optionsOf(found.credential).redirect_url)
    return c.html(linkPage(linkProviders(catalog, optionsOf(found.credential)), null))
  })

  const limited = bodyLimit({ maxSize: LARGEST_FORM, onError: (c) => c.html(messagePage('too_large'), 413) })
  app.post(`${LINK_PAGE}/:token`, limited, async (c) => {
    const found = await find(c.req.param('token'), 'link_token')
    if (found.state !== 'valid') return c.html(messagePage(found.state), found.state === 'expired' ? 410 : 404)
    if (!FORM.test(c.req.header('content-type') ?? '')) return c.html(messagePage('not_a_form'), 415)
    const options = optionsOf(found.credential)
    c.set('back', options.redirect_url)
    const offered = linkProviders(catalog, options)
    const asked = choice.safeParse(await c.req.parseBody().catch(() => null))
    const provider = offered.find(({ slug }) => slug === asked.data?.provider)
    if (!asked.success || (asked.data.action !== 'close' && !provider)) return c.html(linkPage(offered, null), 422)
    if (asked.data.action === 'connect' && provider) await connect(found.credential, provider)
    const { redirect, message } = linkOutcome(asked.data.action, provider ?? null, options)
    return redirect === null ? c.html(linkPage(offered, message)) : c.redirect(redirect, 303)
  })

  async function connect({ user_id }: CredentialRecord, provider: CatalogProvider) {
    await store.saveConnection(newConnection(provider, user_id, now().toISOString(), null))
  }

  app.get(`${PORTAL_PAGE}/:token`, async (c) => {
    const found = await find(c.req.param('token'), 'portal')
    if (found.state !== 'valid') return c.html(messagePage(found.state), found.state === 'expired' ? 410 : 404)
    const { grant, expires_at } = found.credential
    return c.html(portalPage(grant.kind === 'portal' ? grant : { context: '', order_id: null }, expires_at))
  })

  app.onError((error, c) => {
    onError(error)
    return c.html(messagePage('failed'), 500)
  })

  return app
}

function optionsOf({ grant }: CredentialRecord): LinkOptions {
  return grant.kind === 'link_token' ? grant.options : {}
}

/** A browser checks the redirect that answers a form as well as where the form itself goes. */
function policyOf(back: string | null = null): string {
  const forms = back === null ? "'self'" : `'self' ${new URL(back).origin}`
  return `default-src 'none'; base-uri 'none'; style-src 'unsafe-inline'; form-action ${forms}; frame-ancestors 'none'`
}
