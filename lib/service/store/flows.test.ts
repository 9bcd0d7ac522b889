/** Everything but searching, over every store: the memory model and the databases behave alike. */
import { describe } from 'vitest'
import { appointments } from './test-appointments.ts'
import { overEveryStore } from './test-flows.ts'
import { imports } from './test-imports.ts'
import { orderChanges } from './test-order-changes.ts'
import { people } from './test-people.ts'

overEveryStore((store) => {
  describe('people', () => people(store))
  describe('imports', () => imports(store))
  describe('appointments', () => appointments(store))
  describe('changes of orders', () => orderChanges(store))
})
