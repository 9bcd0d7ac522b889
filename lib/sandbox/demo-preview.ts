/** The demo on a server: sample data for the first HTML of its lists, and the scripts that no other page loads. */

import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { type DemoPreview, PREVIEW_KEY } from '#lib/kernel/client/request.ts'
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

/** One of each: what starts it and its worker, the sample data, its people, MSW, and the parts of the shell. */
const MARKS = [
  /vialdesk-demo/,
  /Calder Reference Lab/,
  /02139 617 Cambridge/,
  /demo-administrator/,
  /onUnhandledFrame/,
  /"Demo[A-Z]\w*",0,/,
]

/** Longest text of a script that does no more than load others. */
const LOADER_MAX = 1000
const CHUNK = /static\/chunks\/([\w.~-]+\.js)/g

interface File {
  name: string
  text: string
}

/** Names of files below `/_next/static/chunks/`. What a page loads at once is none of them: every environment has it. */
export async function demoFiles(folder = '.next'): Promise<ReadonlySet<string>> {
  const [files, manifests] = await Promise.all([
    filesBelow(join(folder, 'static', 'chunks'), '.js'),
    filesBelow(join(folder, 'server', 'app'), '_client-reference-manifest.js'),
  ])
  const shared = new Set(manifests.flatMap(({ text }) => [...text.matchAll(CHUNK)].map(([, name]) => name)))
  const own = files.filter(({ name }) => !shared.has(name))
  const found = own.filter(({ text }) => MARKS.some((mark) => mark.test(text))).map(({ name }) => name)
  const isLoader = ({ text }: File) => text.length < LOADER_MAX && found.some((name) => text.includes(name))
  return new Set([...found, ...own.filter(isLoader).map(({ name }) => name)])
}

async function filesBelow(folder: string, ending: string): Promise<File[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith(ending))
  return Promise.all(
    paths.map(async (path) => ({ name: basename(path), text: await readFile(join(folder, path), 'utf8') })),
  )
}
