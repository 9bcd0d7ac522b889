/** HTML of the sandbox's pages. `html` escapes every value put into it. */
import { html, raw } from 'hono/html'
import type { CatalogProvider } from '#lib/service/catalog.ts'

type Content = ReturnType<typeof html>

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 34rem; padding: 2rem 1rem; }
  .sandbox { background: #f5c842; color: #3a2a05; border-radius: 8px; padding: .5rem .75rem; font-weight: 600; }
  ul { list-style: none; padding: 0; display: grid; gap: .5rem; }
  li { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; border: 1px solid #8886; border-radius: 8px; padding: .5rem .75rem; }
  li b { flex: 1 1 10rem; }
  button { font: inherit; min-height: 44px; padding: 0 1rem; border-radius: 8px; border: 1px solid #8889; cursor: pointer; }
  .go { background: #6f2c7f; color: #fff; border-color: #6f2c7f; }
  :focus-visible { outline: 3px solid #b04ec8; outline-offset: 2px; }
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
  not_a_form: ['This page takes forms only', 'Go back and choose again.'],
  failed: ['Something went wrong', 'Try again in a moment.'],
} as const

/** Returns the HTML page of a link that can't be used: a title and what to do next. */
export function messagePage(state: keyof typeof MESSAGES) {
  const [title, advice] = MESSAGES[state]
  return page(title, html`<p>${advice}</p>`)
}
