import { expect, test } from 'vitest'
import { KNOWN_PROVIDERS, providerKind, providerName } from './providers.ts'

test('39 sources, `manual` among them, 16 of them cloud OAuth (spec, "Provider slug enumerations")', () => {
  expect(new Set(KNOWN_PROVIDERS.map(({ slug }) => slug)).size).toBe(39)
  expect(KNOWN_PROVIDERS.filter(({ kind }) => kind === 'cloud_oauth')).toHaveLength(16)
  expect(providerKind('manual')).toBe('manual')
  expect(providerKind('phone_health_store')).toBe('on_device')
})

test('a source of another service has no kind, and its slug is its name', () => {
  expect(providerKind('some_new_watch')).toBeNull()
  expect(providerName('some_new_watch')).toBe('Some New Watch')
  expect(providerName('__')).toBe('__')
  expect(providerName('manual')).toBe('Manual entry')
})
