import { expect, test } from 'vitest'
import { CONNECTION_ERROR_TYPES } from '#lib/kernel/values.ts'
import { type Connection, connection as schema } from './connection.ts'
import { connectionState } from './state.ts'
import { BROKEN_STATES, isBroken, KEPT_STATES } from './states.ts'

function connection(more: Partial<Connection>): Connection {
  const created_on = '2026-11-01T00:00:00Z'
  const listed = {
    name: 'Korrin Ring',
    slug: 'korrin_ring',
    status: 'connected',
    created_on,
    resource_availability: {},
  }
  return { ...listed, ...more }
}

test.each([
  [{}, 'connected'],
  [{ slug: 'phone_health_store' }, 'on_device'],
  [{ slug: 'phone_health_store', status: 'error' }, 'failing'],
  [{ status: 'Retrying' }, 'retrying'],
  [{ status: 'paused_by_provider' }, 'other'],
  [{ error_details: { error_type: 'user_not_found' } }, 'needs_sign_in'],
  [{ error_details: { error_type: 'deregistered_per_provider' } }, 'revoked'],
  [{ error_details: { error_type: 'something_new' } }, 'failing'],
  [{ error_details: { error_message: 'A word in passing.' } }, 'connected'],
  [{ status: 'error', error_details: null }, 'failing'],
] as const)('%o is %s', (more, state) => {
  expect(connectionState(connection(more))).toBe(state)
})

test('every error type that the service sends breaks the connection, whatever its status', () => {
  for (const error_type of CONNECTION_ERROR_TYPES) {
    for (const status of ['connected', 'error', 'Retrying'])
      expect(isBroken(connectionState(connection({ status, error_details: { error_type } })))).toBe(true)
  }
})

test('what is kept of other connections does not count as broken', () => {
  expect(KEPT_STATES.filter(isBroken)).toEqual([...BROKEN_STATES])
})

test('an optional value that is odd doesn’t cost the connection', () => {
  const odd = { resource_availability: null, error_details: { error_type: '', error_message: null, errored_at: '' } }
  expect(schema.parse({ ...connection({}), ...odd })).toMatchObject({ resource_availability: {}, status: 'connected' })
})
