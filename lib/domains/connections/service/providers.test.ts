import { describe, expect, test } from 'vitest'
import { connection } from '#lib/domains/connections/connection.ts'
import type { CatalogProvider } from '#lib/service/catalog.ts'
import { newConnection } from '#lib/service/catalog.ts'

const SOURCE: CatalogProvider = {
  slug: 'pulsewren',
  name: 'Pulsewren',
  logo: 'https://logos.sources.example/pulsewren.svg',
  kind: 'cloud_oauth',
  resources: {
    sleep: { required: ['sleep.read', 'profile'], optional: ['sleep.stages'] },
    steps: { required: ['steps.read'], optional: [] },
  },
}
const make = (granted: string[] | null, kind: CatalogProvider['kind'] = 'cloud_oauth') => {
  const made = newConnection({ ...SOURCE, kind }, 'user-1', '2026-11-21T12:00:00.000Z', granted)
  expect(connection.parse(made)).toEqual(made)
  return made.resource_availability
}

describe('a new connection', () => {
  test('is healthy and carries who it belongs to', () => {
    expect(newConnection(SOURCE, 'user-1', '2026-11-21T12:00:00.000Z', null)).toMatchObject({
      user_id: 'user-1',
      slug: 'pulsewren',
      status: 'connected',
      created_on: '2026-11-21T12:00:00.000Z',
      error_details: null,
    })
  })

  test('has a resource whose required scopes were all granted', () => {
    expect(make(['sleep.read', 'profile', 'unrelated'])).toEqual({
      sleep: {
        status: 'available',
        scope_requirements: {
          user_granted: { required: ['sleep.read', 'profile'], optional: [] },
          user_denied: { required: [], optional: ['sleep.stages'] },
        },
      },
      steps: {
        status: 'unavailable',
        scope_requirements: {
          user_granted: { required: [], optional: [] },
          user_denied: { required: ['steps.read'], optional: [] },
        },
      },
    })
  })

  test.each([
    [null, 'cloud_oauth'],
    [[], 'cloud_oauth'],
    [['unrelated'], 'password'],
    [['unrelated'], 'manual'],
  ] as const)('granted %o at a %s source: everything is available', (granted, kind) => {
    const resources = Object.values(make(granted && [...granted], kind))
    expect(resources.map(({ status }) => status)).toEqual(['available', 'available'])
    expect(resources.flatMap(({ scope_requirements: scopes }) => scopes?.user_denied.required)).toEqual([])
  })
})
