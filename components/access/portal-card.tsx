'use client'
import { ExternalLink } from 'lucide-react'
import { Controller } from 'react-hook-form'
import { fieldId } from '#components/patterns/form/form-scope.ts'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { ClearedText } from '#components/patterns/secret/cleared-note.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { HOLD_MS, useSecret } from '#lib/domains/access/use-secret.ts'
import { createPortalUrl } from '#lib/domains/users/user.ts'
import type { RequestError } from '#lib/kernel/client/errors.ts'
import { request } from '#lib/kernel/client/request.ts'
import { AccessCard } from './access-card.tsx'
import type { AccessCardContext } from './card-context.ts'
import { likelyLifetime } from './lifetime.ts'
import { OrderPicker } from './order-picker.tsx'
import { PortalContexts } from './portal-contexts.tsx'
import { DemographicsFirst, PortalNotEnabled } from './portal-refusals.tsx'
import { type Portal, PortalExpiry, PortalSecret } from './portal-secret.tsx'

const FIELDS = [
  { path: 'context', label: 'Purpose of the link' },
  { path: 'order_id', label: 'Order' },
] as const

/** Maps the response to the card's state: a 422 that names no field means no demographics (spec, endpoint 6). */
function faceOf(error: RequestError | null) {
  if (error?.status === 403) return 'not_enabled'
  return error?.status === 422 && error.issues.length === 0 ? 'no_demographics' : 'form'
}

export function PortalCard({ context: desk }: { context: AccessCardContext }) {
  const { environment, user_id, allow } = desk
  const { kept, error, cleared_at, make, clear } = useSecret<Portal>()
  const api = useApiForm({
    schema: createPortalUrl.body,
    defaultValues: { context: 'launch', order_id: null },
    fields: FIELDS,
    speaker: 'service',
    send: async (body) => {
      const input = { params: { user_id }, body }
      const refused = await make(async (signal) => {
        const { url, expires_in } = await request(createPortalUrl, input, { environment }, { signal })
        const lifetime = likelyLifetime(expires_in, body.context)
        const value = { url, context: body.context, expires_in, lifetime }
        return { value, until: Date.now() + Math.min(HOLD_MS, lifetime.length) }
      })
      if (refused) throw refused
    },
  })
  /** True when the form has changed since the link was created. */
  const changed =
    <T,>(onChange: (value: T) => void) =>
    (value: T) => {
      clear()
      onChange(value)
    }
  const face = faceOf(error)
  const goBack = () => {
    clear()
    api.forget()
  }
  if (error && face === 'not_enabled') return <PortalNotEnabled detail={error.message} onBack={goBack} />
  if (error && face === 'no_demographics')
    return <DemographicsFirst context={desk} detail={error.message} onBack={goBack} />
  return (
    <AccessCard
      api={api}
      icon={ExternalLink}
      title="Portal link"
      summary="Opens the patient portal, already signed in as this patient."
      foot={kept ? <PortalExpiry portal={kept.value} /> : 'The link appears here after you make it.'}
      action={
        <PendingButton type="submit" look={kept ? 'outline' : 'primary'} isPending={api.isPending}>
          {kept ? 'Make another' : 'Make portal link'}
        </PendingButton>
      }
    >
      <Controller
        control={api.form.control}
        name="context"
        render={({ field }) => (
          <PortalContexts
            id={fieldId(api.id, field.name)}
            value={field.value}
            onChange={changed(field.onChange)}
            problem={api.problem(field.name)}
          />
        )}
      />
      <Controller
        control={api.form.control}
        name="order_id"
        render={({ field }) => (
          <OrderPicker
            context={desk}
            value={field.value ?? null}
            onChange={changed(field.onChange)}
            problem={api.problem(field.name)}
          />
        )}
      />
      {kept && <PortalSecret portal={kept.value} made_at={kept.made_at} until={kept.until} allow={allow} />}
      {cleared_at !== null && <ClearedText noun="Portal link" at={cleared_at} />}
    </AccessCard>
  )
}
