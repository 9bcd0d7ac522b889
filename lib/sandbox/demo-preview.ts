/** The demo on a server: sample data for the first HTML of its pages, and the scripts that no other page loads. */

import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { listEvents } from '#lib/domains/events/received.ts'
import { ROLES } from '#lib/domains/staff/roles.ts'
import { PREVIEW_KEY, type PreviewAs } from '#lib/kernel/client/request.ts'
import { buildPath, CONSOLE_PREFIX } from '#lib/kernel/wire.ts'
import { type Engine, openEngine } from '#lib/sandbox/demo/engine.ts'
import { changeOf } from '#lib/sandbox/demo/journal/changes.ts'
import { memoryJournal } from '#lib/sandbox/demo/journal/journal.ts'
import { DEMO_ID } from '#lib/utils/browser/demo-path.ts'
import { DAY, HOUR, MINUTE } from '#lib/utils/time/durations.ts'

const ORIGIN = 'http://demo.invalid'
const EVENTS = `${CONSOLE_PREFIX}${buildPath(listEvents.path, { environment: DEMO_ID })}`
/** Answers that differ by who asks, or by when, are left to the browser. */
const PATHS = /^\/api\/(?:service\/demo\/|console\/(?:audit$|[\w/-]+\/demo(?:\/|$)))/
const LEFT = /\/live$/
/** Characters of answers that are kept. */
const MOST_KEPT = 8_000_000
/** Answers a minute that aren't kept yet: pages of the demo need no sign-in, and the server has other work. */
const MOST_NEW = 200

interface CachedAnswer {
  status: number
  body: string
}

interface Made {
  engine: Engine
  /** In milliseconds since 1970. */
  at: number
}

/**
 * Answers what pages of the demo open with, as a demo does that has just begun. It is made anew after an hour, because
 * its dates are relative: at once for whoever comes after a day, else while the one before still answers. Returns what
 * makes it ahead of the first visit. `onError` gets failures to make it.
 */
export function offerDemoPreview(onError: (error: unknown) => void): () => Promise<void> {
  const answers = new LRUCache<string, CachedAnswer>({
    maxSize: MOST_KEPT,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  })
  let made: Made | null = null
  let making: Promise<Made> | null = null
  let minute = 0
  let fresh = 0

  function makeAnew(): Promise<Made> {
    making ??= makeEngine(onError)
      .then((engine) => {
        answers.clear()
        made = { engine, at: Date.now() }
        // Two weeks of events are made when they are first asked for, which nobody should wait for.
        engine.answer(new Request(`${ORIGIN}${EVENTS}`)).catch(onError)
        return made
      })
      .finally(() => {
        making = null
      })
    return making
  }

  /** False in a minute that has had its share: the browser asks its own demo then. */
  function mayAskAnew(): boolean {
    const now = Math.floor(Date.now() / MINUTE)
    fresh = now === minute ? fresh + 1 : 1
    minute = now
    return fresh <= MOST_NEW
  }

  async function current(): Promise<Engine> {
    const age = made ? Date.now() - made.at : DAY
    if (made && age < DAY) {
      if (age > HOUR) makeAnew().catch(onError)
      return made.engine
    }
    return (await makeAnew()).engine
  }

  const previewAs: PreviewAs = (named) => {
    const role = ROLES.find((each) => each === named) ?? 'read_only'
    return async ({ method, path, body, contentType }) => {
      const pathname = path.split('?', 1)[0] ?? ''
      if (!PATHS.test(pathname) || LEFT.test(pathname)) return null
      const request = new Request(`${ORIGIN}${path}`, {
        method,
        body,
        headers: { ...(contentType && { 'content-type': contentType }) },
      })
      if (await changeOf(request)) return null
      const engine = await current()
      const key = `${role} ${method} ${path} ${body ?? ''}`
      let known = answers.get(key)
      if (!known) {
        if (!mayAskAnew()) return null
        const response = await engine.answer(request, role)
        known = { status: response.status, body: await response.text() }
        answers.set(key, known)
      }
      return Response.json(JSON.parse(known.body), { status: known.status })
    }
  }
  Reflect.set(globalThis, PREVIEW_KEY, previewAs)
  return () => current().then(() => undefined, onError)
}

async function makeEngine(onError: (error: unknown) => void): Promise<Engine> {
  return openEngine({
    journal: memoryJournal(),
    origin: ORIGIN,
    asked: { scenario: null, past: true },
    exclusively: (work) => work(),
    after: () => () => undefined,
    keepsViews: false,
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
