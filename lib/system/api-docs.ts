/** `/docs`: the OpenAPI document to read, by Swagger UI from its package; it sends nothing and asks for no key. */
import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'

/** Stricter than a page's: only the files below run or style, and only this server is asked. */
const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ')

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>API documentation – Vialdesk</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/docs/viewer.css">
<link rel="stylesheet" href="/docs/start.css">
</head>
<body>
<div id="viewer"><noscript>This page needs JavaScript. The document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript></div>
<script src="/docs/viewer.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

/** Without an outside validator, and without the parts that take a key or send a request. */
const START = `const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
const without = () => () => null
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#viewer',
  validatorUrl: null,
  supportedSubmitMethods: [],
  filter: true,
  docExpansion: 'list',
  plugins: [() => ({ wrapComponents: { authorizeBtn: without, authorizeOperationBtn: without } })],
})
`

/** Contrast of 4.5 to 1 where the viewer's own colors have less, and examples that no one has to scroll in. */
const STYLE = `body { margin: 0 }
.swagger-ui .scheme-container { display: none }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1d4f91; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1b6b3a }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #7a4a00 }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #a61b1b }
.swagger-ui .info .title small { background: #444b57 }
.swagger-ui .info .title small.version-stamp { background: #2f6b00 }
html:not(.dark-mode) .swagger-ui a { color: #1d4f91 }
.swagger-ui .microlight span { color: #fff !important }
html:not(.dark-mode) .swagger-ui :is(.parameter__in, .parameter__type, .prop-format, .json-schema-2020-12-expand-deep-button) { color: #505050 }
.swagger-ui .microlight { max-height: none !important; min-height: 0 !important; overflow: visible !important; white-space: pre-wrap !important }
`

const VIEWER = 'node_modules/swagger-ui-dist'
const JS = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'

export function createApiDocs(): Hono {
  const app = new Hono()
  const files: Readonly<Record<string, [type: string, read: () => Promise<string> | string]>> = {
    'start.js': [JS, () => START],
    'start.css': [CSS, () => STYLE],
    'viewer.js': [JS, () => readFile(`${VIEWER}/swagger-ui-bundle.js`, 'utf8')],
    'viewer.css': [CSS, () => readFile(`${VIEWER}/swagger-ui.css`, 'utf8')],
  }
  app.get('/docs', (c) => c.html(PAGE, 200, { 'content-security-policy': POLICY }))
  for (const [name, [type, read]] of Object.entries(files))
    app.get(`/docs/${name}`, async (c) =>
      c.body(await read(), 200, { 'content-type': type, 'cache-control': 'public, max-age=86400' }),
    )
  return app
}
