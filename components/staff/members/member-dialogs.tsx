'use client'

import { Mail, UserRound } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { z } from 'zod'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormField } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { inviteStaff, type StaffMember, staffInvitation } from '#lib/domains/staff/staff.ts'
import type { MadeLink } from './one-time-link.tsx'
import { RIGHTS_FIELDS, type Rights, RightsFields } from './rights-fields.tsx'
import { useStaffChanges } from './use-staff.ts'

interface ChangeDialogProps {
  member: StaffMember
  /** People can't restore a right that they take from themselves. */
  isViewer: boolean
  environments: readonly Environment[]
  onClose: () => void
}

const FIELDS = [{ path: 'name', label: 'Name' }, { path: 'email', label: 'Work email' }, ...RIGHTS_FIELDS] as const

const editedMember = staffInvitation.extend({ email: z.string().trim().pipe(staffInvitation.shape.email) })

function lessThan(rights: Rights, before: Rights): boolean {
  const everywhere = before.environments?.every((id) => rights.environments?.includes(id)) ?? false
  return rights.role !== before.role || !(rights.environments === null || everywhere)
}

/** Name, email address, role and environments of one person. The change counts from their next request on. */
export function ChangeDialog({ member, isViewer, environments, onClose }: ChangeDialogProps) {
  const router = useRouter()
  const { update, changeEmail } = useStaffChanges()
  const api = useApiForm({
    schema: editedMember,
    defaultValues: { name: member.name, email: member.email, role: member.role, environments: member.environments },
    fields: FIELDS,
    send: async ({ email, ...body }) => {
      const params = { staff_id: member.id }
      // The email address first: it is what can be refused.
      const isNew = email.toLowerCase() !== member.email
      const after = isNew ? await changeEmail.mutateAsync({ params, body: { email } }) : null
      await update.mutateAsync({ params, body })
      return { waits: after?.reset_request?.purpose === 'email' }
    },
    onSent: ({ waits }) => {
      onClose()
      if (isViewer) router.refresh()
      const text = waits
        ? 'Another administrator has to approve the new email address within a day.'
        : 'The change applies right away.'
      toast({ kind: 'done', title: 'Changes saved.', text })
    },
  })
  const { form, values } = api
  const isNewEmail = values.email.trim().toLowerCase() !== member.email
  return (
    <FormDialog api={api} title={`Edit ${member.name}`} summary={member.email} confirm="Save changes" onClose={onClose}>
      <FormField control={form.control} name="name" label="Name" icon={UserRound} isRequired maxLength={100} />
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
        isDisabled={isViewer}
        hint={emailHint(member, isViewer, isNewEmail)}
      />
      <RightsFields
        rights={values}
        environments={environments}
        onChange={(rights) => {
          form.setValue('role', rights.role)
          form.setValue('environments', rights.environments)
        }}
      />
      {isViewer && lessThan(values, member) && (
        <Notice kind="warn">
          This is you. If you remove your own access, another administrator has to restore it.
        </Notice>
      )}
    </FormDialog>
  )
}

function emailHint({ status }: StaffMember, isViewer: boolean, isNew: boolean): string {
  if (isViewer) return 'Another administrator can change your email address.'
  if (!isNew) return 'They sign in with this address.'
  return status === 'invited'
    ? 'Their current link stops working. Create a new one for this address.'
    : 'They’re signed out and sign in with this address from then on.'
}

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

const INVITE_FIELDS = [
  { path: 'name', label: 'Name' },
  { path: 'email', label: 'Work email' },
  ...RIGHTS_FIELDS,
] as const

const invitation = inviteStaff.body.extend({
  email: z.string().trim().pipe(inviteStaff.body.shape.email),
})

export function InviteDialog({ environments, onInvited, onClose }: InviteDialogProps) {
  const { invite } = useStaffChanges()
  const api = useApiForm({
    schema: invitation,
    defaultValues: { name: '', email: '', ...leastRights(environments) },
    fields: INVITE_FIELDS,
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
