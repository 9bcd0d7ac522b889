'use client'
import { Mail, UserRound } from 'lucide-react'
import { z } from 'zod'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormField } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { inviteStaff } from '#lib/domains/staff/staff.ts'
import type { MadeLink } from './one-time-link.tsx'
import { RIGHTS_FIELDS, type Rights, RightsFields } from './rights-fields.tsx'
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

const FIELDS = [{ path: 'name', label: 'Name' }, { path: 'email', label: 'Work email' }, ...RIGHTS_FIELDS] as const

const invitation = inviteStaff.body.extend({
  email: z.string().trim().pipe(inviteStaff.body.shape.email),
})

export function InviteDialog({ environments, onInvited, onClose }: InviteDialogProps) {
  const { invite } = useStaffChanges()
  const api = useApiForm({
    schema: invitation,
    defaultValues: { name: '', email: '', ...leastRights(environments) },
    fields: FIELDS,
    send: (body) => invite.mutateAsync(body),
    onSent: ({ link, expires_at }, { name }) => onInvited({ name, link, expires_at }),
  })
  const { form, values } = api
  return (
    <FormDialog
      api={api}
      title="Invite someone"
      summary="You’ll get a one-time link to give them. No email is sent."
      confirm="Create link"
      onClose={onClose}
    >
      <FormField
        control={form.control}
        name="name"
        label="Name"
        icon={UserRound}
        isRequired
        autoFocus
        maxLength={100}
      />
      <FormField
        control={form.control}
        name="email"
        label="Work email"
        type="email"
        icon={Mail}
        isRequired
        verbatim
        inputMode="email"
        maxLength={254}
      />
      <RightsFields
        rights={values}
        environments={environments}
        onChange={(rights) => {
          form.setValue('role', rights.role)
          form.setValue('environments', rights.environments)
        }}
      />
    </FormDialog>
  )
}
