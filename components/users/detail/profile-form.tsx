'use client'
import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiForm, FormSummary } from '#components/patterns/form/api-form.tsx'
import { type Conflict, ConflictDialog } from '#components/patterns/form/conflict-dialog.tsx'
import { SaveBar } from '#components/patterns/form/save-bar.tsx'
import { UnsavedDialog } from '#components/patterns/form/unsaved-dialog.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { usePatientData } from '#components/ui/display/mask.tsx'
import type { DirectoryUser } from '#lib/domains/users/directory.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { type ClientUserIdHolder, clientUserIdTaken, type UserUpdate } from '#lib/domains/users/user.ts'
import type { FieldErrors } from '#lib/kernel/client/field-errors.ts'
import { useLeaveGuard } from '#lib/kernel/client/leave-guard.ts'
import {
  PROFILE_FIELDS,
  PROFILE_LABELS,
  type ProfileField,
  profileChanges,
  profileSchema,
  profileValues,
} from './profile-changes.ts'
import { ProfileFields } from './profile-fields.tsx'
import { ProfileReview, ProfileValue } from './profile-review.tsx'
import { useProfileSave } from './use-profile-save.ts'

interface ProfileFormProps {
  address: UserAddress
  row: DirectoryUser
  /** The profile was saved, or stays as it is. */
  onDone: () => void
}

const FIELDS = PROFILE_FIELDS.map((path) => ({ path, label: PROFILE_LABELS[path] }))
const TAKEN: FieldErrors = { fields: new Map([['client_user_id', 'Another user has this reference.']]), text: null }

export function ProfileForm({ address, row, onDone }: ProfileFormProps) {
  const { masked } = usePatientData()
  const [holder, setHolder] = useState<ClientUserIdHolder | null>(null)
  // Edits are relative to this record, which stops following the server once something has changed.
  const [base, setBase] = useState(row.user)
  const { met, clearConflict, save, showSaved } = useProfileSave(address, row)
  const api = useApiForm({
    schema: useMemo(() => profileSchema(base), [base]),
    defaultValues: profileValues(base),
    fields: FIELDS,
    speaker: 'service',
    isBlocked: (values) => profileChanges(values, base).length === 0,
    send: (update: UserUpdate) => {
      setHolder(null)
      return save(update, base)
    },
    onSent: (saved) => {
      if (saved === null) return
      setBase(saved)
      api.form.reset(profileValues(saved))
      onDone()
      return showSaved(saved)
    },
    onFailed: ({ status, body }) => {
      const taken = status === 400 ? clientUserIdTaken.safeParse(body).data : undefined
      setHolder(taken ?? null)
      return taken && TAKEN
    },
  })
  const changes = profileChanges(api.values, base)
  const guard = useLeaveGuard(changes.length > 0)
  const follow = () => {
    setBase(row.user)
    api.form.reset(profileValues(row.user))
  }
  const { form, isPending } = api
  const discard = () => {
    api.forget()
    setHolder(null)
    follow()
    onDone()
  }
  const isBehind = base !== row.user && changes.length === 0 && !isPending
  useEffect(() => {
    if (!isBehind) return
    setBase(row.user)
    form.reset(profileValues(row.user))
  }, [isBehind, row.user, form])
  const resolve = (theirs: readonly Conflict<ProfileField>[]) => {
    if (!met) return
    for (const { path, theirs: value } of theirs) api.form.setValue(path, value, { shouldValidate: true })
    // The request is compared with the service's current record.
    flushSync(() => {
      setBase(met.latest)
      clearConflict()
    })
    api.submit()
  }

  return (
    <>
      <ApiForm api={api} className="grid max-w-[1080px] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_340px]">
        <div className="flex flex-col gap-4">
          <FormSummary api={api} />
          <ProfileFields
            control={api.form.control}
            environment={address.environment}
            user={base}
            masked={masked}
            holder={holder}
          />
        </div>
        <div className="wide:sticky wide:top-0">
          <ProfileReview changes={changes} isSaving={api.isPending} problem={api.text} onDiscard={discard} />
        </div>
        <SaveBar
          changes={changes.map(({ field }) => PROFILE_LABELS[field])}
          isSaving={api.isPending}
          noun="profile"
          onDiscard={discard}
          className="-mx-4 -mb-4 rail:hidden"
        />
      </ApiForm>
      {met && (
        <ConflictDialog
          conflicts={met.conflicts}
          render={({ path }, value) => <ProfileValue field={path} value={value} />}
          onResolve={resolve}
          onClose={clearConflict}
        />
      )}
      <UnsavedDialog guard={guard} what="the profile" />
    </>
  )
}
