import { beforeAll } from 'vitest'
import { bundles } from '#lib/domains/access/service/store.conformance.ts'
import { managed } from '#lib/domains/teams/service/management.conformance.ts'
import { createMemoryStore } from './store-memory.ts'

const store = createMemoryStore()
beforeAll(() => store.insert(bundles))
managed(() => store)
