/** A delivery as a command for a terminal: without a signature, which only the service can make. Pure. */
import type { Delivery } from '#lib/domains/webhooks/delivery.ts'

/** Text in single quotes of a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns the command; the time is that of the moment it runs, and the signature is a placeholder. */
export function curlOf(url: string, { message_id }: Pick<Delivery, 'message_id'>, body: unknown): string {
  const parts = [
    `curl -X POST ${quoted(url)}`,
    `-H 'content-type: application/json'`,
    `-H ${quoted(`webhook-id: ${message_id}`)}`,
    `-H "webhook-timestamp: $(date +%s)"`,
    `-H 'webhook-signature: v1,SIGNATURE'`,
    `--data-raw ${quoted(JSON.stringify(body))}`,
  ]
  return parts.join(' \\\n  ')
}
