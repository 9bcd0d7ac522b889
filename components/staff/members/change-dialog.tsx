'use client'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Heading } from 'react-aria-components'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Dialog } from '#components/ui/dialog/dialog.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import type { Environment } from '#lib/domains/environments/environment.ts'
import type { StaffMember } from '#lib/domains/staff/staff.ts'
import { type Rights, RightsFields } from './rights-fields.tsx'
import { useStaffChanges } from './use-staff.ts'

interface ChangeDialogProps {
  member: StaffMember
  /** Whoever takes a right from themselves cannot give it back. */
  isViewer: boolean
  environments: readonly Environment[]
  onClose: () => void
}

function lessThan(rights: Rights, before: Rights): boolean {
  const everywhere = before.environments?.every((id) => rights.environments?.includes(id)) ?? false
  return rights.role !== before.role || !(rights.environments === null || everywhere)
}

/** Role and environments of one person. It counts from their next request on. */
export function ChangeDialog({ member, isViewer, environments, onClose }: ChangeDialogProps) {
  const router = useRouter()
  const { update } = useStaffChanges()
  const [rights, setRights] = useState<Rights>({ role: member.role, environments: member.environments })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (rights.environments?.length === 0) return
    update.mutate(
      { params: { staff_id: member.id }, body: rights },
      {
        onSuccess: () => {
          onClose()
          if (isViewer) router.refresh()
          toast({ kind: 'done', title: 'Rights changed.', text: 'They count from the next request on.' })
        },
      },
    )
  }
  return (
    <Dialog isOpen onClose={onClose} dismissable={false} className="max-w-[480px]">
      <form onSubmit={submit}>
        <div className="flex flex-col gap-4 p-5">
          <div>
            <Heading slot="title" className="text-lg">
              Change rights of {member.name}
            </Heading>
            <p className="mt-1 text-base break-words text-ink-2">{member.email}</p>
          </div>
          <RightsFields rights={rights} environments={environments} onChange={setRights} />
          {isViewer && lessThan(rights, member) && (
            <Notice kind="warn">This is you. What you take away here, another administrator has to give back.</Notice>
          )}
          {update.error && (
            <Notice kind="bad" alert>
              {update.error.message}
            </Notice>
          )}
        </div>
        <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
          <Button onPress={onClose}>Cancel</Button>
          <PendingButton type="submit" look="primary" isPending={update.isPending}>
            Save
          </PendingButton>
        </div>
      </form>
    </Dialog>
  )
}
