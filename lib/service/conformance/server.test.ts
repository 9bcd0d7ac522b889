import { existsSync } from 'node:fs'
import { describe } from 'vitest'
import { findPostgres } from '#lib/db/test-postgres.ts'
import { conformsOver } from './test-suite.ts'

describe.runIf(existsSync(findPostgres() ?? ''))('where the machine has PostgreSQL', () => {
  conformsOver('PostgreSQL server')
})
