/** It works on Node's own requests and answers; the types published for it ask for Express's. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  function compression(): (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  export = compression
}
