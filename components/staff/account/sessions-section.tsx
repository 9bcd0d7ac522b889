'use client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut, MonitorSmartphone } from 'lucide-react'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Tag } from '#components/ui/display/tag.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { endOtherSessions, endSession, ownSessions } from '#lib/domains/staff/auth-client.ts'
import { failureOf } from '#lib/kernel/client/failure.ts'
import { describeUserAgent } from '#lib/utils/browser/user-agent.ts'

const sessionsQuery = queryOptions({ queryKey: ['own', 'sessions'], queryFn: ownSessions })

/** Lists the viewer's sessions, with buttons to end them. */
export function SessionsSection() {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery)
  const settle = {
    onSettled: () => client.invalidateQueries(sessionsQuery),
    onError: (cause: Error) => toast({ kind: 'failed', title: 'Not signed out.', text: cause.message }),
  }
  const end = useMutation({ mutationFn: endSession, ...settle })
  const endOthers = useMutation({
    mutationFn: endOtherSessions,
    ...settle,
    onSuccess: () => toast({ kind: 'done', title: 'Signed out everywhere else.' }),
  })
  const sessions = data?.sessions.toSorted((one, other) => Number(other.current) - Number(one.current))
  const others = sessions?.filter(({ current }) => !current) ?? []

  if (error && !sessions) {
    return (
      <ErrorPanel
        subject="Your sessions"
        failure={failureOf(error)}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <SectionCard
      title="Sessions"
      summary="Where you’re signed in. Sign out any session you don’t recognize, then change your password."
      action={
        others.length > 0 && (
          <PendingButton isPending={endOthers.isPending} onPress={() => endOthers.mutate()}>
            Sign out everywhere else
          </PendingButton>
        )
      }
    >
      <ul className="-my-3 divide-y divide-line" aria-busy={!sessions}>
        {!sessions && (
          <li className="py-3">
            <Skeleton className="after-300ms h-9 w-full max-w-80" />
          </li>
        )}
        {sessions?.map((session) => (
          <li key={session.id} className="flex items-center gap-3 py-3">
            <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-ink-3" strokeWidth={1.7} />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-control" title={session.user_agent ?? undefined}>
                  {describeUserAgent(session.user_agent)}
                </span>
                {session.current && <Tag>This session</Tag>}
              </p>
              <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-ink-3">
                {session.address && (
                  <span translate="no" className="font-mono">
                    {session.address}
                  </span>
                )}
                <span>
                  Last used <TimeStamp value={session.last_used_at} className="min-h-0 text-ink-2" />
                </span>
                <span>
                  started <TimeStamp value={session.created_at} className="min-h-0 text-ink-2" />
                </span>
              </p>
            </div>
            {!session.current && (
              <PendingButton
                isPending={end.isPending && end.variables === session.id}
                onPress={() => end.mutate(session.id)}
                aria-label={`Sign out ${describeUserAgent(session.user_agent)}`}
              >
                <LogOut aria-hidden="true" className="size-4" strokeWidth={1.8} />
                Sign out
              </PendingButton>
            )}
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
