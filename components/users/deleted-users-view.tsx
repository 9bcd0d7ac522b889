'use client'
/** Deleted users with the days left to bring each back. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Hourglass, UserRoundX } from 'lucide-react'
import { PageHeader } from '#components/patterns/page/section-card.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Pill } from '#components/ui/display/pill.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useRestoreUser } from '#components/users/detail/user-dialogs.tsx'
import { listDeletedUsers } from '#lib/domains/users/directory.ts'
import { UNDO_DAYS } from '#lib/domains/users/user.ts'
import { failureOf } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { DAY } from '#lib/utils/time/durations.ts'

/** Days left from which a user is about to be gone for good. */
const FEW_DAYS = 2

const daysLeft = (deleted_on: string) => UNDO_DAYS - (clockNow() - Date.parse(deleted_on)) / DAY

export function DeletedUsersView({ environment }: { environment: string }) {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['console', listDeletedUsers.name, environment],
    initialPageParam: undefined,
    queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | undefined }) =>
      consoleRequest(listDeletedUsers, { params: { environment }, query: { cursor: pageParam } }, {}, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: 0,
    select: ({ pages }) =>
      pages.flatMap(({ users }) => users.map((user) => ({ ...user, left: daysLeft(user.deleted_on) }))),
  })
  const restore = useRestoreUser(environment)
  if (!data && error) {
    const retry = () => void refetch()
    return <ErrorPanel subject="Deleted users" failure={failureOf(error)} isRetrying={isFetching} onRetry={retry} />
  }
  return (
    <>
      <PageHeader title="Deleted users" summary={`Deleted users are gone for good after ${UNDO_DAYS} days`} />
      <div className="max-w-[860px] p-4 rail:p-6">
        {!data && <Skeleton className="after-300ms h-40 w-full" />}
        {data?.length === 0 && (
          <EmptyState mark={<UserRoundX className="size-5" />} title="No deleted users">
            A user who is deleted can be restored here for {UNDO_DAYS} days.
          </EmptyState>
        )}
        <ul aria-label="Deleted users" className="flex flex-col">
          {data?.map(({ user_id, client_user_id, deleted_on, left }) => (
            <li key={user_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2.5">
              <span className="min-w-0 flex-1 basis-full rail:basis-52">
                <Verbatim className="block font-control break-words">{client_user_id ?? shortId(user_id)}</Verbatim>
                <span className="block text-xs break-all text-ink-3">{user_id}</span>
              </span>
              <span className="text-ink-2">
                Deleted <TimeStamp value={deleted_on} />
              </span>
              <Pill
                icon={Hourglass}
                tone={left < FEW_DAYS ? 'warn' : 'place'}
                label={left < 1 ? 'Less than a day left' : `${countOf(Math.round(left), 'day')} left`}
              />
              <Button
                aria-label={`Restore ${client_user_id ?? shortId(user_id)}`}
                isPending={restore.isPending && restore.variables === user_id}
                onPress={() => restore.mutate(user_id)}
              >
                Restore
              </Button>
            </li>
          ))}
        </ul>
        {hasNextPage && (
          <Button className="mt-3" isPending={isFetching} onPress={() => void fetchNextPage()}>
            Show older
          </Button>
        )}
      </div>
    </>
  )
}
