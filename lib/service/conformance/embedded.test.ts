import { conformsOver } from './test-suite.ts'

conformsOver('embedded PostgreSQL')
