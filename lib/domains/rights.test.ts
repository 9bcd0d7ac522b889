/** The table of rights, without a server: `e2e/security/matrix.spec.ts` asks a running one. */
import { expect, test } from 'vitest'
import { consoleEndpointList } from './console-endpoints.ts'
import { RIGHTS, SIGN_IN } from './rights.testing.ts'
import { endpointList } from './service-endpoints.ts'
import { can, ROLES } from './staff/roles.ts'
import { authEndpointList } from './staff/sign-in.ts'

test('the table of rights holds every endpoint of both contracts, and agrees with them', () => {
  const endpoints = [...endpointList, ...consoleEndpointList]
  expect(Object.keys(RIGHTS).sort()).toEqual(endpoints.map(({ name }) => name).sort())
  for (const { name, permission } of endpoints) {
    const allowed = ROLES.filter((role) => can(role, permission))
    expect(allowed, name).toEqual(ROLES.filter((role) => RIGHTS[name]?.includes(role)))
  }
})

test('the table of sign-in holds every endpoint, and agrees with the records', () => {
  expect(Object.fromEntries(authEndpointList.map(({ name, access }) => [name, access]))).toEqual(SIGN_IN)
})
