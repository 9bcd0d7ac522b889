import { expect, test } from 'vitest'
import { freshnessLabel } from './palette.tsx'

const AT = '2026-11-21T12:00:00Z'
const fresh = { users: 1234, complete_at: AT, crawl: null, problem: null, retry_at: null }
const crawl = { started_at: AT, read: 1500, total: 5000 }

test.each([
  [fresh, '5 min ago', 'Directory: 1,234 users, 5 min ago'],
  [fresh, 'just now', 'Directory: 1,234 users, just now'],
  [{ ...fresh, users: 1 }, '2 h ago', 'Directory: 1 user, 2 h ago'],
  [{ ...fresh, crawl }, '2 h ago', 'Directory: 1,234 users, 2 h ago, refreshing (1,500 of 5,000)'],
  [{ ...fresh, crawl: { ...crawl, total: null } }, '2 h ago', 'Directory: 1,234 users, 2 h ago, refreshing (1,500)'],
  [{ ...fresh, problem: 'It broke off.' }, '2 d ago', 'Directory: 1,234 users, 2 d ago. It broke off.'],
  [
    { ...fresh, complete_at: null, crawl },
    '',
    'Directory: loading, 1,500 of 5,000 users so far. Some users may be missing.',
  ],
  [
    { ...fresh, complete_at: null, problem: 'The service can’t be reached.' },
    '',
    'Directory: still loading, 1,234 users so far. Some users may be missing. The service can’t be reached.',
  ],
])('%j', (state, age, words) => {
  expect(freshnessLabel(state, age)).toBe(words)
})
