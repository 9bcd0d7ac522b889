/** Which pages belong to the demo. */

const PAGE = /^\/demo(?:[/?#]|$)/

export function isDemoPath(path: string): boolean {
  return PAGE.test(path)
}
