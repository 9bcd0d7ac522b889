'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ErrorSummary } from '#components/patterns/form/error-summary.tsx'
import { FormScopeContext, fieldId, sendOnCtrlEnter } from '#components/patterns/form/form-field.tsx'
import { UnsavedDialog } from '#components/patterns/form/unsaved-dialog.tsx'
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
import { useLeaveGuard } from '#lib/kernel/client/leave-guard.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { refusedFields, useRefusals } from '#lib/kernel/client/refusals.ts'
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

const isField = (path: string) => PROFILE_FIELDS.some((field) => field === path)

export function ProfileForm({ address, row }: ProfileFormProps) {
  const { environment, user_id } = address
  const { user } = row
  const client = useQueryClient()
  const readFresh = useFreshUser(address)
  const { masked } = usePatientData()
  const scope = useId()
  const schema = useMemo(() => profileSchema(user), [user])
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(schema),
    defaultValues: profileValues(user),
    // Read again from the service, the fields that nobody touched follow.
    values: useMemo(() => profileValues(user), [user]),
    resetOptions: { keepDirtyValues: true },
    shouldFocusError: false,
  })
  const values = useWatch({ control: form.control, compute: (all) => all })
  const [turn, setTurn] = useState(0)
  const [holder, setHolder] = useState<ClientUserIdHolder | null>(null)
  const { text, refusal, refuse, forget } = useRefusals(values)
  const changes = profileChanges(values, user)
  const guard = useLeaveGuard(changes.length > 0)

  const start = () => {
    forget()
    setHolder(null)
  }
  const save = async (update: UserUpdate) => {
    start()
    try {
      await request(updateUser, { params: { user_id }, body: update }, { environment })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const taken = error.status === 400 ? clientUserIdTaken.safeParse(error.body).data : undefined
      if (taken) {
        setHolder(taken)
        refuse({ fields: new Map([['client_user_id', 'Another user has this reference.']]), text: null })
      } else refuse(refusedFields(error, isField))
      return setTurn((before) => before + 1)
    }
    toast({ kind: 'done', title: 'Profile saved.' })
    await showSaved(update)
  }
  const showSaved = async (update: UserUpdate) => {
    const known = updatedUser(user, update, new Date(clockNow()))
    const { queryKey } = consoleQuery(getDirectoryUser, userInput(address), {})
    client.setQueryData(queryKey, { ...row, user: known, problem: null })
    form.reset(profileValues(known))
    void client.invalidateQueries({ queryKey: ['service', environment, listUsers.name] })
    const problem = await readFresh().catch((error: unknown) => {
      if (!(error instanceof RequestError)) throw error
      return error.message
    })
    if (problem !== null) toast({ kind: 'failed', title: 'Saved, but not read again.', text: problem })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changes.length === 0 || form.formState.isSubmitting) return
    void form.handleSubmit(save, () => setTurn((before) => before + 1))(event)
  }
  const errors = PROFILE_FIELDS.flatMap((field) => {
    const problem = form.formState.errors[field]?.message ?? refusal(field)
    return problem ? [{ id: fieldId(scope, field), label: PROFILE_LABELS[field], problem }] : []
  })

  return (
    <FormScopeContext value={{ form: scope, refusal }}>
      <form
        onSubmit={submit}
        onKeyDown={sendOnCtrlEnter}
        noValidate
        autoComplete="off"
        className="grid max-w-[1080px] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_340px]"
      >
        <div className="flex flex-col gap-4">
          <ErrorSummary errors={errors} turn={turn} />
          <ProfileFields control={form.control} environment={environment} user={user} masked={masked} holder={holder} />
        </div>
        <div className="wide:sticky wide:top-0">
          <ProfileReview
            changes={changes}
            isSaving={form.formState.isSubmitting}
            problem={text}
            onDiscard={() => {
              start()
              form.reset(profileValues(user))
            }}
          />
        </div>
      </form>
      <UnsavedDialog guard={guard} what="the profile" />
    </FormScopeContext>
  )
}
