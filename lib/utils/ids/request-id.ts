/** The id that a caller gave its request: noted beside our own, so that both logs can be put together, and never in its place. */

/** Returns it where it is a plain one of 8 to 64 characters; null for anything else, which may be a name. */
export function callerRequestId(given: unknown): string | null {
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : null
}
