/** Looks for patients, tokens and keys where none may be: in a server's log, and in its tables beside the service's own. */

/** A text with a name for where it comes from. */
export interface Place {
  name: string
  text: string
}

/** `alone`: only where it is not a part of a longer word. `anywhere`: long or odd enough to be no chance. */
export interface Wanted {
  kind: 'alone' | 'anywhere'
  value: string
}

/** Inside a longer word a short name is chance ("Lin" in "Linear"); next to any other sign it is found. */
const EDGE = '[\\p{L}\\p{N}]'

/**
 * Every find as `place: value`. Texts are looked through as they are and as they read once percent escapes are undone.
 * Names keep their capital: prose and addresses of staff may hold "grace" or "june"; a name that got out is "Grace".
 */
export function findTraces(places: readonly Place[], wanted: readonly Wanted[]): string[] {
  const found = new Set<string>()
  for (const { name, text } of places) {
    for (const reading of new Set([text, unescaped(text)])) {
      for (const one of wanted) if (holds(reading, one)) found.add(`${name}: ${one.value}`)
    }
  }
  return [...found]
}

function holds(text: string, { kind, value }: Wanted): boolean {
  if (!text.includes(value)) return false
  if (kind === 'anywhere') return true
  const literal = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<!${EDGE})${literal}(?!${EDGE})`, 'u').test(text)
}

function unescaped(text: string): string {
  return text.replaceAll('+', ' ').replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}

const ALONE = ['first_name', 'last_name', 'phone_number', 'first_line', 'receiver_name']
const ANYWHERE = ['email', 'dob']

/** All that says who somebody is, at any depth of a record: relatives and addresses are in it too. */
export function identityIn(value: unknown): Wanted[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, held]): Wanted[] => {
    if (typeof held !== 'string') return identityIn(held)
    if (ANYWHERE.includes(field)) return [{ kind: 'anywhere', value: held }]
    if (!ALONE.includes(field) || held.length < 2) return []
    const local = field === 'phone_number' ? held.replace(/^\+1/, '') : held
    return [...new Set([held, local])].map((spelling) => ({ kind: 'alone', value: spelling }))
  })
}
