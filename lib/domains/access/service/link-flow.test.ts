import { describe, expect, test } from 'vitest'
import { sandboxCatalog } from '#lib/sandbox/catalog.ts'
import type { CatalogProvider } from '#lib/service/catalog.ts'
import { linkOutcome, linkProviders } from './pages.ts'

const BACK = 'https://app.example/back?keep=1&state=mine#top'

function provider(slug: string): CatalogProvider {
  const found = sandboxCatalog.providers.find((each) => each.slug === slug)
  if (!found) throw new Error(`no source ${slug}`)
  return found
}

const oauth = provider('pulsewren')
const password = provider('garrick_trainer')

describe('what the widget offers', () => {
  const kinds = (options: Parameters<typeof linkProviders>[1]) =>
    new Set(linkProviders(sandboxCatalog, options).map(({ kind }) => kind))

  test('without settings every source one can sign in to', () => {
    expect(kinds({})).toEqual(new Set(['cloud_oauth', 'password']))
    expect(linkProviders(sandboxCatalog, {})).toHaveLength(28)
  })

  test('an allow-list keeps its own, in the usual order, without what is on the device', () => {
    const filter_on_providers = ['phone_health_store', password.slug, oauth.slug]
    expect(linkProviders(sandboxCatalog, { filter_on_providers })).toEqual([oauth, password])
  })

  test('one provider leads to that one, whatever it is and whatever the list says', () => {
    for (const slug of ['manual', 'phone_health_store', oauth.slug]) {
      const offered = linkProviders(sandboxCatalog, { provider: slug, filter_on_providers: [password.slug] })
      expect(offered.map((each) => each.slug)).toEqual([slug])
    }
  })
})

describe('where it sends people', () => {
  const success = { state: 'success', provider: oauth.slug }
  const failure = (source: CatalogProvider) => ({
    state: 'error',
    error: 'provider_credential_error',
    provider: source.slug,
  })
  const cancelled = { state: 'error', error: 'user_cancelled' }
  const all = { redirect_url: BACK, on_error: 'redirect', on_close: 'redirect' } as const

  test.each([
    ['connect', oauth, { redirect_url: BACK }, success],
    ['connect', oauth, {}, null],
    ['refuse', oauth, { redirect_url: BACK }, failure(oauth)],
    ['refuse', oauth, {}, null],
    ['refuse', password, { redirect_url: BACK }, null],
    ['refuse', password, all, failure(password)],
    ['refuse', password, { on_error: 'redirect' }, null],
    ['close', null, { redirect_url: BACK }, null],
    ['close', null, { redirect_url: BACK, on_error: 'redirect' }, null],
    ['close', null, all, cancelled],
    ['close', null, { on_close: 'redirect' }, null],
  ] as const)('%s', (action, source, options, expected) => {
    const { redirect, message } = linkOutcome(action, source, options)
    expect(message.length).toBeGreaterThan(10)
    if (expected === null) return expect(redirect).toBeNull()
    const url = new URL(redirect ?? '')
    expect(Object.fromEntries(url.searchParams)).toEqual({ keep: '1', ...expected })
    expect([url.origin, url.pathname, url.hash]).toEqual(['https://app.example', '/back', '#top'])
  })
})
