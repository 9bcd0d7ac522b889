import { expect, test } from 'vitest'
import {
  adviceFor,
  availabilityLabel,
  missingScopes,
  resourceName,
  scopesOf,
  statusLabel,
} from '#components/connections/labels.ts'
import type { Connection } from '#lib/domains/connections/connection.ts'
import { connectionState } from '#lib/domains/connections/state.ts'
import { CONNECTION_ERROR_TYPES } from '#lib/kernel/values.ts'

function connection(more: Partial<Connection>): Connection {
  return {
    name: 'Korrin Ring',
    slug: 'korrin_ring',
    status: 'connected',
    created_on: '2026-11-01T00:00:00Z',
    resource_availability: {},
    ...more,
  }
}

test.each(CONNECTION_ERROR_TYPES)('%s has words and advice of its own', (error_type) => {
  const { title, advice } = adviceFor(error_type)
  expect(title).not.toContain(error_type)
  expect(advice.length).toBeGreaterThan(40)
})

test.each([
  ['token_refresh_failed', 'Needs sign-in', 'bad'],
  ['provider_password_expired', 'Needs sign-in', 'bad'],
  ['required_scopes_not_granted', 'Needs sign-in', 'bad'],
  ['deregistered_per_provider', 'Revoked', 'closed'],
  ['webhook_registration_failed', 'Failing', 'bad'],
  ['something_new', 'Failing', 'bad'],
] as const)('%s reads %s', (error_type, label, tone) => {
  expect(statusLabel(connection({ status: 'error', error_details: { error_type } }))).toMatchObject({ label, tone })
})

test('an error type that nobody knows is shown raw, an error without a type is the unexplained one', () => {
  expect(adviceFor('something_new').title).toContain('“something_new”')
  expect(adviceFor('constructor').title).toContain('“constructor”')
  expect(adviceFor(null)).toEqual(adviceFor('unknown'))
})

test.each([
  [{}, 'Connected'],
  [{ slug: 'phone_health_store' }, 'On device'],
  [{ slug: 'phone_health_store', status: 'error' }, 'Failing'],
  [{ status: 'Retrying' }, 'History retrying'],
  [{ status: 'paused_by_provider' }, 'paused_by_provider'],
  [{ error_details: { error_type: 'user_not_found' } }, 'Needs sign-in'],
  [{ error_details: { error_message: 'A word in passing.' } }, 'Connected'],
] as const)('%o reads %s', (more, label) => {
  expect(statusLabel(connection(more)).label).toBe(label)
})

test('an error wins over everything else', () => {
  expect(connectionState(connection({ status: 'retrying', error_details: { error_type: 'unknown' } }))).toBe('failing')
})

test('scopes: granted first, and none at all where the source asks for none', () => {
  const none = { required: [], optional: [] }
  const user_granted = { required: ['read:sleep'], optional: [] }
  const user_denied = { required: ['read:vitals'], optional: ['read:device'] }
  const availability = { status: 'unavailable', scope_requirements: { user_granted, user_denied } }
  expect(scopesOf(availability, 'required')).toEqual([
    { name: 'read:sleep', granted: true },
    { name: 'read:vitals', granted: false },
  ])
  expect(scopesOf({ status: 'available' }, 'optional')).toBeNull()
  const twice = { sleep: availability, heart_rate: availability, steps: { status: 'available' } }
  expect(missingScopes(connection({ resource_availability: twice }))).toEqual(['read:vitals'])
  const fine = { status: 'available', scope_requirements: { user_granted: none, user_denied: none } }
  expect(missingScopes(connection({ resource_availability: { sleep: fine } }))).toEqual([])
})

test('names and states of data types; what is not known is raw', () => {
  expect(resourceName('heart_rate_variability')).toBe('Heart rate variability')
  expect(resourceName('_')).toBe('_')
  expect(['available', 'unavailable', 'Retrying', 'partly'].map((status) => availabilityLabel(status).label)).toEqual([
    'Available',
    'Unavailable',
    'Retrying',
    'partly',
  ])
})
