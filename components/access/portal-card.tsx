'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { ClearedWords } from '#components/patterns/secret/cleared-note.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { FailedLine } from '#components/ui/display/failed-line.tsx'
import { KEPT_FOR, useSecret } from '#lib/domains/access/use-secret.ts'
import { createPortalUrl } from '#lib/domains/users/user.ts'
import type { RequestError } from '#lib/kernel/client/errors.ts'
import { request } from '#lib/kernel/client/request.ts'
import { AccessCard } from './access-card.tsx'
import type { Desk } from './desk.ts'
import { refuseFields } from './form-refusal.ts'
import { likelyLifetime } from './lifetime.ts'
import { OrderPicker } from './order-picker.tsx'
import { PortalContexts } from './portal-contexts.tsx'
import { DemographicsFirst, PortalNotEnabled } from './portal-refusals.tsx'
import { type Portal, PortalExpiry, PortalSecret } from './portal-secret.tsx'

const FIELDS = ['context', 'order_id'] as const

/** What the answer makes of the card: a 422 that names no field says that there are no demographics (spec, endpoint 6). */
function faceOf(error: RequestError | null) {
  if (error?.status === 403) return 'not_enabled'
  return error?.status === 422 && error.issues.length === 0 ? 'no_demographics' : 'form'
}

export function PortalCard({ desk }: { desk: Desk }) {
  const { environment, user_id, allow } = desk
  const { kept, isPending, error, cleared_at, make, clear } = useSecret<Portal>()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { control, handleSubmit, setError } = useForm({
    resolver: zodResolver(createPortalUrl.body),
    defaultValues: { context: 'launch', order_id: null },
  })
  const submit = handleSubmit(async (body) => {
    setRefusal(null)
    const input = { params: { user_id }, body }
    const refused = await make(async (signal) => {
      const { url, expires_in } = await request(createPortalUrl, input, { environment }, { signal })
      const lifetime = likelyLifetime(expires_in, body.context)
      const value = { url, context: body.context, expires_in, lifetime }
      return { value, until: Date.now() + Math.min(KEPT_FOR, lifetime.length) }
    })
    if (refused) setRefusal(refuseFields(refused, FIELDS, setError))
  })
  /** What was made no longer is what the form says. */
  const changed =
    <T,>(onChange: (value: T) => void) =>
    (value: T) => {
      clear()
      onChange(value)
    }
  const face = faceOf(error)
  if (error && face === 'not_enabled') return <PortalNotEnabled detail={error.message} onBack={clear} />
  if (error && face === 'no_demographics')
    return <DemographicsFirst desk={desk} detail={error.message} onBack={clear} />
  return (
    <AccessCard
      icon={ExternalLink}
      title="Portal link"
      summary="Opens the patient portal already signed in as this person."
      onSubmit={(event) => void submit(event)}
      foot={kept ? <PortalExpiry portal={kept.value} /> : 'The link is shown once you make it.'}
      action={
        <PendingButton type="submit" look={kept ? 'outline' : 'primary'} isPending={isPending}>
          {kept ? 'Make another' : 'Make portal link'}
        </PendingButton>
      }
    >
      <Controller
        control={control}
        name="context"
        render={({ field, fieldState }) => (
          <PortalContexts value={field.value} onChange={changed(field.onChange)} problem={fieldState.error?.message} />
        )}
      />
      <Controller
        control={control}
        name="order_id"
        render={({ field, fieldState }) => (
          <OrderPicker
            desk={desk}
            value={field.value ?? null}
            onChange={changed(field.onChange)}
            problem={fieldState.error?.message}
          />
        )}
      />
      {kept && <PortalSecret portal={kept.value} made_at={kept.made_at} until={kept.until} allow={allow} />}
      {cleared_at !== null && <ClearedWords noun="Portal link" at={cleared_at} />}
      {refusal && <FailedLine>{refusal}</FailedLine>}
    </AccessCard>
  )
}
