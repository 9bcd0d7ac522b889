import { Mail, UserRound, UsersRound } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useContext } from 'react'
import { z } from 'zod'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormField } from '#components/patterns/form/form-field.tsx'
import { FormScopeContext, fieldId } from '#components/patterns/form/form-scope.ts'
import { type ApiForm, useApiForm } from '#components/patterns/form/use-api-form.ts'
import { Button } from '#components/ui/button/button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Check } from '#components/ui/field/check.tsx'
import { labelStyle } from '#components/ui/field/field.tsx'
import { Options, SelectField } from '#components/ui/field/select-field.tsx'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { ROLE_LABELS, ROLES, type Role } from '#lib/domains/staff/roles.ts'
import { type StaffMember, staffInvitation } from '#lib/domains/staff/staff.ts'
import type { MadeLink } from './one-time-link.tsx'
import { useStaffChanges } from './use-staff.ts'

interface ChangeDialogProps {
  member: StaffMember
  /** People can't restore a right that they take from themselves. */
  isViewer: boolean
  environments: readonly Environment[]
  onClose: () => void
}

/** As an error summary names them. */
const FIELDS = [
  { path: 'name', label: 'Name' },
  { path: 'email', label: 'Work email' },
  { path: 'role', label: 'Role' },
  { path: 'environments', label: 'Environments' },
] as const

const memberForm = staffInvitation.extend({ email: z.string().trim().pipe(staffInvitation.shape.email) })
type Member = z.infer<typeof memberForm>
type Rights = Pick<Member, 'role' | 'environments'>

function lessThan(rights: Rights, before: Rights): boolean {
  const everywhere = before.environments?.every((id) => rights.environments?.includes(id)) ?? false
  return rights.role !== before.role || !(rights.environments === null || everywhere)
}

/** Name, email address, role and environments of one person. The change counts from their next request on. */
export function ChangeDialog({ member, isViewer, environments, onClose }: ChangeDialogProps) {
  const router = useRouter()
  const { update, changeEmail } = useStaffChanges()
  const api = useApiForm({
    schema: memberForm,
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
  const { values } = api
  const isNewEmail = values.email.trim().toLowerCase() !== member.email
  return (
    <FormDialog api={api} title={`Edit ${member.name}`} summary={member.email} confirm="Save changes" onClose={onClose}>
      <MemberFields
        api={api}
        environments={environments}
        isEmailFixed={isViewer}
        emailHint={emailHint(member, isViewer, isNewEmail)}
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

export const addressesIn = (text: string) => text.match(/[^\s<>,;"()]+@[^\s<>,;"()]+/g) ?? []

interface InviteDialogProps {
  environments: readonly Environment[]
  onInvited: (made: MadeLink) => void
  /** With what was pasted. */
  onSeveral: (text: string) => void
  onClose: () => void
}

/** The least is the start: whoever invites adds rights on purpose, and real patients last. */
export function leastRights(environments: readonly Environment[]): Rights {
  const unreal = environments.filter(({ kind }) => kind !== 'production').map(({ id }) => id)
  return { role: 'read_only', environments: unreal.length > 0 ? unreal : null }
}

export function InviteDialog({ environments, onInvited, onSeveral, onClose }: InviteDialogProps) {
  const { invite } = useStaffChanges()
  const api = useApiForm({
    schema: memberForm,
    defaultValues: { name: '', email: '', ...leastRights(environments) },
    fields: FIELDS,
    send: (body) => invite.mutateAsync(body),
    onSent: ({ link, expires_at }, { name }) => onInvited({ name, link, expires_at }),
  })
  return (
    <FormDialog
      api={api}
      title="Invite someone"
      summary="You’ll get a one-time link to give them. No email is sent."
      confirm="Create link"
      onClose={onClose}
    >
      <div
        className="flex flex-col gap-4"
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain')
          if (addressesIn(text).length < 2) return
          event.preventDefault()
          onSeveral(text)
        }}
      >
        <MemberFields api={api} environments={environments} autoFocus />
      </div>
      <Button icon={UsersRound} look="ghost" onPress={() => onSeveral('')} className="self-start">
        Paste a list of people
      </Button>
    </FormDialog>
  )
}

interface MemberFieldsProps {
  api: ApiForm<Member, Member>
  environments: readonly Environment[]
  autoFocus?: boolean
  isEmailFixed?: boolean
  emailHint?: string
}

function MemberFields({ api, environments, autoFocus = false, isEmailFixed = false, emailHint }: MemberFieldsProps) {
  const { control, setValue } = api.form
  return (
    <>
      <FormField
        control={control}
        name="name"
        label="Name"
        icon={UserRound}
        isRequired
        autoFocus={autoFocus}
        maxLength={100}
      />
      <FormField
        control={control}
        name="email"
        label="Work email"
        type="email"
        icon={Mail}
        isRequired
        verbatim
        inputMode="email"
        maxLength={254}
        isDisabled={isEmailFixed}
        {...(emailHint && { hint: emailHint })}
      />
      <RightsFields
        rights={api.values}
        environments={environments}
        onRole={(role) => setValue('role', role)}
        onEnvironments={(chosen) => setValue('environments', chosen)}
      />
    </>
  )
}

interface RightsFieldsProps {
  rights: Rights
  environments: readonly Environment[]
  onRole: (role: Role) => void
  onEnvironments: (environments: Rights['environments']) => void
}

export function RightsFields({ rights, environments, onRole, onEnvironments }: RightsFieldsProps) {
  const { id, problem } = useContext(FormScopeContext)
  const { role, environments: chosen } = rights
  // An empty choice is said while it is made; anything else once it was sent.
  const wrong = chosen?.length === 0 ? 'Choose at least one environment.' : problem('environments')
  const wrongId = fieldId(id, 'environments-problem')
  const choose = (text: string) => onRole(ROLES.find((known) => known === text) ?? role)
  const toggle = (id: string, on: boolean) =>
    onEnvironments(on ? [...(chosen ?? []), id] : (chosen ?? []).filter((known) => known !== id))
  return (
    <>
      <SelectField
        id={fieldId(id, 'role')}
        label="Role"
        value={role}
        onChange={choose}
        hint={ROLE_LABELS[role].purpose}
        problem={problem('role')}
      >
        <Options of={ROLES.map((known) => [known, ROLE_LABELS[known].label])} />
      </SelectField>
      <fieldset
        id={fieldId(id, 'environments')}
        // An error summary leads here.
        tabIndex={-1}
        aria-describedby={wrong ? wrongId : undefined}
        className="flex flex-col gap-2"
      >
        <legend className={`${labelStyle} pb-1.5`}>Environments</legend>
        <Check
          checked={chosen === null}
          onChange={(all) => onEnvironments(all ? null : environments.map(({ id }) => id))}
        >
          All environments, including new ones
        </Check>
        {chosen !== null && (
          <div className="flex flex-col gap-2 border-l-2 border-line pl-3.5">
            {environments.map(({ id, label }) => (
              <Check key={id} checked={chosen.includes(id)} onChange={(on) => toggle(id, on)}>
                {label}
              </Check>
            ))}
          </div>
        )}
        {wrong && (
          <p id={wrongId} role="alert" data-tone="bad" className="text-sm font-control text-tone-fg">
            {wrong}
          </p>
        )}
      </fieldset>
    </>
  )
}
