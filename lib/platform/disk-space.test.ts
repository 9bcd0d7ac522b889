import { expect, test, vi } from 'vitest'
import { diskState, serverDisk, watchDisk } from './disk-space.ts'

const MB = 1024 * 1024

test.each([
  [500, 'enough', 'enough'],
  [65, 'enough', 'enough'],
  [63, 'enough', 'short'],
  [95, 'short', 'short'],
  [97, 'short', 'enough'],
  [31, 'short', 'full'],
  [33, 'full', 'short'],
  [95, 'full', 'short'],
] as const)('%i MB free after %s: %s', (free, before, state) => {
  expect(diskState(free * MB, before)).toBe(state)
})

test('a disk is watched, and says once when it changes; what can’t be read changes nothing', async () => {
  vi.useFakeTimers()
  const free = [500, 200, 60, null, 20, 500]
  const changes: string[] = []
  const disk = await watchDisk({
    dir: '.',
    every: 10,
    onChange: (state) => changes.push(state),
    freeIn: async () => {
      const next = free.shift()
      if (next === null || next === undefined) throw new Error('gone')
      return next * MB
    },
  })
  const look = () => [disk.state(), disk.hasRoom()]
  const looks = [look()]
  for (let each = 0; each < 5; each++) {
    await vi.advanceTimersByTimeAsync(10)
    looks.push(look())
  }
  disk.stop()
  expect(looks.map(([state]) => state)).toEqual(['enough', 'enough', 'short', 'short', 'full', 'enough'])
  expect(looks.map(([, hasRoom]) => hasRoom)).toEqual([true, false, false, false, false, true])
  expect(changes).toEqual(['short', 'full', 'enough'])
  vi.useRealTimers()
})

test('a server’s disk is short from when it says so till a minute after it said so last', () => {
  vi.useFakeTimers()
  const changes: string[] = []
  const disk = serverDisk((state) => changes.push(state))
  const states = [disk.state()]
  for (const wait of [40_000, 40_000, 61_000]) {
    if (states.length < 3) disk.full()
    states.push(disk.state())
    vi.advanceTimersByTime(wait)
  }
  expect([...states, disk.state()]).toEqual(['enough', 'short', 'short', 'short', 'enough'])
  expect(changes).toEqual(['short', 'enough'])
  vi.useRealTimers()
})

test('the real one is read', async () => {
  const seen: (number | null)[] = []
  const disk = await watchDisk({ dir: '.', onChange: (_, free) => seen.push(free) })
  disk.stop()
  expect(['enough', 'short', 'full']).toContain(disk.state())
})
