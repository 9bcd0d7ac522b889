/** The network of component tests: a test says what answers by `server.use(…)`, and anything else fails the test. */
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'

/** Pages that could not reach the console ask until it answers; here it stays away unless a test says otherwise. */
const unreachable = http.get('/healthz', () => HttpResponse.error())

export const server = setupServer(unreachable)
