'use client'
import { QrCode } from 'lucide-react'
import { Controller } from 'react-hook-form'
import { FormField } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { ClearedText } from '#components/patterns/secret/cleared-note.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { SelectField } from '#components/ui/field/select-field.tsx'
import { createLinkCode } from '#lib/domains/access/link.ts'
import { useSecret } from '#lib/domains/access/use-secret.ts'
import { request } from '#lib/kernel/client/request.ts'
import { clockNow, clockShift } from '#lib/utils/time/clock.ts'
import { instantParts, parseInstant } from '#lib/utils/time/instants.ts'
import { AccessCard } from './access-card.tsx'
import type { AccessCardContext } from './card-context.ts'
import { CodeSecret, type MadeCode } from './code-secret.tsx'
import { expiryOf, LIFETIMES, linkCodeForm } from './link-code-form.ts'

const FIELDS = [
  { path: 'lifetime', label: 'Works for' },
  { path: 'expires_at', label: 'Until' },
] as const

export function LinkCodeCard({ context: desk }: { context: AccessCardContext }) {
  const { environment, user_id, allow } = desk
  const clock = useWallClock()
  const { kept, cleared_at, make } = useSecret<MadeCode>()
  const api = useApiForm({
    schema: linkCodeForm,
    defaultValues: { lifetime: 'default', expires_at: null },
    fields: FIELDS,
    speaker: 'service',
    send: async (form) => {
      const refused = await make(async (signal) => {
        const expires_at = expiryOf(form, clockNow())
        const query = { user_id, ...(expires_at && { expires_at }) }
        const made = await request(createLinkCode, { query }, { environment }, { signal })
        return { value: made, until: parseInstant(made.expires_at) - clockShift() }
      })
      if (refused) throw refused
    },
  })
  const made = kept && instantParts(kept.made_at, clock)
  return (
    <AccessCard
      api={api}
      icon={QrCode}
      title="Mobile link code"
      summary="The patient scans this in the app to share phone health data."
      foot={
        made
          ? `Made ${made.time} ${made.zone} by you.`
          : 'Expires after one hour unless you choose a time. The service allows at most 24 hours.'
      }
      action={
        <PendingButton type="submit" look={kept ? 'outline' : 'primary'} isPending={api.isPending}>
          {kept ? 'New code' : 'Make code'}
        </PendingButton>
      }
    >
      <div className="grid items-start gap-4 min-[520px]:grid-cols-2">
        <Controller
          control={api.form.control}
          name="lifetime"
          render={({ field }) => (
            <SelectField label="Works for" value={field.value} onChange={field.onChange}>
              {LIFETIMES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
          )}
        />
        {api.values.lifetime === 'until' && (
          <FormField
            control={api.form.control}
            name="expires_at"
            label={`Until, ${instantParts(clockNow(), clock).zone}`}
            type="datetime-local"
          />
        )}
      </div>
      {kept && <CodeSecret made={kept.value} made_at={kept.made_at} until={kept.until} allow={allow} />}
      {cleared_at !== null && <ClearedText noun="Link code" at={cleared_at} />}
    </AccessCard>
  )
}
