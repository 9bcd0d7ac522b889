/** `fetch` for a worker of a demo's page: asks the demo by a port, and reaches nothing else. */
import { wrap } from 'comlink'
import { packRequest, type RemoteDemo, unpackResponse } from './wire.ts'

/** Returns a `fetch` over a message port; an abort rejects the call but doesn't stop the worker. */
export function fetchFrom(port: MessagePort): typeof fetch {
  const remote = wrap<RemoteDemo>(port)
  return async (input, init) => {
    const request = new Request(input, init)
    const { signal } = request
    signal.throwIfAborted()
    const given = Promise.withResolvers<never>()
    const giveUp = () => given.reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      return unpackResponse(await Promise.race([remote.answer(await packRequest(request)), given.promise]))
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }
}
