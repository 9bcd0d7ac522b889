/** Small things only a browser can do: cookies of the viewer's own choices, and the clipboard. */
import { MINUTE } from '#lib/utils/time/durations.ts'
import { delay } from '#lib/utils/timers/delay.ts'
import { isDemoPath } from './demo-path.ts'

const YEAR = 365 * 24 * 60 * 60

/** Keeps a choice for a year, an empty one not at all. Never for patient data: a cookie travels with every request. */
export function writeCookie(name: string, value: string) {
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and Safari of our range
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${value === '' ? 0 : YEAR}; samesite=lax${secure}`
}

/** Removes every stored choice whose name and value begin like this. */
export function clearCookies(name: string, value: string) {
  for (const pair of document.cookie.split('; ')) {
    const [known = '', held = ''] = pair.split('=')
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and Safari of our range
    if (known.startsWith(name) && held.startsWith(value)) document.cookie = `${known}=; path=/; max-age=0; samesite=lax`
  }
}

/** Returns the decoded value of a cookie of this page; undefined where it isn't set. */
export function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`))
  return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1))
}

/** Returns what this browser keeps under a key; null for nothing, and in a browser that keeps nothing. */
export function readKept(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a choice in this browser, null for none; in one that keeps nothing it's lost with the page. */
export function keep(key: string, value: string | null) {
  try {
    if (value === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, value)
  } catch {
    // Storage is blocked or full.
  }
}

const SOUGHT = 'vialdesk-sought'
/** Milliseconds for which a search waits for its person to sign in. */
const SOUGHT_FOR = 10 * MINUTE

/** Takes what a link searches for (`#q=`) out of the address: it may name a person. Null for none. */
export function takeSought(): string | null {
  const sought = new URLSearchParams(window.location.hash.slice(1)).get('q')
  if (sought !== null)
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  return sought
}

/** Keeps a search in this tab while its person signs in, wherever that leads. */
export function keepSought(text: string) {
  try {
    window.sessionStorage.setItem(SOUGHT, JSON.stringify([Date.now(), text.slice(0, 255)]))
    setTimeout(keptSought, SOUGHT_FOR)
  } catch {
    // Storage is blocked: the search is typed again.
  }
}

/** Returns what was searched for before signing in, once, and forgets it. */
export function keptSought(): string | null {
  try {
    const [at, text] = JSON.parse(window.sessionStorage.getItem(SOUGHT) ?? '[]')
    window.sessionStorage.removeItem(SOUGHT)
    return typeof text === 'string' && Date.now() - at < SOUGHT_FOR ? text : null
  } catch {
    return null
  }
}

/** Whether this page belongs to the demo, whose id no other environment may have; false on the server. */
export function isDemoPage(): boolean {
  return typeof window !== 'undefined' && isDemoPath(window.location.pathname)
}

/** Milliseconds that a file stays readable: Safari and Firefox take it after this task, a large one for a while. */
const READABLE = MINUTE

/** Downloads a file, and resolves once the browser has it; in the demo its name says that it holds sample data. */
export async function saveFile(name: string, content: Blob): Promise<void> {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = isDemoPage() ? `demo-${name}` : name
  link.hidden = true
  document.body.append(link)
  link.click()
  setTimeout(URL.revokeObjectURL, READABLE, link.href)
  await delay(0)
  link.remove()
}

/** True when the text is on the clipboard. Plain http offers no clipboard API, so the old command is the fallback. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string) {
  const active = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'sr-only'
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (active instanceof HTMLElement) active.focus({ preventScroll: true })
  return copied
}

/** Safari can't tell when it is idle: there it runs after 300 ms. Returns what cancels it. */
export function whenIdle(task: () => void, timeoutMs: number): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(task, Math.min(300, timeoutMs))
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: timeoutMs })
  return () => cancelIdleCallback(handle)
}
