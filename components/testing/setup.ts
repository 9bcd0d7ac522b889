/** Runs before every component test file: starts the mock network, and leaves no page and no handler behind. */
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { syncClock } from '#lib/utils/time/clock.ts'
import { forgetPage, leave, router, saved } from './page.ts'
import { server } from './server.ts'

// Without the rest of Next, the page is what the address of the document says.
vi.mock('next/navigation', async (actual) => ({
  ...(await actual<typeof import('next/navigation')>()),
  usePathname: () => window.location.pathname,
  useSearchParams: () => new URLSearchParams(window.location.search),
  useParams: () => ({ environment: window.location.pathname.split('/')[1] || 'sandbox' }),
  useRouter: () => router,
}))
vi.mock('#lib/utils/browser/leave.ts', () => leave)
vi.mock('#lib/utils/browser/browser.ts', async (actual) => ({
  ...(await actual<typeof import('#lib/utils/browser/browser.ts')>()),
  saveFile: async (name: string, file: Blob) => void saved.set(name, file),
}))

// Expected elements get as long as a busy machine needs; absent ones are never waited for.
configure({ asyncUtilTimeout: 10_000 })

const unhandled: string[] = []

beforeAll(() =>
  server.listen({
    async onUnhandledFrame({ frame, defaults }) {
      unhandled.push(await frame.getUnhandledMessage())
      defaults.error()
    },
  }),
)

afterEach(async () => {
  cleanup()
  await forgetPage()
  server.resetHandlers()
  // A page that said another time set the clock for the next test too.
  syncClock(Date.now())
  expect(unhandled.splice(0).join('\n')).toBe('')
})

// Some files have one worker, and so one window: what a file replaced or kept in it is no concern of the next.
afterAll(() => {
  server.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  window.localStorage.clear()
  window.sessionStorage.clear()
})
