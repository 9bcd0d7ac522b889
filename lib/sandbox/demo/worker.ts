/** The worker of a demo: everything that answers its requests, off the thread that draws the page. */

import { expose, transfer } from 'comlink'
import { packResponse, type RemoteControl, type SentRequest, unpackRequest } from '#lib/demo/wire.ts'
import { ApiError, errorResponse } from '#lib/kernel/api-error.ts'
import { openJournal } from '#lib/sandbox/demo/journal/journal-db.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import { type Engine, openEngine } from './engine.ts'

const CHANNEL = 'vialdesk-demo'
const LOCK = 'vialdesk-demo'

const opened = Promise.withResolvers<Engine>()
// Callers get the failure; an unobserved one is no error.
opened.promise.catch(() => undefined)

/** Without https the browser has no locks: two tabs that change something at the same instant may differ then. */
function exclusively<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, work) : work()
}

async function answer(sent: SentRequest) {
  const response = await opened.promise
    .then((engine) => engine.answer(unpackRequest(sent)))
    .catch(() => errorResponse(new ApiError('unavailable', 'The demo couldn’t start. Reload the page.'), newId()))
  const packed = await packResponse(response)
  return transfer(packed, [packed.body])
}

const command =
  <A extends unknown[]>(run: (engine: Engine, ...args: A) => Promise<unknown>) =>
  async (...args: A) => {
    await run(await opened.promise, ...args)
  }

const remote: RemoteControl = {
  answer,

  async open(asked, onSnapshot, onData) {
    const channel = new BroadcastChannel(CHANNEL)
    const engine = openEngine({
      journal: await openJournal(),
      origin: self.location.origin,
      asked,
      exclusively,
      onSnapshot,
      onData,
      broadcastToTabs: () => channel.postMessage('changed'),
      // Nothing here is about a real person, and whoever shows the demo may want to know.
      onError: (error) => queueMicrotask(() => Promise.reject(error)),
    })
    engine.then(opened.resolve, opened.reject)
    const { follow } = await engine
    channel.onmessage = () => void follow()
  },

  setScenario: command((engine, scenario) => engine.setScenario(scenario)),
  setRole: command((engine, role) => engine.setRole(role)),
  pause: command((engine) => engine.pause()),
  resume: command((engine) => engine.resume()),
  advance: command((engine, milliseconds) => engine.advance(milliseconds)),
  nextEvent: command((engine) => engine.nextEvent()),
  advanceOrder: command((engine, order_id, choice) => engine.advanceOrder(order_id, choice)),
  reset: command((engine) => engine.reset()),
  undoReset: command((engine) => engine.undoReset()),
}

expose(remote)
