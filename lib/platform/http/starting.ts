/** Response until startup completes: before it, the first administrator would get "wrong password". */
import type { IncomingMessage, ServerResponse } from 'node:http'

const REFUSAL = {
  detail: 'The console is starting. Try again in a moment.',
  code: 'unavailable',
  retry_after_ms: 1000,
} as const

/** It loads the page that was asked for as soon as there is one. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="1">
<title>Vialdesk is starting</title>
</head>
<body><h1>Vialdesk is starting</h1><p>This page opens by itself in a few seconds.</p></body>
</html>
`

/** Answers 503: a page that loads again to a browser, JSON to everything else. */
export function refuseYet(request: IncomingMessage, response: ServerResponse): void {
  // The router of an open page waits for a connection and tries again; any answer would take that page away.
  if (request.headers.rsc !== undefined) {
    response.destroy()
    return
  }
  const isPage = request.headers.accept?.includes('text/html') ?? false
  const type = isPage ? 'text/html; charset=utf-8' : 'application/json'
  response.writeHead(503, { 'retry-after': '1', 'content-type': type })
  response.end(isPage ? PAGE : JSON.stringify(REFUSAL))
}
