/** The browser's part of a page under test: every component test gets these, in place of Next's router, page loads and downloads. */
import type { QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'
import { clearCookies } from '#lib/utils/browser/browser.ts'

/** Pages that a test is led to; its own address stays. */
export const router = {
  push: vi.fn<(address: string) => void>(),
  replace: vi.fn<(address: string) => void>(),
  refresh: vi.fn<() => void>(),
}

/** Files that were downloaded, by name. */
export const saved = new Map<string, Blob>()

/** Calls that load another page. */
export const leave = {
  leaveFor: vi.fn<(address: string) => void>(),
  blankPage: vi.fn<() => void>(),
  loadAgain: vi.fn<() => void>(),
}

/** Clients of the pages that a test has rendered. */
export const clients: QueryClient[] = []

export async function forgetPage() {
  // A read that is tried again after a while would be asked in the middle of another test.
  for (const client of clients.splice(0)) await client.cancelQueries()
  window.history.replaceState(null, '', '/')
  clearCookies('', '')
  // Its code may be kept from loading, and then shows nothing.
  const toasts = await import('#components/ui/dialog/toast-region.tsx').catch(() => null)
  toasts?.queue.clear()
  saved.clear()
  for (const call of [...Object.values(router), ...Object.values(leave)]) call.mockReset()
}
