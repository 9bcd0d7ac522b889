import { expect, test } from 'vitest'
import type { DirectorySearch } from '#lib/domains/users/directory.ts'
import { createUserViewCounts } from './routes.ts'

const STATE = { users: 3, complete_at: '2026-11-20T00:00:00Z', crawl: null, problem: null, retry_at: null }

test('a relative range is counted in the days of whoever asks; fixed days stay as they are', async () => {
  const asked: Partial<DirectorySearch>[] = []
  const count = createUserViewCounts({
    directory: { state: async () => STATE },
    store: {
      async searchDirectory(_, search) {
        asked.push(search)
        return { users: [], total: 3, next: null }
      },
    },
    now: () => new Date('2026-11-21T03:00:00Z'),
  })
  const asker = { environment: 'sandbox', staff_id: 'ann', time_zone: 'America/Denver' }
  const counts = await count(asker, [
    { id: 'week', filter: { created_within: '7d', limit: 50 } },
    { id: 'march', filter: { created_from: '2026-03-01', created_to: '2026-03-07' } },
  ])
  const page = { time_zone: 'America/Denver', offset: 0, limit: 0 }
  expect(asked).toEqual([
    { created_from: '2026-11-14', created_to: '2026-11-20', ...page },
    { created_from: '2026-03-01', created_to: '2026-03-07', ...page },
  ])
  expect(counts.map((one) => one.count)).toEqual([3, 3])
})
