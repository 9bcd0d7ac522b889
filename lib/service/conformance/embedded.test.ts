import { conformsOver } from './suite.testing.ts'

conformsOver('embedded PostgreSQL', { asTwoTeams: true })
