/** The sandbox's stand-ins for the link widget and the user portal: plain pages that work without scripts. */
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html, raw } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'
import { z } from 'zod'
import { isUnavailable } from '#lib/kernel/api-error.ts'
import type { CatalogProvider } from '#lib/service/catalog.ts'
import { newConnection, type ServiceCatalog } from '#lib/service/catalog.ts'
import type { ServiceDeps } from '#lib/service/handler.ts'
import type { CredentialRecord, LinkOptions } from '#lib/service/records.ts'
import { hashOf } from '#lib/service/secrets.ts'
import { LINK_PAGE, PORTAL_PAGE } from './credentials.ts'

/** HTML of the sandbox's pages. `html` escapes every value put into it. */
type Content = ReturnType<typeof html>

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 34rem; padding: 2rem 1rem; }
  .sandbox { background: #f5c842; color: #3a2a05; border-radius: 8px; padding: .5rem .75rem; font-weight: 600; }
  ul { list-style: none; padding: 0; display: grid; gap: .5rem; }
  li { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; border: 1px solid #8886; border-radius: 8px; padding: .5rem .75rem; }
  li b { flex: 1 1 10rem; }
  button { font: inherit; min-height: 44px; padding: 0 1rem; border-radius: 8px; border: 1px solid #8889; cursor: pointer; }
  .go { background: CanvasText; color: Canvas; }
  :focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
`

function page(title: string, content: Content) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<p class="sandbox">Sandbox. Nothing here is real.</p>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`
}

const button = (action: string, provider: string, label: string, primary = false) => html`<form method="post">
<input type="hidden" name="action" value="${action}">
<input type="hidden" name="provider" value="${provider}">
<button class="${primary ? 'go' : ''}">${label}</button>
</form>`

/** The link widget: every source on offer, with both ways a sign-in can go. */
export function linkPage(providers: readonly CatalogProvider[], message: string | null) {
  return page(
    'Connect a source',
    html`${message === null ? '' : html`<p role="status"><b>${message}</b></p>`}
<p>The real page would take you to the source to sign in. Here you choose how that goes.</p>
<ul>${providers.map(
      ({ slug, name }) => html`<li><b>${name}</b>
${button('connect', slug, `Connect ${name}`, true)}
${button('refuse', slug, `Fail to sign in to ${name}`)}</li>`,
    )}</ul>
${button('close', '', 'Close')}`,
  )
}

/** The user portal: what it would open, and for how long. */
export function portalPage({ context, order_id }: { context: string; order_id: string | null }, expires_at: string) {
  const verify =
    context === 'communications'
      ? 'On a new device, the portal may first ask you to confirm who you are by email or text message.'
      : ''
  return page(
    'Your patient portal',
    html`<p>The real portal would open here, for you only. ${verify}</p>
<p>${order_id === null ? 'It would show all your orders.' : html`It would open your order <code>${order_id}</code>.`}</p>
<p>This link works until <time datetime="${expires_at}">${expires_at}</time>.</p>`,
  )
}

const MESSAGES = {
  unknown: ['Page not found', 'Check that it was copied whole, or ask for a new one.'],
  expired: ['This address has expired', 'Ask for a new one.'],
  too_large: ['This is more than the page takes', 'Go back and choose again.'],
  other_site: ['This page takes its own form only', 'Open your link again, and choose there.'],
  not_a_form: ['This page takes forms only', 'Go back and choose again.'],
  failed: ['Something went wrong', 'Try again in a moment.'],
} as const

/** Returns the HTML page of a link that can't be used: a title and what to do next. */
function messagePage(state: keyof typeof MESSAGES) {
  const [title, advice] = MESSAGES[state]
  return page(title, html`<p>${advice}</p>`)
}

type Kind = CredentialRecord['grant']['kind']
type Found = { state: 'unknown' | 'expired' } | { state: 'valid'; credential: CredentialRecord }

/** Bytes: a form of two short fields. */
const LARGEST_FORM = 16 * 1024
const FORM = /^application\/x-www-form-urlencoded(?:\s*;|$)/i

/** Whether a browser says that a page of another site sent the form. The page's own origin is `null`: it sends no referrer. */
function isForeign({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  return origin !== null && origin !== 'null' && URL.parse(origin)?.host !== new URL(url).host
}

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
    // Nothing opens or connects a user who is deleted, until they are restored.
    const isHere = credential && (await store.getUser(credential.team_id, credential.user_id))
    if (credential?.grant.kind !== kind || !isHere) return { state: 'unknown' }
    return Date.parse(credential.expires_at) <= now().getTime() ? { state: 'expired' } : { state: 'valid', credential }
  }

  app.get(`${LINK_PAGE}/:token`, async (c) => {
    const found = await find(c.req.param('token'), 'link_token')
    if (found.state !== 'valid') return c.html(messagePage(found.state), found.state === 'expired' ? 410 : 404)
    c.set('back', optionsOf(found.credential).redirect_url)
    return c.html(linkPage(linkProviders(catalog, optionsOf(found.credential)), null))
  })

  const limited = bodyLimit({ maxSize: LARGEST_FORM, onError: (c) => c.html(messagePage('too_large'), 413) })
  app.post(`${LINK_PAGE}/:token`, async (c, next) =>
    isForeign(c.req.raw) ? c.html(messagePage('other_site'), 403) : next(),
  )
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
    return c.html(messagePage('failed'), isUnavailable(error) ? 503 : 500)
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

/** One provider leads straight to it; a filter is an allow-list; sources on the device are not offered here. */
export function linkProviders({ providers }: ServiceCatalog, options: LinkOptions): CatalogProvider[] {
  if (options.provider) return providers.filter(({ slug }) => slug === options.provider)
  const offered = providers.filter(({ kind }) => kind === 'cloud_oauth' || kind === 'password')
  const { filter_on_providers: filter } = options
  return filter ? offered.filter(({ slug }) => filter.includes(slug)) : offered
}

type LinkAction = 'connect' | 'refuse' | 'close'

interface LinkOutcome {
  /** Browser destination; the server itself never follows it. */
  redirect: string | null
  message: string
}

/** OAuth always redirects; password sources only with `on_error` or `on_close` (gap "link error parameters"). */
export function linkOutcome(action: LinkAction, provider: CatalogProvider | null, options: LinkOptions): LinkOutcome {
  const to = (parameters: Record<string, string>) => withParameters(options.redirect_url ?? null, parameters)
  if (action === 'close') {
    const message = 'The widget is closed. You can close this page.'
    const closed = { state: 'error', error: 'user_cancelled' }
    return { redirect: options.on_close === 'redirect' ? to(closed) : null, message }
  }
  const slug = provider?.slug ?? ''
  const name = provider?.name ?? 'The source'
  if (action === 'connect') {
    return {
      redirect: to({ state: 'success', provider: slug }),
      message: `${name} is connected. You can close this page.`,
    }
  }
  const redirects = provider?.kind === 'cloud_oauth' || options.on_error === 'redirect'
  return {
    redirect: redirects ? to({ state: 'error', error: 'provider_credential_error', provider: slug }) : null,
    message: `${name} didn’t accept the sign-in. Try again.`,
  }
}

function withParameters(redirect_url: string | null, parameters: Record<string, string>): string | null {
  if (redirect_url === null) return null
  const url = new URL(redirect_url)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
