/** A demo as a visitor meets it, without the test's bridge: its controls, its faults, and what it must not send. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '#e2e/support/test.ts'
import { type Fault, faultOf } from '#lib/sandbox/demo/faults/flaky.ts'

/** Addresses that only a server answers. */
const API = /^\/(api|v2|v3|link|portal)(\/|$)|^\/(healthz|readyz|openapi\.json)$/

/** Requests for a server's interfaces that leave the browser; it grows. */
export function apiRequests(context: BrowserContext): readonly string[] {
  const seen: string[] = []
  context.on('request', (request) => {
    if (API.test(new URL(request.url()).pathname)) seen.push(`${request.method()} ${request.url()}`)
  })
  return seen
}

/** Lines of the server's log that are about its interfaces. */
export const apiLines = (log: string) => log.match(/"route":"\/(?:api|v2|v3|link|portal)\/[^"]*"/g) ?? []

/** Asks the demo, as its pages do. */
export function ask(page: Page, path: string, init: { method?: string; body?: string } = {}) {
  return page.evaluate(
    async ([address, given]) => {
      const response = await fetch(address, { ...given, headers: { 'content-type': 'application/json' } })
      const text = await response.text()
      return { status: response.status, body: text === '' ? null : JSON.parse(text) }
    },
    [path, init] as const,
  )
}

/** Opens the controls, unless they are open. */
export async function openControls(page: Page) {
  const controls = page.getByRole('complementary', { name: 'Demo controls' })
  const chip = page.getByRole('button', { name: /Demo controls$/ })
  if ((await chip.getAttribute('aria-expanded')) !== 'true') await chip.click()
  await expect(controls).toBeVisible()
  return controls
}

/** Gives the demo's next call with this in its address an id that meets a fault. */
export async function nextCallMeets(page: Page, path: string, fault: Fault): Promise<void> {
  const [worker] = page.workers()
  if (!worker) throw new Error('The page has no worker.')
  await worker.evaluate(
    ({ end, id }) => {
      const { Request: Original } = self
      const arm = () => {
        self.Request = Original
        const random = crypto.randomUUID.bind(crypto)
        crypto.randomUUID = () => {
          crypto.randomUUID = random
          return id
        }
      }
      // The worker makes a request of what the page has posted, and gives it an id next.
      self.Request = new Proxy(Original, {
        construct(target, [input, init]) {
          if (String(input).includes(end)) arm()
          return new target(input, init)
        },
      })
    },
    { end: path, id: idMeeting(fault) },
  )
}

function idMeeting(fault: Fault) {
  for (let turn = 0; ; turn += 1) {
    const id = `00000000-0000-4000-8000-${String(turn).padStart(12, '0')}` as const
    if (faultOf(id, 1) === fault && faultOf(id, 2) === fault) return id
  }
}
