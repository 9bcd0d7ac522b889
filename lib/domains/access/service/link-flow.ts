/** Options and redirects of the link widget: spec endpoint 9 and "Errors". Pure. */
import type { CatalogProvider, ServiceCatalog } from '#lib/service/catalog.ts'
import type { LinkOptions } from '#lib/service/records.ts'

/** One provider leads straight to it; a filter is an allow-list; sources on the device are not offered here. */
export function linkProviders({ providers }: ServiceCatalog, options: LinkOptions): CatalogProvider[] {
  if (options.provider) return providers.filter(({ slug }) => slug === options.provider)
  const offered = providers.filter(({ kind }) => kind === 'cloud_oauth' || kind === 'password')
  const { filter_on_providers: filter } = options
  return filter ? offered.filter(({ slug }) => filter.includes(slug)) : offered
}

export type LinkAction = 'connect' | 'refuse' | 'close'

export interface LinkOutcome {
  /** Browser destination; the server itself never follows it. */
  redirect: string | null
  /** Message shown instead. */
  message: string
}

/**
 * OAuth sources always redirect; password sources redirect an error only with `on_error`, and Close only with
 * `on_close`. The parameters' names are a gap ("link error parameters").
 */
export function linkOutcome(action: LinkAction, provider: CatalogProvider | null, options: LinkOptions): LinkOutcome {
  const to = (parameters: Record<string, string>) => withParameters(options.redirect_url ?? null, parameters)
  if (action === 'close') {
    const message = 'The widget is closed. You can close this page.'
    const closed = { state: 'error', error: 'user_cancelled' }
    return { redirect: options.on_close === 'redirect' ? to(closed) : null, message }
  }
  const slug = provider?.slug ?? ''
  const name = provider?.name ?? 'The source'
  if (action === 'connect') {
    return {
      redirect: to({ state: 'success', provider: slug }),
      message: `${name} is connected. You can close this page.`,
    }
  }
  const redirects = provider?.kind === 'cloud_oauth' || options.on_error === 'redirect'
  return {
    redirect: redirects ? to({ state: 'error', error: 'provider_credential_error', provider: slug }) : null,
    message: `${name} didn’t accept the sign-in. Try again.`,
  }
}

function withParameters(redirect_url: string | null, parameters: Record<string, string>): string | null {
  if (redirect_url === null) return null
  const url = new URL(redirect_url)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
