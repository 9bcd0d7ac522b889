'use client'
import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { ClearedText } from '#components/patterns/secret/cleared-note.tsx'
import { LinkSecret } from '#components/patterns/secret/link-secret.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { createLinkToken } from '#lib/domains/access/link.ts'
import { HOLD_MS, useSecret } from '#lib/domains/access/use-secret.ts'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { serviceQuery } from '#lib/kernel/client/queries.ts'
import { request } from '#lib/kernel/client/request.ts'
import { AccessCard } from './access-card.tsx'
import type { AccessCardContext } from './card-context.ts'
import { LinkFields } from './link-fields.tsx'
import { linkPreview } from './link-preview.ts'
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
  const connections = useQuery(serviceQuery(listUserProviders, { params: { user_id } }, { environment }))
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
