'use client'
import { KeyRound } from 'lucide-react'
import { z } from 'zod'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { ClearedNote, ClearedText } from '#components/patterns/secret/cleared-note.tsx'
import { SecretField } from '#components/patterns/secret/secret-field.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { HOLD_MS, useSecret } from '#lib/domains/access/use-secret.ts'
import { createSignInToken } from '#lib/domains/users/user.ts'
import { request } from '#lib/kernel/client/request.ts'
import { instantParts } from '#lib/utils/time/instants.ts'
import { AccessCard } from './access-card.tsx'
import type { AccessCardContext } from './card-context.ts'

/** The token takes no input: the form is its button. */
const NO_VALUES = z.object({})

export function SignInCard({ context: desk }: { context: AccessCardContext }) {
  const { environment, user_id, allow } = desk
  const clock = useWallClock()
  const { kept, cleared_at, make } = useSecret<string>()
  const api = useApiForm({
    schema: NO_VALUES,
    defaultValues: {},
    fields: [],
    speaker: 'service',
    send: async () => {
      const refused = await make(async (signal) => {
        const made = await request(createSignInToken, { params: { user_id } }, { environment }, { signal })
        return { value: made.sign_in_token, until: Date.now() + HOLD_MS }
      })
      if (refused) throw refused
    },
  })
  const made = kept && instantParts(kept.made_at, clock)
  return (
    <AccessCard
      api={api}
      icon={KeyRound}
      title="Sign-in token"
      summary="Signs in one app install as this patient. The session stays on the device."
      foot={made ? `Made ${made.time} ${made.zone} by you.` : 'The token appears here after you make it.'}
      action={
        <PendingButton type="submit" look={kept ? 'outline' : 'primary'} isPending={api.isPending}>
          {kept ? 'Make new token' : 'Make sign-in token'}
        </PendingButton>
      }
    >
      <Notice kind="warn">
        <p className="font-control">Make one per install, not per launch.</p>
        <p>Anyone who has it can sign in as this patient. Give it to the app, never to a person.</p>
      </Notice>
      {kept && (
        <div className="flex flex-col gap-3">
          <SecretField label="Token" value={kept.value} allow={allow} />
          <ClearedNote until={kept.until} />
        </div>
      )}
      {cleared_at !== null && <ClearedText noun="Sign-in token" at={cleared_at} />}
    </AccessCard>
  )
}
