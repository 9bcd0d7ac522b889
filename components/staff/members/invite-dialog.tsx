'use client'
import { Mail, UserRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Form, Heading } from 'react-aria-components'
import { problemsOf } from '#components/staff/account/use-own-change.ts'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Dialog } from '#components/ui/dialog/dialog.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Field } from '#components/ui/field/field.tsx'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import type { MadeLink } from './one-time-link.tsx'
import { type Rights, RightsFields } from './rights-fields.tsx'
import { useStaffChanges } from './use-staff.ts'

interface InviteDialogProps {
  environments: readonly Environment[]
  onInvited: (made: MadeLink) => void
  onClose: () => void
}

/** The least is the start: whoever invites adds rights on purpose, and real patients last. */
function leastRights(environments: readonly Environment[]): Rights {
  const unreal = environments.filter(({ kind }) => kind !== 'production').map(({ id }) => id)
  return { role: 'read_only', environments: unreal.length > 0 ? unreal : null }
}

export function InviteDialog({ environments, onInvited, onClose }: InviteDialogProps) {
  const { invite } = useStaffChanges()
  const [rights, setRights] = useState(() => leastRights(environments))
  const problems = invite.error instanceof RequestError ? problemsOf(invite.error) : null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (rights.environments?.length === 0) return
    const fields = new FormData(event.currentTarget)
    const name = String(fields.get('name')).trim()
    invite.mutate(
      { ...rights, name, email: String(fields.get('email')).trim() },
      { onSuccess: ({ link, expires_at }) => onInvited({ name, link, expires_at }) },
    )
  }
  return (
    <Dialog isOpen onClose={onClose} dismissable={false} className="max-w-[480px]">
      <Form onSubmit={submit} validationErrors={problems?.fields ?? {}} autoComplete="off">
        <div className="flex flex-col gap-4 p-5">
          <div>
            <Heading slot="title" className="text-lg">
              Invite someone
            </Heading>
            <p className="mt-1 text-base text-ink-2">You get a one-time link to hand to them. No e-mail is sent.</p>
          </div>
          <Field
            label="Name"
            name="name"
            icon={UserRound}
            isRequired
            autoFocus
            autoComplete="off"
            maxLength={100}
            validate={(name) => (name.trim() ? null : 'Enter a name.')}
          />
          <Field
            label="Work e-mail"
            name="email"
            type="email"
            icon={Mail}
            isRequired
            verbatim
            autoComplete="off"
            inputMode="email"
            maxLength={254}
            validate={(text) => (/^\S+@\S+\.\S+$/.test(text.trim()) ? null : 'Enter an e-mail address.')}
          />
          <RightsFields rights={rights} environments={environments} onChange={setRights} />
          {problems?.text && (
            <Notice kind="bad" alert>
              {problems.text}
            </Notice>
          )}
        </div>
        <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
          <Button onPress={onClose}>Cancel</Button>
          <PendingButton type="submit" look="primary" isPending={invite.isPending}>
            Make link
          </PendingButton>
        </div>
      </Form>
    </Dialog>
  )
}
