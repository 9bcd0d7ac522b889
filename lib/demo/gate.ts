/** Holds the demo's requests until the demo can answer them; none of them reaches the server. */
import type { ErrorCode } from '#lib/kernel/api-error.ts'
import { isDemoPath, isPageRequest } from '#lib/utils/browser/demo-path.ts'

const NOT_STARTED = 'The demo couldn’t start. Reload the page.'
const NOT_ANSWERED = 'The demo doesn’t support this request. Nothing was sent to the server.'

type Page = typeof import('./page.ts')

let started: Promise<Page> | null = null

/** Real and demo pages never share a document: what a real environment showed would lie beside the demo. */
export function isDocumentOf(demo: boolean): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry === undefined || isDemoPath(new URL(entry.name).pathname) === demo
}

/** Holds this page's requests until the demo answers them; one that comes this way afterwards gets a 501. */
export function enterDemo(): Promise<Page> {
  started ??= begin()
  return started
}

/** The demo that this page has begun; null where it is none of a demo. */
export function startedDemo(): Promise<Page> | null {
  return started
}

async function start(): Promise<Page> {
  // The worker sets the demo up while the rest of the page's part is still being loaded.
  const worker = import('./open-worker.ts').then(({ openWorker }) => openWorker())
  const page = await import('./page.ts')
  await page.startDemo(await worker)
  return page
}

function begin(): Promise<Page> {
  const send = window.fetch.bind(window)
  let isOpen = false
  const opening = start().finally(() => {
    isOpen = true
  })
  const guard: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href)
    if (isPageRequest(url, window.location.origin)) return send(input, init)
    if (isOpen) return refusal('not_supported', 501, NOT_ANSWERED)
    try {
      await opening
    } catch {
      return refusal('unavailable', 503, NOT_STARTED)
    }
    return window.fetch(input, init)
  }
  window.fetch = guard
  return opening
}

/** The table of codes stays out of the page: it would be weight for two answers. */
function refusal(code: ErrorCode, status: number, detail: string): Response {
  return Response.json({ detail, code }, { status })
}
