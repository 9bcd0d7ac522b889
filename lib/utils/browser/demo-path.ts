/** Which pages belong to the demo. */

const PAGE = /^\/demo(?:[/?#]|$)/

/** Whether a path, with or without its query, is a page of the demo. */
export function isDemoPath(path: string): boolean {
  return PAGE.test(path)
}
