import { useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiForm, FormSummary } from '#components/patterns/form/api-form.tsx'
import { type Conflict, ConflictDialog } from '#components/patterns/form/conflict-dialog.tsx'
import { SaveBar, UnsavedDialog } from '#components/patterns/form/save-bar.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { BirthDate } from '#components/ui/display/redact.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { type DirectoryUser, getDirectoryUser } from '#lib/domains/users/directory.ts'
import { type UserAddress, useFreshUser, userInput } from '#lib/domains/users/queries.ts'
import {
  type ClientUserIdHolder,
  clientUserIdTaken,
  listUsers,
  seenUserTag,
  type User,
  type UserUpdate,
  updateUser,
} from '#lib/domains/users/user.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { useLeaveGuard } from '#lib/kernel/client/leave-guard.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest, request, saveSeen } from '#lib/kernel/client/request.ts'
import { SEEN_HEADER } from '#lib/kernel/record-tag.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { formatDay } from '#lib/utils/time/instants.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import {
  type Change,
  PROFILE_FIELDS,
  PROFILE_LABELS,
  type ProfileField,
  profileChanges,
  profileConflicts,
  profileSchema,
  profileValues,
  TAKEN,
  updatedUser,
} from './profile-changes.ts'
import { ProfileFields } from './profile-fields.tsx'

const MASKED_AGAIN =
  'Patient data is masked again, so nothing was saved. Show patient data, then save again. Your changes are still here.'

interface Met {
  /** The user as the service has them now. */
  latest: User
  conflicts: Conflict<ProfileField>[]
}

/** Saves after reading what the service holds now, so that changes of others since the form opened are shown first. */
function useProfileSave(address: UserAddress, row: DirectoryUser) {
  const client = useQueryClient()
  const readFresh = useFreshUser(address)
  const [met, setMet] = useState<Met | null>(null)
  const { queryKey } = consoleQuery(getDirectoryUser, userInput(address), {})

  /** `base` is what was changed. Returns the saved user; null for a conflict (`met`). @throws RequestError */
  const save = (update: UserUpdate, base: User) => saveSeen(() => trySave(update, base))

  const trySave = async (update: UserUpdate, base: User): Promise<User | null> => {
    const latest = await consoleRequest(getDirectoryUser, { ...userInput(address), query: { fresh: true } }, {})
    if (latest.problem === null) client.setQueryData(queryKey, latest)
    if (update.fallback_birth_date !== undefined && isMasked(latest.user.fallback_birth_date?.value)) {
      throw new RequestError({ kind: 'input', call: 'profile', detail: MASKED_AGAIN })
    }
    const conflicts = profileConflicts(update, base, latest.user)
    if (conflicts.length > 0) {
      setMet({ latest: latest.user, conflicts })
      return null
    }
    const { environment, user_id } = address
    // The server can't compare with a record that is only known from before.
    const headers = latest.problem === null ? { [SEEN_HEADER]: seenUserTag(latest.user, update) } : {}
    await request(updateUser, { params: { user_id }, body: update }, { environment, headers })
    return updatedUser(latest.user, update, new Date(clockNow()))
  }

  const showSaved = async (user: User) => {
    toast({ kind: 'done', title: 'Profile saved.' })
    client.setQueryData(queryKey, { ...row, user, problem: null })
    void client.invalidateQueries({ queryKey: ['service', address.environment, listUsers.name] })
    const problem = await readFresh().catch((error: unknown) => {
      if (!(error instanceof RequestError)) throw error
      return error.message
    })
    if (problem !== null) toast({ kind: 'failed', title: 'Saved, but the page couldn’t refresh.', text: problem })
  }

  return { met, clearConflict: () => setMet(null), save, showSaved }
}

interface ProfileFormProps {
  address: UserAddress
  row: DirectoryUser
  /** The profile was saved, or stays as it is. */
  onDone: () => void
}

const FIELDS = PROFILE_FIELDS.map((path) => ({ path, label: PROFILE_LABELS[path] }))

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

interface ProfileReviewProps {
  changes: readonly Change[]
  isSaving: boolean
  problem: string | null
  onDiscard: () => void
}

function ProfileReview({ changes, isSaving, problem, onDiscard }: ProfileReviewProps) {
  const none = changes.length === 0
  return (
    <SectionCard title="Changes" summary={none ? 'Nothing yet.' : 'Only these fields are sent.'}>
      <div className="flex flex-col gap-4">
        {!none && (
          <ul className="flex flex-col gap-3">
            {changes.map(({ field, before, after }) => (
              <li key={field}>
                <p className="text-xs font-control text-ink-3">{PROFILE_LABELS[field]}</p>
                <p className="mt-0.5 flex flex-wrap items-center gap-x-2">
                  <span className="min-w-0 break-words text-ink-2">
                    <span className="sr-only">from </span>
                    <ProfileValue field={field} value={before} />
                  </span>
                  <ArrowRight className="size-3.5 shrink-0 text-ink-3 stroke-2" />
                  <span className="min-w-0 font-heading break-words">
                    <span className="sr-only">to </span>
                    <ProfileValue field={field} value={after} />
                  </span>
                </p>
              </li>
            ))}
          </ul>
        )}
        {problem && (
          <Notice kind="bad" alert>
            {problem}
          </Notice>
        )}
        <div className="flex flex-wrap gap-2 max-rail:hidden">
          <PendingButton type="submit" look="primary" isPending={isSaving} isDisabled={none}>
            {none ? 'Save changes' : `Save ${countOf(changes.length, 'change')}`}
          </PendingButton>
          <Button onPress={onDiscard}>{none ? 'Cancel' : 'Discard'}</Button>
        </div>
      </div>
    </SectionCard>
  )
}

function ProfileValue({ field, value }: { field: ProfileField; value: Change['before'] }) {
  const clock = useWallClock()
  if (value === undefined) return <span className="text-ink-3">not returned by the API</span>
  if (value === null) return <span>{field.startsWith('ingestion') ? 'no limit' : 'not set'}</span>
  if (field === 'fallback_birth_date') return <BirthDate value={value} />
  if (field === 'fallback_time_zone') return zoneName(value)
  return field.startsWith('ingestion') ? formatDay(value, clock) : value
}
