/** How a page of the demo, while it is made on the server, gets the first rows of its lists; see lib/sandbox/demo-preview.ts. */

/** The name in this process under which the server offers it. */
export const PREVIEW_KEY = Symbol.for('vialdesk.demo-preview')

interface PreviewRequest {
  method: string
  /** With its query. */
  path: string
  body: string | null
  contentType: string | null
}

/** Null where nothing is known before the browser asks its own demo. */
export type DemoPreview = (request: PreviewRequest) => Promise<Response | null>

function isPreview(value: unknown): value is DemoPreview {
  return typeof value === 'function'
}

/** Returns the sample-data preview that the server put on `globalThis`; null where the process has none. */
export function demoPreview(): DemoPreview | null {
  const offered: unknown = Reflect.get(globalThis, PREVIEW_KEY)
  return isPreview(offered) ? offered : null
}
