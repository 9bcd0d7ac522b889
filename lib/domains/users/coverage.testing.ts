/** The states of connections of an environment where nobody was checked yet, for tests that are about something else. */

import type { StateCoverage } from './directory-connections.ts'

export const NO_COVERAGE: StateCoverage = {
  users: 0,
  checked: 0,
  asked_at: null,
  rechecked: 0,
  oldest_at: null,
  last_data_at: null,
  problem: null,
  retry_at: null,
}
