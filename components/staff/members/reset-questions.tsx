import { useState } from 'react'
import { AskDialog } from '#components/patterns/form/ask-dialog.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Switch } from '#components/ui/field/switch.tsx'
import type { ResetRequest, StaffMember } from '#lib/domains/staff/staff.ts'
import type { MadeLink } from './one-time-link.tsx'
import type { QuestionProps } from './staff-questions.tsx'
import { aboutOf } from './staff-row.tsx'
import { useStaffChanges } from './use-staff.ts'

interface MadeProps extends QuestionProps {
  onMade: (made: MadeLink) => void
}

interface ResetQuestionProps extends MadeProps {
  /** Whether another administrator has to consent first. */
  needsConsent: boolean
}

/** Resets, or, of an administrator, asks another one for consent. */
export function ResetQuestion({ member, needsConsent, onClose, onMade }: ResetQuestionProps) {
  const { reset } = useStaffChanges()
  const [removes, setRemoves] = useState(false)
  const isNew = member.status === 'invited' && member.last_seen_at === null
  const confirm = () =>
    reset.mutate(
      { params: { staff_id: member.id }, body: { second_factor: removes ? 'remove' : 'keep' } },
      {
        onSuccess: ({ link, expires_at }) => {
          if (link && expires_at) return onMade({ name: member.name, link, expires_at })
          onClose()
          const text = `Another administrator has to approve within a day. Until then, nothing changes for ${member.name}.`
          toast({ kind: 'done', title: 'Approval requested.', text })
        },
      },
    )
  return (
    <AskDialog
      title={isNew ? `Create a new link for ${member.name}?` : `Reset ${member.name}’s access?`}
      confirm={confirmOf(isNew, needsConsent)}
      change={reset}
      onConfirm={confirm}
      onClose={onClose}
    >
      {textOf(isNew, needsConsent)}
      {member.second_factor && (
        <div className="mt-3">
          <Switch
            label="Remove two-factor authentication too"
            hint="Only if they’ve lost both their phone and their recovery codes."
            checked={removes}
            onChange={setRemoves}
          />
        </div>
      )}
    </AskDialog>
  )
}

function confirmOf(isNew: boolean, needsConsent: boolean): string {
  if (needsConsent) return 'Request approval'
  return isNew ? 'Create link' : 'Reset access'
}

function textOf(isNew: boolean, needsConsent: boolean): string {
  if (isNew) return 'Their current link stops working. You’ll get a new one to give them.'
  if (needsConsent) {
    return 'They’re an administrator, so another administrator has to approve within a day. Until then, nothing changes for them. Whoever approves gets the one-time link. They and all administrators are notified.'
  }
  return 'They’re signed out right away, and their password and single sign-on stop working. You’ll get a one-time link to give them. They and all administrators are notified.'
}

export function ConsentQuestion({ member, request, asker, onClose, onMade }: ConsentQuestionProps) {
  const { reset, remove, changeEmail } = useStaffChanges()
  const params = { staff_id: member.id }
  const consents_to = request.by
  const email = request.email ?? ''
  const done = (title: string) => () => {
    onClose()
    toast({ kind: 'done', title, text: member.name })
  }
  const confirm = () => {
    if (request.purpose === 'removal')
      return remove.mutate({ params, query: { consents_to } }, { onSuccess: done('Removed.') })
    if (request.purpose === 'email')
      return changeEmail.mutate({ params, body: { email, consents_to } }, { onSuccess: done('Email changed.') })
    const onSuccess = ({ link, expires_at }: { link: string | null; expires_at: string | null }) =>
      link && expires_at && onMade({ name: member.name, link, expires_at })
    return reset.mutate({ params, body: { consents_to } }, { onSuccess })
  }
  return (
    <AskDialog
      title={`Approve ${aboutOf(request, member.name)}?`}
      confirm={APPROVE[request.purpose]}
      change={{
        isPending: reset.isPending || remove.isPending || changeEmail.isPending,
        error: reset.error ?? remove.error ?? changeEmail.error,
      }}
      onConfirm={confirm}
      onClose={onClose}
    >
      <span>{asker} requested it. Check with </span>
      {request.purpose === 'removal' ? 'your team' : member.name}
      <span> that it’s right. {consequence(member, request, asker)}</span>
    </AskDialog>
  )
}

const APPROVE = { reset: 'Approve and reset', removal: 'Approve and remove', email: 'Approve and change' } as const

function consequence({ name }: StaffMember, { purpose, second_factor, email }: ResetRequest, asker: string): string {
  if (purpose === 'removal') return 'They’re signed out right away and can’t sign in anymore.'
  if (purpose === 'email') return `They’re signed out, and sign in with ${email} from then on.`
  const stops =
    second_factor === 'remove'
      ? 'Their password, linked identity and two-factor authentication stop working.'
      : 'Their password and linked identity stop working. Two-factor authentication stays on.'
  return `${stops} You’ll get a one-time link: give it to ${name} yourself, not to ${asker}.`
}

interface ConsentQuestionProps extends MadeProps {
  request: ResetRequest
  asker: string
}

interface DeclineQuestionProps extends QuestionProps {
  request: ResetRequest
  isOwn: boolean
}

export function DeclineQuestion({ member, request, isOwn, onClose }: DeclineQuestionProps) {
  const { decline } = useStaffChanges()
  const verb = isOwn ? 'Withdraw' : 'Decline'
  const confirm = () =>
    decline.mutate(member.id, {
      onSuccess: () => {
        onClose()
        toast({ kind: 'done', title: isOwn ? 'Withdrawn.' : 'Declined.', text: `Nothing changes for ${member.name}.` })
      },
    })
  return (
    <AskDialog
      title={`${verb} ${aboutOf(request, member.name)}?`}
      confirm={verb}
      change={decline}
      onConfirm={confirm}
      onClose={onClose}
    >
      Nothing changes for them. The requester and all administrators are notified.
    </AskDialog>
  )
}
