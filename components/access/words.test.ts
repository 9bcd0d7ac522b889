import { describe, expect, test } from 'vitest'
import { expiryOf, linkCodeForm } from './access-view.tsx'
import { linkPreview } from './link-token-card.tsx'
import { lengthLabel, likelyLifetime } from './portal-card.tsx'
import { nameOf, sourceOptions, typedSlug } from './source-picker.tsx'

describe('expires_in has no unit', () => {
  test.each([
    [900, 'launch', 'seconds', '15 minutes'],
    [1_209_600, 'communications', 'seconds', '14 days'],
    [15, 'launch', 'minutes', '15 minutes'],
    [14, 'communications', 'days', '14 days'],
    [336, 'communications', 'hours', '14 days'],
    [5, 'kiosk', 'seconds', '5 seconds'],
    [0, 'launch', 'seconds', '0 seconds'],
    [5_400, 'launch', 'seconds', '1 hour 30 minutes'],
  ] as const)('%d for %s reads in %s: %s', (expires_in, context, unit, words) => {
    const likely = likelyLifetime(expires_in, context)
    expect(likely.unit).toBe(unit)
    expect(lengthLabel(likely.length)).toBe(words)
  })
})

describe('the preview of a link', () => {
  const steps = (settings: Parameters<typeof linkPreview>[0]) => linkPreview(settings, (slug) => slug.toUpperCase())
  const redirect_url = 'https://app.example.test/linked?x=1'

  test('a list of all, of some, or one outright', () => {
    expect(steps({})[0]).toBe('Shows a list of all sources.')
    expect(steps({ filter_on_providers: [] })[0]).toBe('Shows a list of all sources.')
    expect(steps({ filter_on_providers: ['a'] })[0]).toBe('Shows a list of one source: A.')
    expect(steps({ filter_on_providers: ['a', 'b'] })[0]).toBe('Shows a list of 2 sources: A, B.')
    expect(steps({ provider: 'a', filter_on_providers: ['b'] })[0]).toBe('Goes straight to A’s sign-in page.')
  })

  test('what returns where: OAuth always, passwords only when asked', () => {
    expect(steps({ redirect_url, provider: 'korrin_ring' })[2]).toContain('goes back to app.example.test')
    expect(steps({ redirect_url, provider: 'garrick_trainer' })[2]).toContain('can try again.')
    expect(steps({ redirect_url, provider: 'garrick_trainer', on_error: 'redirect' })[2]).toContain('goes back to')
    expect(steps({ redirect_url })[2]).toContain('their own sign-in page go back to app.example.test')
    expect(steps({ on_error: 'redirect' })[2]).toContain('can try again')
    expect(steps({ provider: 'korrin_ring' })[2]).toBe('If sign-in fails, the patient sees an error page.')
  })

  test('Close returns only with an address and the wish', () => {
    expect(steps({ redirect_url, on_close: 'redirect' })[3]).toContain('user_cancelled')
    expect(steps({ on_close: 'redirect' })[3]).not.toContain('user_cancelled')
    expect(steps({ redirect_url: 'half an addr', on_close: 'redirect' })[3]).not.toContain('user_cancelled')
  })
})

describe('the sources on offer', () => {
  const options = sourceOptions([
    { slug: 'new_watch', name: 'The New Watch' },
    { slug: 'manual', name: 'By hand' },
  ])

  test('the person’s own come first, under the name the service gives; then all others, each once', () => {
    expect(options).toHaveLength(40)
    expect(options.slice(0, 2).map(({ name, mine }) => [name, mine])).toEqual([
      ['The New Watch', true],
      ['By hand', true],
    ])
    expect(options.filter(({ slug }) => slug === 'manual')).toHaveLength(1)
    expect(nameOf(options, 'new_watch')).toBe('The New Watch')
    expect(nameOf(options, 'unheard_of')).toBe('Unheard Of')
  })

  test('a slug that is typed is offered unless it is known or no slug', () => {
    expect(typedSlug(' Other Watch ', options)).toMatchObject({ slug: 'other_watch', name: 'Other Watch' })
    expect(typedSlug('new_watch', options)).toBeNull()
    expect(typedSlug('x', options)).toBeNull()
    expect(typedSlug('a/b', options)).toBeNull()
  })
})

describe('how long a link code works', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const expiry = (lifetime: string, expires_at: string | null, which = '', zone = 'UTC') =>
    expiryOf({ lifetime, expires_at, which }, { now, zone })

  test('the service’s own hour is left to the service', () => {
    expect(expiry('default', null)).toBeNull()
    expect(expiry('15', null)).toBe('2026-11-21T12:15:00.000Z')
    expect(expiry('until', '2026-11-21T13:30')).toBe('2026-11-21T13:30:00.000Z')
  })

  test('a time of one’s own is there, and still to come', () => {
    const form = linkCodeForm('America/New_York')
    const problems = (expires_at: string | null, which = '') =>
      form.safeParse({ lifetime: 'until', expires_at, which }).error?.issues.map(({ message }) => message)
    expect(problems(null)).toEqual(['Choose a date and time.'])
    expect(problems('2001-01-01T00:00')).toEqual(['This time is in the past. Choose a later one.'])
    expect(problems('2999-01-01T00:00')).toBeUndefined()
    expect(form.safeParse({ lifetime: '15', expires_at: null, which: '' }).success).toBe(true)
    expect(problems('2099-03-08T02:30')).toEqual([expect.stringContaining('doesn’t exist that day')])
    expect(problems('2099-11-01T01:30')).toEqual(['Choose which of the two.'])
    expect(problems('2099-11-01T01:30', 'first')).toBeUndefined()
    expect(expiry('until', '2026-11-01T01:30', 'second', 'America/New_York')).toBe('2026-11-01T06:30:00.000Z')
  })
})
