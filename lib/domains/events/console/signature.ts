/** Whether a message comes from the service: Standard Webhooks, also under the header names that begin with `svix-`. */
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

const NAMES = ['id', 'timestamp', 'signature'] as const
/** Seconds that a message may be old, or ahead. */
const TOLERANCE = 5 * 60

export type SignatureHeaders = Record<`webhook-${(typeof NAMES)[number]}`, string>

/** Returns the three headers of a signed message; null where one is missing or the message is too old. */
export function signatureHeaders(headers: Headers, now: Date): SignatureHeaders | null {
  const given = (name: string) => headers.get(`webhook-${name}`) ?? headers.get(`svix-${name}`) ?? ''
  const [id = '', timestamp = '', signature = ''] = NAMES.map(given)
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp))
  const isSigned = id !== '' && /^\d{1,12}$/.test(timestamp) && age <= TOLERANCE && signature !== ''
  return isSigned ? { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } : null
}

/** Returns whether one of the secrets signed the body; several count while a secret is being replaced. */
export function isSigned(secrets: readonly string[], body: string, headers: SignatureHeaders): boolean {
  return secrets.some((secret) => {
    try {
      new Webhook(secret).verify(body, headers, { jsonParse: false })
      return true
    } catch (error) {
      if (error instanceof WebhookVerificationError) return false
      throw error
    }
  })
}
