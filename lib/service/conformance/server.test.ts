import { existsSync } from 'node:fs'
import { describe } from 'vitest'
import { findPostgres } from '#lib/platform/database/postgres.testing.ts'
import { conformsOver } from './suite.testing.ts'

describe.runIf(existsSync(findPostgres() ?? ''))('where the machine has PostgreSQL', () => {
  conformsOver('PostgreSQL server')
})
