import { providerKind } from '#lib/domains/connections/providers.ts'

/** Current values of the link token form. */
export interface LinkSettings {
  provider?: string | null | undefined
  redirect_url?: string | null | undefined
  filter_on_providers?: readonly string[] | null | undefined
  on_error?: 'redirect' | null | undefined
  on_close?: 'redirect' | null | undefined
}

function placeOf(redirect_url: string | null | undefined): string | null {
  return redirect_url && URL.canParse(redirect_url) ? new URL(redirect_url).host : null
}

function whenItFails({ provider, on_error }: LinkSettings, place: string | null): string {
  const kind = provider ? providerKind(provider) : null
  const back = `goes back to ${place} with the error`
  if (kind === 'cloud_oauth')
    return place ? `If sign-in fails, the patient ${back}.` : 'If sign-in fails, the patient sees an error page.'
  if (on_error === 'redirect' && place) return `If sign-in fails, the patient ${back}.`
  if (kind === 'password' || !place) return 'If sign-in fails, the form shows an error and the patient can try again.'
  return `If sign-in fails, the form shows an error and the patient can try again. Sources with their own sign-in page go back to ${place} instead.`
}

/** Lists what the patient sees after opening the link, one sentence per step (spec, endpoint 9). */
export function linkPreview(settings: LinkSettings, nameOf: (slug: string) => string): string[] {
  const { provider, filter_on_providers: only, on_close } = settings
  const place = placeOf(settings.redirect_url)
  const start = () => {
    if (provider) return `Goes straight to ${nameOf(provider)}’s sign-in page.`
    if (!only || only.length === 0) return 'Shows a list of all sources.'
    return `Shows a list of ${only.length === 1 ? 'one source' : `${only.length} sources`}: ${only.map(nameOf).join(', ')}.`
  }
  return [
    start(),
    place ? `When done, the patient goes back to ${place}.` : 'When done, the patient sees a confirmation page.',
    whenItFails(settings, place),
    on_close === 'redirect' && place
      ? `Closing the page goes back to ${place} with the error user_cancelled.`
      : 'Closing the page ends it.',
  ]
}
