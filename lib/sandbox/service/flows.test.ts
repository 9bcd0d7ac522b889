/** Everything but searching, over every store: the memory model and the databases behave alike. */
import { describe } from 'vitest'
import { overEveryStore } from '#lib/domains/access/service/store.conformance.ts'
import { appointments } from '#lib/domains/bookings/service/store.conformance.ts'
import { imports } from '#lib/domains/connections/service/store.conformance.ts'
import { orderChanges } from '#lib/domains/orders/service/store.conformance.ts'
import { managed } from '#lib/domains/teams/service/management.conformance.ts'
import { teams } from '#lib/domains/teams/service/store.conformance.ts'
import { people } from '#lib/domains/users/service/people.testing.ts'

overEveryStore((store) => {
  describe('people', () => people(store))
  describe('imports', () => imports(store))
  describe('appointments', () => appointments(store))
  describe('teams and keys', () => teams(store))
  describe('management', () => managed(store))
  describe('changes of orders', () => orderChanges(store))
})
