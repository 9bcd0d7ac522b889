/**
 * Runs in a demo page before its own scripts. A demo answers its calls inside the browser, where no test can see them:
 * each becomes a real request that carries an id, and Playwright has it answered here by that id.
 */

export interface DemoAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

interface DemoBridge {
  /** Whether the demo has put its own fetch in place. */
  isReady(): boolean
  /** Whether it has, and nothing that the page has asked waits for an answer. */
  isQuiet(): boolean
  /** Returns the demo's answer to a pending call; null if it failed or is gone. */
  answer(id: string): Promise<DemoAnswer | null>
}

declare global {
  interface Window {
    demoBridge?: DemoBridge
  }
}

/** Names the call that a request stands for. */
export const CALL_HEADER = 'x-demo-call'

interface Call {
  method: string
  url: string
  /** The `fetch` in place when the page called. */
  layer: typeof fetch
  answer: () => Promise<Response>
}

/** Passed to the browser as text: it may use nothing of this file. */
export function installBridge({ home, api, header }: { home: string; api: string; header: string }): void {
  if (location.pathname !== home && !location.pathname.startsWith(`${home}/`)) return
  const real = window.fetch.bind(window)
  const underWay = new Map<string, Call>()
  /** Stacked `fetch` layers, and the one a page gets. */
  const layers: (typeof fetch)[] = []
  const bridges = new Map<typeof fetch, typeof fetch>()
  const top = () => layers.at(-1)

  const isApi = ({ url }: Request) => {
    const { origin, pathname } = new URL(url)
    return origin === location.origin && new RegExp(api).test(pathname)
  }

  /** A layer that was on top may hand its call on to the one that has come over it: that is no call more. */
  const isHandedOn = (layer: typeof fetch, { method, url }: Request) => {
    const isIt = (call: Call) => call.layer !== layer && call.method === method && call.url === url
    const from = [...underWay.values()].find(isIt)
    if (from) from.layer = layer
    return from !== undefined
  }

  const bridgeTo = (layer: typeof fetch): typeof fetch => {
    const bridged: typeof fetch = async (input, init) => {
      // A newer layer passes on calls that it doesn't handle.
      if (layer !== top()) return layer(input, init)
      const request = new Request(input instanceof Request ? input.clone() : input, init)
      if (!isApi(request) || isHandedOn(layer, request)) return layer(input, init)
      const id = crypto.randomUUID()
      const { method, url, signal } = request
      underWay.set(id, { method, url, layer, answer: () => layer(input, init) })
      try {
        const headers = new Headers(request.headers)
        headers.set(header, id)
        const body = method === 'GET' || method === 'HEAD' ? null : await request.text()
        return await real(url, { method, headers, signal, body: body || null })
      } finally {
        underWay.delete(id)
      }
    }
    bridges.set(layer, bridged)
    return bridged
  }

  const read = () => {
    const layer = top()
    return layer ? (bridges.get(layer) ?? bridgeTo(layer)) : real
  }
  /** Restores a layer read here earlier; stacks any other. */
  const put = (value: typeof fetch) => {
    const below = layers.findIndex((layer) => bridges.get(layer) === value)
    if (value === real || below !== -1) layers.length = below + 1
    else layers.push(value)
  }
  const define = Object.defineProperty
  define(window, 'fetch', { configurable: true, enumerable: true, get: read, set: put })
  Object.defineProperty = (target, key, descriptor) => {
    if (target !== window || key !== 'fetch') return define(target, key, descriptor)
    if (descriptor.get === read) layers.length = 0
    else put(descriptor.get ? (input, init) => descriptor.get?.call(window)(input, init) : descriptor.value)
    return target
  }

  window.demoBridge = {
    isReady: () => layers.length > 0,
    isQuiet: () => layers.length > 0 && underWay.size === 0,
    async answer(id) {
      try {
        const response = await underWay.get(id)?.answer()
        if (!response || response.type === 'error') return null
        const { status, headers } = response
        return { status, headers: Object.fromEntries(headers), body: await response.text() }
      } catch {
        return null
      }
    },
  }
}
