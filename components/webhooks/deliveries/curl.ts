/** A delivery as a command for a terminal: without a signature, which only the service can make. Pure. */
import type { Delivery } from '#lib/domains/webhooks/delivery.ts'

/** Text in single quotes of a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Controls that JSON leaves as they are, and what turns text around: a terminal could take them for keys. */
const UNSAFE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu
const inUrl = (text: string) => text.replace(UNSAFE, encodeURIComponent)
const inJson = (text: string) =>
  text.replace(UNSAFE, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Returns the command; the time is that of the moment it runs, and the signature is a placeholder. */
export function curlOf(url: string, { message_id }: Pick<Delivery, 'message_id'>, body: unknown): string {
  const parts = [
    `curl -X POST ${quoted(inUrl(url))}`,
    `-H 'content-type: application/json'`,
    `-H ${quoted(`webhook-id: ${message_id}`)}`,
    `-H "webhook-timestamp: $(date +%s)"`,
    `-H 'webhook-signature: v1,SIGNATURE'`,
    `--data-raw ${quoted(inJson(JSON.stringify(body)))}`,
  ]
  return parts.join(' \\\n  ')
}
