/** Bodies are taken as JSON only: a form or plain text is what a page of another site can send unasked. */

/**
 * Returns whether a `content-type` says JSON, also as `application/…+json`, with any parameters. A JSON Patch is a list of
 * operations, and no body of ours.
 */
export function isJson(contentType: string | null): boolean {
  return /^\s*application\/(?!json-patch\+)(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '')
}

/** The detail of the 415 that any other body gets. */
export const NOT_JSON = 'Send the body as application/json.'
