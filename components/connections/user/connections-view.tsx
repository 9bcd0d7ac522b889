'use client'
import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import Link from 'next/link'
import { useRef } from 'react'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel, StaleBar } from '#components/patterns/states/states.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { type Connection, listUserProviders } from '#lib/domains/connections/connection.ts'
import { providerName } from '#lib/domains/connections/providers.ts'
import { connectionState } from '#lib/domains/connections/state.ts'
import { isBroken } from '#lib/domains/connections/states.ts'
import { navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import { failureOf, type RequestFailure } from '#lib/kernel/client/failure.ts'
import { serviceQuery } from '#lib/kernel/client/queries.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { pageTimeOf } from '#lib/utils/time/clock.ts'
import { type Denials, SourceActions } from './source-actions.tsx'
import { SourceDetail } from './source-detail.tsx'
import { SourceList } from './source-list.tsx'
import { StateHistory } from './state-history.tsx'

import { useDisconnect } from './use-disconnect.ts'
import { useKnownConnections } from './use-last-data.ts'
import { useSourceDays } from './use-source-days.ts'

interface ConnectionsViewProps {
  environment: string
  user_id: string
  denials: Denials
  /** Failure of the server's read. */
  failure: RequestFailure | null
}

/** The sources of one person; another person needs another view (`key`). */
export function ConnectionsView({ environment, user_id, denials, failure: initial }: ConnectionsViewProps) {
  const query = useQuery(serviceQuery(listUserProviders, { params: { user_id } }, { environment }))
  const failure = query.error ? failureOf(query.error) : initial
  const refetch = () => void query.refetch()
  if (!query.data) {
    if (!failure) return <Loading />
    return <ErrorPanel subject="Connections" failure={failure} isRetrying={query.isFetching} onRetry={refetch} />
  }
  const { providers } = query.data
  const access = denials.link ? null : `/${environment}/users/${user_id}/access`
  return (
    <>
      {query.error && <StaleBar updatedAt={pageTimeOf(query.dataUpdatedAt)} onRetry={refetch} />}
      {providers.length === 0 ? (
        <NoSources access={access} />
      ) : (
        <Sources
          environment={environment}
          user_id={user_id}
          denials={denials}
          connections={providers}
          access={access}
        />
      )}
    </>
  )
}

interface SourcesProps extends Pick<ConnectionsViewProps, 'environment' | 'user_id' | 'denials'> {
  connections: readonly Connection[]
  /** Address of the access page; null for people who can't make links. */
  access: string | null
}

/** Sorts failing connections first and keeps the service's order otherwise. */
function sorted(connections: readonly Connection[]): Connection[] {
  const fails = (connection: Connection) => isBroken(connectionState(connection))
  return connections.toSorted((one, other) => Number(fails(other)) - Number(fails(one)))
}

function Sources({ environment, user_id, denials, connections: sent, access }: SourcesProps) {
  const connections = sorted(sent)
  const source = useAddressSearch().get('source')
  const heading = useRef<HTMLHeadingElement>(null)
  const disconnect = useDisconnect(environment, user_id)
  const asked = connections.find(({ slug }) => slug === source)
  const known = useKnownConnections({ environment, user_id })
  const days = useSourceDays({ environment, user_id })
  const strays = [...(days ?? [])].filter(
    ([slug, counts]) => counts.some((count) => count > 0) && !connections.some((one) => one.slug === slug),
  )
  const chosen = asked ?? connections[0]
  if (!chosen) return null
  const choose = (slug: string) => {
    disconnect.reset()
    navigate(new URLSearchParams({ source: slug }), {})
    // A source below the list would open out of sight.
    const below = heading.current && heading.current.getBoundingClientRect().top > window.innerHeight * 0.6
    if (below) requestAnimationFrame(() => heading.current?.focus())
  }
  const remove = ({ slug, name }: Connection) =>
    disconnect.mutate(slug, {
      onSuccess: (success) => {
        if (!success) return
        toast({ kind: 'done', title: `${name} is disconnected.` })
        if (source) navigate(new URLSearchParams(), {}, 'replace')
        heading.current?.focus()
      },
    })
  const about = disconnect.variables === chosen.slug
  return (
    <div className="grid max-w-[1280px] items-start gap-4 min-[1000px]:grid-cols-[340px_minmax(0,1fr)]">
      <SourceList connections={connections} known={known} chosen={chosen.slug} access={access} onChoose={choose} />
      <SourceDetail
        connection={chosen}
        known={known.get(chosen.slug)}
        heading={heading}
        history={
          <StateHistory
            environment={environment}
            user_id={user_id}
            slug={chosen.slug}
            created_on={chosen.created_on}
            state={connectionState(chosen)}
          />
        }
        actions={
          <SourceActions
            environment={environment}
            user_id={user_id}
            connection={chosen}
            denials={denials}
            isDisconnecting={disconnect.isPending && about}
            onDisconnect={() => remove(chosen)}
          />
        }
      >
        {source && !asked && (
          <Notice kind="info">
            The source in the address,{' '}
            <span translate="no" className="font-mono text-xs">
              {source}
            </span>
            , isn’t connected.
          </Notice>
        )}
        {strays.map(([slug, days]) => (
          <Notice key={slug} kind="warn">
            Data of <span translate="no">{providerName(slug)}</span>, which isn’t connected, arrived on{' '}
            {countOf(days.filter((count) => count > 0).length, 'day')} of the last {days.length}.
          </Notice>
        ))}
        {about && disconnect.data === false && (
          <Notice kind="warn" alert>
            <p className="font-control">Nothing was disconnected.</p>
            <p className="text-ink-2">
              The service says it changed nothing. That’s expected for sources on the patient’s device: the patient
              turns them off in the phone’s settings.
            </p>
          </Notice>
        )}
        {about && disconnect.error && (
          <Notice kind="bad" alert>
            <p className="font-control">{chosen.name} wasn’t disconnected.</p>
            <p className="text-ink-2">{disconnect.error.message}</p>
          </Notice>
        )}
      </SourceDetail>
    </div>
  )
}

function NoSources({ access }: { access: string | null }) {
  return (
    <EmptyState
      mark={<Plug aria-hidden="true" className="size-5" strokeWidth={1.8} />}
      title="No sources yet"
      action={
        access && (
          <Link href={access} className={linkButton}>
            Create link or code
          </Link>
        )
      }
    >
      This patient hasn’t connected an app or device.
      {access && ' Create a link for a cloud source, or a code for phone health data.'}
    </EmptyState>
  )
}

function Loading() {
  return (
    <div
      role="status"
      aria-label="Loading connections"
      className="after-300ms grid max-w-[1280px] gap-4 min-[1000px]:grid-cols-[340px_minmax(0,1fr)]"
    >
      <Skeleton className="h-64" />
      <Skeleton className="h-96" />
    </div>
  )
}
