/** The network of component tests: a test says what answers by `server.use(…)`, and anything else is an error. */
import { setupServer } from 'msw/node'

export const server = setupServer()
