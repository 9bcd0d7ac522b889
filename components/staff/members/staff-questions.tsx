import { AskDialog } from '#components/patterns/form/ask-dialog.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import type { StaffMember } from '#lib/domains/staff/staff.ts'
import { useStaffChanges } from './use-staff.ts'

export interface QuestionProps {
  member: StaffMember
  onClose: () => void
}

interface RemoveQuestionProps extends QuestionProps {
  needsConsent: boolean
}

export function RemoveQuestion({ member, needsConsent, onClose }: RemoveQuestionProps) {
  const { remove } = useStaffChanges()
  const confirm = () =>
    remove.mutate(
      { params: { staff_id: member.id } },
      {
        onSuccess: ({ member: waiting }) => {
          onClose()
          if (!waiting) return toast({ kind: 'done', title: 'Removed.', text: member.name })
          const text = `Another administrator has to approve within a day. Until then, nothing changes for ${member.name}.`
          return toast({ kind: 'done', title: 'Approval requested.', text })
        },
      },
    )
  return (
    <AskDialog
      title={`Remove ${member.name}?`}
      confirm={needsConsent ? 'Request approval' : 'Remove'}
      change={remove}
      onConfirm={confirm}
      onClose={onClose}
    >
      <span>
        {needsConsent
          ? 'They’re an administrator, so another administrator has to approve within a day.'
          : 'They’re signed out right away and leave this list. You can invite them again.'}{' '}
        Their audit log entries and bookings keep their name.
      </span>
    </AskDialog>
  )
}

export function DisableQuestion({ member, onClose }: QuestionProps) {
  const { update } = useStaffChanges()
  const off = member.status !== 'disabled'
  const confirm = () =>
    update.mutate(
      { params: { staff_id: member.id }, body: { disabled: off } },
      {
        onSuccess: () => {
          onClose()
          toast({ kind: 'done', title: off ? 'Disabled.' : 'Enabled.', text: member.name })
        },
      },
    )
  return (
    <AskDialog
      title={off ? `Disable ${member.name}?` : `Enable ${member.name}?`}
      confirm={off ? 'Disable' : 'Enable'}
      change={update}
      onConfirm={confirm}
      onClose={onClose}
    >
      {off
        ? 'They’re signed out right away and can’t sign in until an administrator enables them. Their audit log entries stay.'
        : 'They can sign in with their old password, or with a link from Reset access.'}
    </AskDialog>
  )
}
