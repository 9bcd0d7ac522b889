/** Sample data for the first HTML of the demo's lists, found by a process-wide name: Next bundles pages apart. */
import { LRUCache } from 'lru-cache'
import { type DemoPreview, PREVIEW_KEY } from '#lib/kernel/client/preview.ts'
import { type Engine, openEngine } from '#lib/sandbox/demo/engine.ts'
import { memoryJournal } from '#lib/sandbox/demo/journal/journal.ts'
import { ttlCache } from '#lib/utils/data/cache.ts'
import { HOUR } from '#lib/utils/time/durations.ts'

const ORIGIN = 'http://demo.invalid'
/** Lists that a page opens with. */
const PATHS = /^\/api\/(?:service\/demo\/v[23]\/(?:orders|user\/)|console\/(?:directory\/demo\/search|views\/demo))$/
const MAX_ANSWERS = 60

interface CachedAnswer {
  status: number
  body: string
}

/** Rebuilds the sample data after an hour, because its dates are relative. `onError` gets failures to build it. */
export function offerDemoPreview(onError: (error: unknown) => void): void {
  const answers = new LRUCache<string, CachedAnswer>({ max: MAX_ANSWERS, ttl: HOUR })
  const engine = ttlCache(
    HOUR,
    () => new Date(),
    () => makeEngine(onError),
  )

  const preview: DemoPreview = async ({ method, path, body, contentType }) => {
    if (!PATHS.test(path.split('?', 1)[0] ?? '')) return null
    const key = `${method} ${path} ${body ?? ''}`
    const known = answers.get(key)
    if (known) return Response.json(JSON.parse(known.body), { status: known.status })
    const headers = { ...(contentType && { 'content-type': contentType }) }
    const response = await (await engine.get('demo')).answer(new Request(`${ORIGIN}${path}`, { method, body, headers }))
    const kept = { status: response.status, body: await response.text() }
    answers.set(key, kept)
    return Response.json(JSON.parse(kept.body), { status: kept.status })
  }
  Reflect.set(globalThis, PREVIEW_KEY, preview)
}

function makeEngine(onError: (error: unknown) => void): Promise<Engine> {
  return openEngine({
    journal: memoryJournal(),
    origin: ORIGIN,
    asked: { scenario: null, past: false },
    exclusively: (work) => work(),
    after: () => () => undefined,
    onSnapshot: () => undefined,
    onData: () => undefined,
    broadcastToTabs: () => undefined,
    onError,
  })
}
