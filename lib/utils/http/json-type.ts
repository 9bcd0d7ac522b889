/** Bodies are taken as JSON only: a form or plain text is what a page of another site can send unasked. */

/** Whether a `content-type` says JSON, also as `application/…+json`; parameters such as a charset do not matter. */
export function isJson(contentType: string | null): boolean {
  return /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '')
}

/** The detail of the 415 that any other body gets. */
export const NOT_JSON = 'Send the body as application/json.'
