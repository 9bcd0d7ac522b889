/** Puts a plain node:http server on any free port and reports it to the bench. */
import type { Server } from 'node:http'
import { serve } from './child.ts'

export function listenAndServe(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address !== null && typeof address === 'object') serve(address.port)
  })
}
