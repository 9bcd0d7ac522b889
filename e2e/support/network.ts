/** All that the browser and the server said to each other in one test, to be searched for what must not be there. */
import type { BrowserContext, Request, Response } from '@playwright/test'
import { noteSecretsIn } from '#e2e/support/traces/secrets-seen.ts'

export interface Exchange {
  method: string
  url: string
  /** Null: the request failed or was broken off. */
  status: number | null
  requestHeaders: Record<string, string>
  requestBody: string
  responseHeaders: Record<string, string>
  /** Empty where the browser keeps none: redirects, and answers of a page that was left before they came. */
  body: string
}

export class Network {
  readonly #origin: string
  readonly #reading: Promise<Exchange>[] = []
  /** Addresses of other hosts that a page asked for; the browser cannot reach them (see browser.ts). */
  readonly foreign: string[] = []

  constructor(context: BrowserContext, origin: string) {
    this.#origin = origin
    context.on('request', (request) => {
      if (this.isForeign(request.url())) this.foreign.push(request.url())
    })
    context.on('requestfinished', (request) => this.#reading.push(exchangeOf(request)))
    context.on('requestfailed', (request) => this.#reading.push(exchangeOf(request)))
  }

  isForeign(url: string): boolean {
    return /^(https?|wss?):/.test(url) && new URL(url).host !== new URL(this.#origin).host
  }

  /** Every exchange that has ended. */
  exchanges(): Promise<Exchange[]> {
    return Promise.all(this.#reading)
  }

  /** `GET http://…` of every exchange that holds the text in its address, headers or bodies, in either direction. */
  async holding(text: string): Promise<string[]> {
    const holds = (exchange: Exchange) => JSON.stringify(exchange).includes(JSON.stringify(text).slice(1, -1))
    return (await this.exchanges()).filter(holds).map(({ method, url }) => `${method} ${url}`)
  }
}

/** By address, which names their content: what the browser fetches again for every test is read once. */
const files = new Map<string, string>()

async function read(response: Response): Promise<string> {
  const text = () => response.text().catch(() => '')
  if (!response.url().includes('/_next/static/')) return text()
  const file = files.get(response.url()) || (await text())
  files.set(response.url(), file)
  return file
}

async function exchangeOf(request: Request): Promise<Exchange> {
  const response = await request.response().catch(() => null)
  const requestBody = request.postData() ?? ''
  const body = response ? await read(response) : ''
  for (const text of [requestBody, body]) noteSecretsIn(text)
  return {
    method: request.method(),
    url: request.url(),
    status: response?.status() ?? null,
    requestHeaders: await request.allHeaders().catch(() => request.headers()),
    requestBody,
    responseHeaders: (await response?.allHeaders().catch(() => response.headers())) ?? {},
    body,
  }
}
