'use client'
import { Trash2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { ReadOrEdit, useEditing } from '#components/patterns/form/read-or-edit.tsx'
import { FactList, SectionCard, TabBody } from '#components/patterns/page/section-card.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { BirthDate } from '#components/ui/display/redact.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { type UserAddress, useUser } from '#lib/domains/users/queries.ts'
import type { User } from '#lib/domains/users/user.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { PROFILE_LABELS } from './profile-changes.ts'
import { ProfileForm } from './profile-form.tsx'
import { originLabel } from './user-frame.tsx'

const DeleteUserDialog = dynamic(() => import('./user-dialogs.tsx').then((part) => part.DeleteUserDialog))

interface ProfileViewProps extends UserAddress {
  /** Why the viewer may not change it; null when they may. */
  denial: string | null
  /** The service can delete users, and the viewer may. */
  mayDelete?: boolean
  failure: RequestFailure | null
}

export function ProfileView({ environment, user_id, denial, mayDelete = false, failure: initial }: ProfileViewProps) {
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
  const facts = (
    <>
      <ProfileFacts user={data.user} />
      {mayDelete && <DeleteUser address={address} user={data.user} />}
    </>
  )
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

function DeleteUser({ address, user }: { address: UserAddress; user: User }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="mt-4 print:hidden">
      <Button onPress={() => setAsking(true)}>
        <span data-tone="bad" className="inline-flex items-center gap-1.5 text-tone-fg">
          <Trash2 />
          Delete user
        </span>
      </Button>
      {isAsking && <DeleteUserDialog {...address} user={user} onClose={() => setAsking(false)} />}
    </div>
  )
}

function ProfileFacts({ user }: { user: User }) {
  const { client_user_id: reference, fallback_time_zone: zone, fallback_birth_date: birth } = user
  return (
    <SectionCard
      title="Reference and fallbacks"
      summary="Your team’s reference, and values used when a source provides none."
    >
      <FactList
        facts={[
          { label: PROFILE_LABELS.client_user_id, value: reference ?? <NoValue word="not set" /> },
          {
            label: PROFILE_LABELS.fallback_time_zone,
            value: zone ? `${zoneName(zone.id)}, ${originLabel(user, zone.source_slug)}` : <NoValue word="not set" />,
          },
          {
            label: PROFILE_LABELS.fallback_birth_date,
            value: birth ? (
              <>
                <BirthDate value={birth.value} />, {originLabel(user, birth.source_slug)}
              </>
            ) : (
              <NoValue word="not set" />
            ),
          },
          { label: 'Data ingestion dates', value: 'The current dates can’t be shown here.' },
        ]}
      />
    </SectionCard>
  )
}
