/** Runs before every test file of modules. The next one has the same worker: what this one replaced is put back. */
import { afterAll, vi } from 'vitest'

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
