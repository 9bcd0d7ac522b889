/** The request context of a page rendered on the server: the same door as the browser's, over loopback. */
import { cookies, headers } from 'next/headers'
import { IN_BROWSER, type RequestContext } from '#lib/kernel/client/request.ts'
import type { WallClock } from '#lib/utils/time/instants.ts'
import { clockHours, dayOrder, firstWeekday } from '#lib/utils/time/visit-times.ts'
import { isDemoRequest, previewOfDemo } from './demo.ts'

/** Set by lib/platform/http on every request it hands to Next; a value sent from outside never gets here. */
const LOOPBACK_HEADER = 'x-console-loopback'
const NEWEST_HEADER = 'x-console-newest-event'

/** Calls the console over loopback with the viewer's cookie. @throws Error behind another server */
export async function serverContext(environment: string): Promise<RequestContext & { origin: string }> {
  if (await isDemoRequest()) return { environment, origin: IN_BROWSER, preview: await previewOfDemo() }
  const incoming = await headers()
  const origin = incoming.get(LOOPBACK_HEADER)
  if (!origin)
    throw new Error('Pages are rendered behind the console’s own server only; start the console with `npm start`.')
  const cookie = incoming.get('cookie')
  // The page makes this call itself: another site can make a browser load the page, but not choose what it calls.
  return { environment, origin, headers: cookie ? { cookie, 'sec-fetch-site': 'same-origin' } : {} }
}

export interface ViewerPreferences {
  /** IANA zone; UTC until the browser has sent its own. */
  time_zone: string
  clock_hours: WallClock['hours']
  day_order: NonNullable<WallClock['days']>
  /** 0 for Sunday to 6 for Saturday. */
  first_weekday: number
  theme: 'light' | 'dark' | 'system'
  /** The instant relative times are counted from, the same on the server and in the first browser render. */
  now: number
}

/** The newest event when the page was asked for, so that live updates miss none; null in the demo. */
export async function newestEvent(): Promise<number | null> {
  const newest = (await headers()).get(NEWEST_HEADER)
  return newest && !(await isDemoRequest()) ? Number(newest) : null
}

/** From the viewer's cookies and language, so that the first HTML already has their zone, clock and theme. */
export async function viewerPreferences(): Promise<ViewerPreferences> {
  const [jar, incoming] = await Promise.all([cookies(), headers()])
  const language = incoming.get('accept-language')?.split(/[,;]/, 1)[0] ?? ''
  const theme = jar.get('theme')?.value
  return {
    time_zone: validZone(jar.get('time_zone')?.value),
    clock_hours: clockHours(language),
    day_order: dayOrder(language),
    first_weekday: firstWeekday(language),
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    now: Date.now(),
  }
}

function validZone(zone: string | undefined) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: decodeURIComponent(zone ?? 'UTC') }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
