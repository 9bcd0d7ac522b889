/** It works on Node's own requests and answers; the types published for it ask for Express's. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Filter = (request: IncomingMessage, response: ServerResponse) => boolean
  type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  const compression: ((options?: { threshold: number; filter: Filter }) => Middleware) & { filter: Filter }
  export = compression
}
