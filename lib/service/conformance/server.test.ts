import { conformsOver } from './suite.testing.ts'

conformsOver('PostgreSQL server')
conformsOver('PostgreSQL server', { asTwoTeams: true })
