/** Every token, code, link and password that tests were given or made: no log and no entry of the audit may hold one. */

/** Fields of answers and requests whose values open something. */
const FIELDS: ReadonlySet<string> = new Set([
  'sign_in_token',
  'link_token',
  'link_web_url',
  'url',
  'uri',
  'link',
  'token',
  'access_token',
  'refresh_token',
  'recovery_codes',
  'password',
  'current_password',
  'new_password',
])

/** Shorter ones are no secrets: they would be found in any text. */
const SHORTEST = 10

const seen = new Set<string>()

export function noteSecret(value: string): void {
  if (value.length >= SHORTEST) seen.add(value)
}

/** Takes what lies in such fields of a JSON text, at any depth; of an address its last part, which is the secret one. */
export function noteSecretsIn(text: string): void {
  if (!/^\s*[[{]/.test(text)) return
  try {
    walk(JSON.parse(text), false)
  } catch {
    // No JSON, so no field.
  }
}

export function secretsSeen(): string[] {
  return [...seen]
}

function walk(value: unknown, secret: boolean): void {
  if (typeof value === 'string') {
    if (secret) noteSecret(value.split(/[/#=]/).at(-1) ?? '')
    return
  }
  if (typeof value !== 'object' || value === null) return
  const inherited = Array.isArray(value) && secret
  for (const [field, held] of Object.entries(value)) walk(held, inherited || FIELDS.has(field))
}
