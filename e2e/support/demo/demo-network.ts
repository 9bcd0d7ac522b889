/**
 * The calls of demo pages, as if they went over the network: `page.route`, `page.on('request')` and `waitForResponse`
 * see them like any other. What no route of a test has answered, or has passed on by `route.fallback()`, is answered by
 * the demo; nothing is passed on to a server.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { BrowserContext, Request, Route } from '@playwright/test'
import type { RecordedCall } from '#e2e/support/differential/recorded-calls.ts'
import { ATTEMPT_HEADER } from '#lib/domains/bookings/booking.ts'
import { CALL_HEADER, type DemoAnswer, installBridge } from './demo-bridge.ts'

/** Addresses that a demo answers itself and must never send to a server. */
const API = /^\/(api|v2|v3|link|portal)(\/|$)|^\/(healthz|readyz|openapi\.json)$/

const RECORDED_HEADERS = ['content-type', ATTEMPT_HEADER]

type Call = Omit<RecordedCall, 'status' | 'response'>

interface Entry {
  call: Call
  /** Null until it is there, and where none comes. */
  answer: DemoAnswer | null
}

export class DemoNetwork {
  readonly #origin: string
  readonly #calls: Entry[] = []
  readonly #leaks: string[] = []

  private constructor(origin: string) {
    this.#origin = origin
  }

  static async install(context: BrowserContext, { home, origin }: { home: string; origin: string }) {
    const network = new DemoNetwork(origin)
    await context.addInitScript(installBridge, { home, api: API.source, header: CALL_HEADER })
    await context.route(
      (url) => network.#isApi(url.href),
      (route) => network.#answer(route),
    )
    context.on('response', async (response) => {
      if (!network.#isApi(response.url())) return
      // Responses fulfilled by a route have no server address.
      const isFromServer = (await response.serverAddr().catch(() => null)) !== null
      if (isFromServer) network.#leaks.push(`${response.request().method()} ${response.url()}`)
    })
    return network
  }

  /** Requests of demo pages that a server got, or would have got. */
  get leaks(): readonly string[] {
    return this.#leaks
  }

  /** All that the demo has answered, in the order of the calls. */
  get calls(): RecordedCall[] {
    return this.#calls.flatMap(({ call, answer }) =>
      answer === null ? [] : [{ ...call, status: answer.status, response: answer.body }],
    )
  }

  /** One call a line. */
  write(file: string): void {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, this.calls.map((call) => `${JSON.stringify(call)}\n`).join(''))
  }

  #isApi(address: string): boolean {
    const { origin, pathname } = new URL(address)
    return origin === new URL(this.#origin).origin && API.test(pathname)
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request()
    const id = request.headers()[CALL_HEADER]
    if (id === undefined) {
      this.#leaks.push(`${request.method()} ${request.url()}`)
      return route.abort('blockedbyclient').catch(() => undefined)
    }
    const entry: Entry = { call: recordedOf(request), answer: null }
    this.#calls.push(entry)
    // A page that is left takes its calls with it.
    const read = request.frame().evaluate((call) => window.demoBridge?.answer(call) ?? null, id)
    entry.answer = await read.catch(() => null)
    const ending = entry.answer ? route.fulfill(entry.answer) : route.abort('failed')
    await ending.catch(() => undefined)
  }
}

function recordedOf(request: Request): Call {
  const { pathname, search } = new URL(request.url())
  const headers = Object.entries(request.headers()).filter(([name]) => RECORDED_HEADERS.includes(name))
  return {
    method: request.method(),
    path: `${pathname}${search}`,
    headers: Object.fromEntries(headers),
    body: request.postData(),
  }
}
