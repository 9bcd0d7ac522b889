'use client'
import { useState } from 'react'
import { AskDialog } from '#components/ui/dialog/ask-dialog.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Switch } from '#components/ui/field/switch.tsx'
import type { ResetRequest } from '#lib/domains/staff/staff.ts'
import type { MadeLink } from './one-time-link.tsx'
import type { QuestionProps } from './staff-questions.tsx'
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
      title={`Reset ${member.name}’s access?`}
      confirm={needsConsent ? 'Request approval' : 'Reset access'}
      keep="Cancel"
      isPending={reset.isPending}
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
      <Failed error={reset.error} />
    </AskDialog>
  )
}

function textOf(isNew: boolean, needsConsent: boolean): string {
  if (isNew) return 'Their current link stops working. You’ll get a new one to give them.'
  if (needsConsent) {
    return 'They’re an administrator, so another administrator has to approve within a day. Until then, nothing changes for them. Whoever approves gets the one-time link. They and all administrators are notified.'
  }
  return 'They’re signed out right away, and their password and single sign-on stop working. You’ll get a one-time link to give them. They and all administrators are notified.'
}

/** What another administrator decides about a request for a reset. */
export function ConsentQuestion({ member, request, asker, onClose, onMade }: ConsentQuestionProps) {
  const { reset } = useStaffChanges()
  const confirm = () =>
    reset.mutate(
      { params: { staff_id: member.id }, body: { consents_to: request.by } },
      {
        onSuccess: ({ link, expires_at }) => link && expires_at && onMade({ name: member.name, link, expires_at }),
      },
    )
  return (
    <AskDialog
      title={`Approve resetting ${member.name}’s access?`}
      confirm="Approve and reset"
      keep="Cancel"
      isPending={reset.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {asker} requested it. Check with {member.name} that they want it.{' '}
      {request.second_factor === 'remove'
        ? 'Their password, linked identity and two-factor authentication stop working.'
        : 'Their password and linked identity stop working. Two-factor authentication stays on.'}{' '}
      You’ll get a one-time link: give it to {member.name} yourself, not to {asker}.
      <Failed error={reset.error} />
    </AskDialog>
  )
}

interface ConsentQuestionProps extends MadeProps {
  request: ResetRequest
  /** Name of whoever asked. */
  asker: string
}

export function DeclineQuestion({ member, isOwn, onClose }: QuestionProps & { isOwn: boolean }) {
  const { decline } = useStaffChanges()
  const verb = isOwn ? 'Withdraw' : 'Decline'
  const confirm = () =>
    decline.mutate(member.id, {
      onSuccess: () => {
        onClose()
        toast({ kind: 'done', title: isOwn ? 'Withdrawn.' : 'Declined.', text: `${member.name} keeps their access.` })
      },
    })
  return (
    <AskDialog
      title={`${verb} resetting ${member.name}’s access?`}
      confirm={verb}
      keep="Cancel"
      isPending={decline.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      Nothing changes for them. The requester and all administrators are notified.
      <Failed error={decline.error} />
    </AskDialog>
  )
}

function Failed({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <Notice kind="bad" alert className="mt-3">
      {error.message}
    </Notice>
  )
}
