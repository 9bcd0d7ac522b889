/** Delivery of the embedded service's events: over the network, or straight to this process's console. */
import type { Send } from '#lib/domains/webhooks/service/attempt.ts'
import { isLoopback } from '#lib/domains/webhooks/target.ts'
import { buildPath, WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { createWebhookSender } from '#lib/platform/http/webhook-sender.ts'

interface Inbox {
  fetch: (request: Request) => Response | Promise<Response>
}

/** Creates the sender. The console's own inbox gets the same signed request as any other, without a network between. */
export function createSandboxSend(environment: string, inbox: Promise<Inbox | null>): Send {
  const overNetwork = createWebhookSender({ isLoopback })
  const address = `http://localhost${buildPath(`${WEBHOOK_PREFIX}/{environment}`, { environment })}`

  return async ({ url, ...request }) => {
    if (url !== null) return overNetwork({ url, ...request })
    const started = performance.now()
    const elapsed = () => Math.round(performance.now() - started)
    const opened = await inbox
    if (!opened) return { kind: 'failed', failure: 'connection', ms: elapsed() }
    const { headers, body } = request
    const response = await opened.fetch(new Request(address, { method: 'POST', headers, body }))
    const text = await response.text()
    const cut = { text: text.slice(0, request.maxBytes), is_cut: text.length > request.maxBytes }
    const content_type = response.headers.get('content-type')
    const retry_after = response.headers.get('retry-after')
    return { kind: 'response', status: response.status, content_type, retry_after, ...cut, ms: elapsed() }
  }
}
