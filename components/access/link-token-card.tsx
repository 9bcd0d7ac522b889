'use client'
import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { ClearedText } from '#components/patterns/secret/cleared-note.tsx'
import { LinkSecret } from '#components/patterns/secret/link-secret.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { createLinkToken } from '#lib/domains/access/link.ts'
import { HOLD_MS, useSecret } from '#lib/domains/access/use-secret.ts'
import { providerKind } from '#lib/domains/connections/providers.ts'
import { providersQuery } from '#lib/domains/users/queries.ts'
import { request } from '#lib/kernel/client/request.ts'
import { AccessCard } from './access-card.tsx'
import type { AccessCardContext } from './card-context.ts'
import { LinkFields } from './link-fields.tsx'
import { nameOf, sourceOptions } from './sources.ts'

const FIELDS = [
  { path: 'provider', label: 'Go straight to' },
  { path: 'filter_on_providers', label: 'Offer only these' },
  { path: 'redirect_url', label: 'After linking, return to' },
  { path: 'on_error', label: 'Return on error' },
  { path: 'on_close', label: 'Return on close' },
] as const

interface MadeLink {
  link_token: string
  link_web_url: string
}

export function LinkTokenCard({ context: desk }: { context: AccessCardContext }) {
  const { environment, user_id, allow } = desk
  const { kept, cleared_at, make, clear } = useSecret<MadeLink>()
  const connections = useQuery(providersQuery({ environment, user_id }))
  const options = sourceOptions(connections.data?.providers ?? [])
  const api = useApiForm({
    schema: createLinkToken.body,
    defaultValues: {
      user_id,
      provider: null,
      filter_on_providers: null,
      redirect_url: null,
      on_error: null,
      on_close: null,
    },
    fields: FIELDS,
    speaker: 'service',
    send: async (body) => {
      const refused = await make(async (signal) => {
        const { link_token, link_web_url } = await request(createLinkToken, { body }, { environment }, { signal })
        return { value: { link_token, link_web_url }, until: Date.now() + HOLD_MS }
      })
      if (refused) throw refused
    },
  })
  return (
    <AccessCard
      api={api}
      icon={Link2}
      title="Link a data source"
      summary="A short-lived link to the page where the patient connects a source."
      foot={
        kept
          ? 'It works for a few minutes. The service doesn’t say how many.'
          : 'The link appears here after you make it.'
      }
      action={
        <PendingButton type="submit" look={kept ? 'outline' : 'primary'} isPending={api.isPending}>
          {kept ? 'Make another' : 'Make link token'}
        </PendingButton>
      }
    >
      <LinkFields control={api.form.control} setValue={api.form.setValue} options={options} onEdit={clear} />
      <div className="rounded-control border border-line bg-sunken px-3 py-2.5 print:hidden">
        <h3 className="text-xs font-control text-ink-2">What the patient sees</h3>
        <ol className="mt-1 flex list-decimal flex-col gap-0.5 pl-4 text-sm">
          {linkPreview(api.values, (slug) => nameOf(options, slug)).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      {kept && <LinkSecret {...kept.value} until={kept.until} allow={allow} />}
      {cleared_at !== null && <ClearedText noun="Link" at={cleared_at} />}
    </AccessCard>
  )
}

/** Current values of the link token form. */
interface LinkSettings {
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
