/** A demo begun in a page: its worker, MSW in front of `fetch`, the page's clock, and the controls. */

import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import { proxy, type Remote, wrap } from 'comlink'
import { defineNetwork, InterceptorSource } from 'msw/experimental'
import { HttpResponse, http } from 'msw/http'
import { writeCookie } from '#lib/utils/browser/browser.ts'
import { isPageRequest } from '#lib/utils/browser/demo-path.ts'
import { createSignal } from '#lib/utils/data/signal.ts'
import { setClock } from '#lib/utils/time/clock.ts'
import type { DemoControl, DemoSnapshot } from './control.ts'
import { noteOtherData, publishAnswer, publishDataChange } from './news.ts'
import { OWN_COOKIE, ROLE_COOKIE } from './people.ts'
import { formatScenario } from './scenario.ts'
import { provideDemo } from './use-demo.ts'
import { packRequest, type RemoteControl, unpackResponse } from './wire.ts'

/** Resolves once this page's `fetch` calls go to the demo in its worker. */
export async function startDemo(worker: Worker): Promise<void> {
  const opened = wrap<RemoteControl>(worker)
  const control = controlOf(opened)
  const search = new URLSearchParams(window.location.search)
  const asked = { scenario: search.get('scenario'), past: search.get('past') !== 'none' }
  const opening = opened.open(asked, proxy(control.take), proxy(publishDataChange))
  const network = defineNetwork({
    sources: [new InterceptorSource({ interceptors: [new FetchInterceptor()] })],
    handlers: demoHandlers(async (request) => {
      const response = unpackResponse(await opened.answer(await packRequest(request)))
      publishAnswer({ method: request.method, pathname: new URL(request.url).pathname, status: response.status })
      return response
    }, window.location.origin),
    onUnhandledFrame: 'bypass',
    context: { quiet: true },
  })
  network.enable()
  provideDemo(control)
  await Promise.race([opening, failureOf(worker)])
}

/** Rejects when the worker's script does not load or run, as in an old tab after a new release. */
function failureOf(worker: Worker): Promise<never> {
  return new Promise((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('The worker of the demo did not start.')), { once: true })
  })
}

function follow({ now, read_at, running }: DemoSnapshot['clock']) {
  setClock({ now: () => (running ? now + Date.now() - read_at : now), running })
}

/** Milliseconds that the demo's clock may be away from this machine's: ages look the same then. */
const SAME_TIME = 600_000

function isAsBegun({ scenario, changes, clock }: DemoSnapshot): boolean {
  return formatScenario(scenario) === '' && changes === 0 && Math.abs(clock.now - clock.read_at) < SAME_TIME
}

function controlOf(remote: Remote<RemoteControl>): DemoControl & { take: (snapshot: DemoSnapshot) => void } {
  let current: DemoSnapshot | null = null
  const { send, subscribe } = createSignal()
  /** A snapshot arrives on another channel than the response to its command, and may be later. */
  const untilSnapshot = async (isReached: (snapshot: DemoSnapshot) => boolean) => {
    if (current && isReached(current)) return
    await new Promise<void>((resolve) => {
      const stop = subscribe(() => {
        stop()
        resolve()
      })
    })
  }
  return {
    take(snapshot) {
      if (current && current.scenario.base !== snapshot.scenario.base) noteOtherData()
      current = snapshot
      // The server makes the next page for this role.
      writeCookie(ROLE_COOKIE, snapshot.role)
      writeCookie(OWN_COOKIE, isAsBegun(snapshot) ? '' : '1')
      follow(snapshot.clock)
      send()
    },
    snapshot: () => current,
    subscribe,
    async setScenario(scenario) {
      await remote.setScenario(scenario)
      await untilSnapshot((snapshot) => formatScenario(snapshot.scenario) === formatScenario(scenario))
    },
    async setRole(role) {
      await remote.setRole(role)
      await untilSnapshot((snapshot) => snapshot.role === role)
    },
    pause: remote.pause,
    resume: remote.resume,
    advance: remote.advance,
    nextEvent: remote.nextEvent,
    advanceOrder: remote.advanceOrder,
    reset: remote.reset,
    undoReset: remote.undoReset,
  }
}

/** Everything that is no part of a page is answered by `answer`, which never throws for what a request holds. */
export function demoHandlers(answer: (request: Request) => Promise<Response>, origin: string) {
  return [
    http.all(
      ({ request }) => !isPageRequest(new URL(request.url), origin),
      async ({ request }) => {
        try {
          return await answer(request)
        } catch (error) {
          if (request.signal.aborted) return HttpResponse.error()
          throw error
        }
      },
    ),
  ]
}
