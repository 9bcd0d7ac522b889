/** The session as all tabs of this browser share it: when one signs out all do, and a refused call ends it for every one. */

import { ENDINGS, type Ending } from '#lib/utils/http/own-path.ts'
import { errorFrom, RequestError } from './errors.ts'

/** `active`: a person did something in another tab, so that the server counts from that moment (this machine's clock). */
export type SessionEvent =
  | { kind: 'active'; at: number }
  | { kind: 'ended'; why: Ending }
  /** The same person has signed in again over this page. Other tabs find out by themselves. */
  | { kind: 'resumed' }

const CHANNEL = 'vialdesk-session'
const listeners = new Set<(event: SessionEvent) => void>()
let channel: BroadcastChannel | null = null

function emit(event: SessionEvent) {
  for (const listener of [...listeners]) listener(event)
}

function open() {
  const opened = new BroadcastChannel(CHANNEL)
  opened.onmessage = ({ data }: MessageEvent<unknown>) => {
    const event = readEvent(data)
    if (event) emit(event)
  }
  return opened
}

/** A tab that runs an older or a newer console may say something else. */
function readEvent(data: unknown): SessionEvent | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null
  if (data.kind === 'active')
    return 'at' in data && typeof data.at === 'number' ? { kind: 'active', at: data.at } : null
  const why = data.kind === 'ended' && 'why' in data ? ENDINGS.find((ending) => ending === data.why) : undefined
  return why ? { kind: 'ended', why } : null
}

/** Listens to other tabs and to refused calls of this one. Returns the function that stops. */
export function onSessionEvent(listener: (event: SessionEvent) => void): () => void {
  listeners.add(listener)
  channel ??= open()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    channel?.close()
    channel = null
  }
}

/** The server does not count a call that carries it: nobody asked for it. */
export const BACKGROUND_HEADER = 'x-console-background'
/** Milliseconds after a sign of life in which what a page asks for may be what the person asked for. */
const ATTENDED = 10_000

/** Opening a page counts as activity. */
let lastSign = Date.now()

/** A person did something here. */
export function noteSign() {
  lastSign = Date.now()
}

/** Returns a header that keeps polling from extending an unattended session; none on the server or after activity. */
export function backgroundHeaders(): Readonly<Record<string, string>> {
  const onServer = typeof window === 'undefined'
  return onServer || Date.now() - lastSign < ATTENDED ? {} : { [BACKGROUND_HEADER]: '1' }
}

/** Somebody is at work here, so that no other tab warns of an idle session. */
export function reportActivity(at: number) {
  channel?.postMessage({ kind: 'active', at } satisfies SessionEvent)
}

/** The reason while this tab signs out; a call refused in between can’t know it. */
let leavingFor: Ending | null = null

/** The session is over, in this tab and in all others. While a page is made on the server nobody listens. */
export function announceEnd(why: Ending) {
  const event: SessionEvent = { kind: 'ended', why: leavingFor ?? why }
  channel?.postMessage(event)
  emit(event)
}

/** Tells refused calls that they may retry. */
export function announceReturn() {
  emit({ kind: 'resumed' })
}

type ConfirmOwner = () => Promise<boolean>
let asks: ConfirmOwner | null = null
let asking: Promise<boolean> | null = null

/** Sets what asks the person to prove that it's them. Returns the function that takes it away. */
export function onConfirmNeeded(ask: ConfirmOwner): () => void {
  asks = ask
  return () => {
    if (asks === ask) asks = null
  }
}

/** Returns whether the person has just proved that it's them, so that a refused call can be sent again. */
export async function confirmOwnerAgain(): Promise<boolean> {
  asking ??=
    asks?.().finally(() => {
      asking = null
    }) ?? null
  return (await asking) ?? false
}

/** Ends it on the server first, or the sign-in page would lead back in. @throws RequestError: it may still be valid */
export async function signOut(why: Ending): Promise<void> {
  leavingFor = why
  try {
    await requestSignOut()
    announceEnd(why)
  } finally {
    leavingFor = null
  }
}

async function requestSignOut(): Promise<void> {
  const call = 'POST /api/auth/sign-out'
  const response = await fetch('/api/auth/sign-out', {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: '{}',
    credentials: 'same-origin',
    // It must arrive even when the page is left at once.
    keepalive: true,
  }).catch(() => {
    throw new RequestError({ kind: 'network', call, detail: 'We couldn’t reach the console. Check your connection.' })
  })
  // Without a session there is nothing to end.
  if (!response.ok && response.status !== 401) throw await errorFrom(response, call)
}
