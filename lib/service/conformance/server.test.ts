import { conformsOver } from './suite.testing.ts'

conformsOver('PostgreSQL server', { asTwoTeams: true })
