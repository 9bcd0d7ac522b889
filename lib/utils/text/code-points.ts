/** Text in code-point order, whatever the locale. */

/** The halves that UTF-16 writes a character beyond 16 bits in. */
const FIRST_HALF = /[\uD800-\uDBFF]/
const SECOND_HALF = /[\uDC00-\uDFFF]/

/** UTF-8 byte order, which is what PostgreSQL's C collation sorts by. */
export function byCodePoint(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  let at = 0
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  if (at === length) return a.length - b.length
  // Characters that share their first half are compared whole.
  const isInside = SECOND_HALF.test(a.charAt(at)) || SECOND_HALF.test(b.charAt(at))
  if (isInside && at > 0 && FIRST_HALF.test(a.charAt(at - 1))) at -= 1
  return (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0)
}
