'use client'
import { useRouter } from 'next/navigation'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { type StaffMember, updateStaff } from '#lib/domains/staff/staff.ts'
import { RIGHTS_FIELDS, type Rights, RightsFields } from './rights-fields.tsx'
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
  const api = useApiForm({
    schema: updateStaff.body.required({ role: true, environments: true }),
    defaultValues: { role: member.role, environments: member.environments },
    fields: RIGHTS_FIELDS,
    send: (body) => update.mutateAsync({ params: { staff_id: member.id }, body }),
    onSent: () => {
      onClose()
      if (isViewer) router.refresh()
      toast({ kind: 'done', title: 'Role changed.', text: 'The change applies right away.' })
    },
  })
  const { form, values } = api
  return (
    <FormDialog
      api={api}
      title={`Change ${member.name}’s role`}
      summary={member.email}
      confirm="Save"
      onClose={onClose}
    >
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
