'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiForm, FormSummary } from '#components/patterns/form/api-form.tsx'
import { UnsavedDialog } from '#components/patterns/form/unsaved-dialog.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { toast } from '#components/ui/dialog/toast.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { type DirectoryUser, getDirectoryUser } from '#lib/domains/users/directory.ts'
import { type UserAddress, useFreshUser, userInput } from '#lib/domains/users/queries.ts'
import {
  type ClientUserIdHolder,
  clientUserIdTaken,
  listUsers,
  type UserUpdate,
  updateUser,
} from '#lib/domains/users/user.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import type { FieldErrors } from '#lib/kernel/client/field-errors.ts'
import { useLeaveGuard } from '#lib/kernel/client/leave-guard.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { request } from '#lib/kernel/client/request.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import {
  PROFILE_FIELDS,
  PROFILE_LABELS,
  profileChanges,
  profileSchema,
  profileValues,
  updatedUser,
} from './profile-changes.ts'
import { ProfileFields } from './profile-fields.tsx'
import { ProfileReview } from './profile-review.tsx'

interface ProfileFormProps {
  address: UserAddress
  row: DirectoryUser
}

const FIELDS = PROFILE_FIELDS.map((path) => ({ path, label: PROFILE_LABELS[path] }))
const TAKEN: FieldErrors = { fields: new Map([['client_user_id', 'Another user has this reference.']]), text: null }

/** Of a reset on purpose; when the record is read again, what was typed stays. */
const ALL = { keepDirtyValues: false }

export function ProfileForm({ address, row }: ProfileFormProps) {
  const { environment, user_id } = address
  const { user } = row
  const client = useQueryClient()
  const readFresh = useFreshUser(address)
  const { masked } = usePatientData()
  const [holder, setHolder] = useState<ClientUserIdHolder | null>(null)
  const recorded = useMemo(() => profileValues(user), [user])

  const showSaved = async (update: UserUpdate) => {
    const known = updatedUser(user, update, new Date(clockNow()))
    const { queryKey } = consoleQuery(getDirectoryUser, userInput(address), {})
    client.setQueryData(queryKey, { ...row, user: known, problem: null })
    api.form.reset(profileValues(known), ALL)
    void client.invalidateQueries({ queryKey: ['service', environment, listUsers.name] })
    const problem = await readFresh().catch((error: unknown) => {
      if (!(error instanceof RequestError)) throw error
      return error.message
    })
    if (problem !== null) toast({ kind: 'failed', title: 'Saved, but not read again.', text: problem })
  }
  const api = useApiForm({
    schema: useMemo(() => profileSchema(user), [user]),
    defaultValues: recorded,
    recorded,
    fields: FIELDS,
    speaker: 'service',
    isBlocked: (values) => profileChanges(values, user).length === 0,
    send: (update: UserUpdate) => {
      setHolder(null)
      return request(updateUser, { params: { user_id }, body: update }, { environment })
    },
    onSent: (_, update) => {
      toast({ kind: 'done', title: 'Profile saved.' })
      return showSaved(update)
    },
    onFailed: ({ status, body }) => {
      const taken = status === 400 ? clientUserIdTaken.safeParse(body).data : undefined
      setHolder(taken ?? null)
      return taken && TAKEN
    },
  })
  const changes = profileChanges(api.values, user)
  const guard = useLeaveGuard(changes.length > 0)

  return (
    <>
      <ApiForm api={api} className="grid max-w-[1080px] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_340px]">
        <div className="flex flex-col gap-4">
          <FormSummary api={api} />
          <ProfileFields
            control={api.form.control}
            environment={environment}
            user={user}
            masked={masked}
            holder={holder}
          />
        </div>
        <div className="wide:sticky wide:top-0">
          <ProfileReview
            changes={changes}
            isSaving={api.isPending}
            problem={api.text}
            onDiscard={() => {
              api.forget()
              setHolder(null)
              api.form.reset(recorded, ALL)
            }}
          />
        </div>
      </ApiForm>
      <UnsavedDialog guard={guard} what="the profile" />
    </>
  )
}
