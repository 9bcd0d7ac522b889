/** For a worker of a demo's page: a port by which it asks as the page does. */
import { expose } from 'comlink'
import { startedDemo } from './gate.ts'
import { packResponse, type RemoteDemo, unpackRequest } from './wire.ts'

/** Null where the page is none of a demo: a worker asks the server then, as its page does. */
export function connectDemo(): MessagePort | null {
  if (!startedDemo()) return null
  const { port1, port2 } = new MessageChannel()
  const answerer: RemoteDemo = { answer: async (sent) => packResponse(await fetch(unpackRequest(sent))) }
  expose(answerer, port1)
  return port2
}
