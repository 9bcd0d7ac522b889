'use client'
import { ReadOrEdit, useEditing } from '#components/patterns/form/read-or-edit.tsx'
import { TabBody } from '#components/patterns/page/tab-body.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { type UserAddress, useUser } from '#lib/domains/users/queries.ts'
import type { RequestFailure } from '#lib/kernel/client/failure.ts'
import { ProfileFacts } from './profile-facts.tsx'
import { ProfileForm } from './profile-form.tsx'

interface ProfileViewProps extends UserAddress {
  /** Why the viewer may not change it; null when they may. */
  denial: string | null
  failure: RequestFailure | null
}

export function ProfileView({ environment, user_id, denial, failure: initial }: ProfileViewProps) {
  const address = { environment, user_id }
  const { isEditing, edit, stop } = useEditing()
  const { data, failure, isFetching, refetch } = useUser(address, initial)
  if (!data) {
    if (failure) return <ErrorPanel subject="The profile" failure={failure} isRetrying={isFetching} onRetry={refetch} />
    return (
      <TabBody>
        <Skeleton className="after-300ms h-64 max-w-[720px]" />
      </TabBody>
    )
  }
  const facts = <ProfileFacts user={data.user} />
  if (denial) {
    return (
      <TabBody>
        <div className="flex max-w-[720px] flex-col gap-4">
          <Notice kind="info">{denial}</Notice>
          {facts}
        </div>
      </TabBody>
    )
  }
  const form = (
    <TabBody>
      <ProfileForm address={address} row={data} onDone={stop} />
    </TabBody>
  )
  return <ReadOrEdit noun="profile" isEditing={isEditing} onEdit={edit} facts={facts} form={form} />
}
