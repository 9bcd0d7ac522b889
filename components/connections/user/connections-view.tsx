'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { Plug, Plus } from 'lucide-react'
import Link from 'next/link'
import { useRef } from 'react'
import { countAvailable, STATE_LABELS } from '#components/connections/labels.ts'
import { useOffers } from '#components/patterns/page/role.tsx'
import { UnreadableNote } from '#components/patterns/states/card-failure.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel, StaleBar } from '#components/patterns/states/states.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Pill } from '#components/ui/display/pill.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Tile } from '#components/ui/display/tile.tsx'
import { DayTime, InstantDay } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { type Connection, deregisterProvider } from '#lib/domains/connections/connection.ts'
import { connectionState } from '#lib/domains/connections/state.ts'
import { type ConnectionState, isBroken } from '#lib/domains/connections/states.ts'
import {
  type ConnectionChange,
  type DirectoryConnection,
  listConnectionChanges,
} from '#lib/domains/users/directory-connections.ts'
import { providersQuery, type UserAddress, useFreshUser } from '#lib/domains/users/queries.ts'
import { navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import { failureOf, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { request } from '#lib/kernel/client/request.ts'
import { unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { pageTimeOf } from '#lib/utils/time/clock.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { HistoryPulls } from './history-pulls.tsx'
import { type Denials, SourceActions } from './source-actions.tsx'
import { SourceDetail } from './source-detail.tsx'
import { Strays } from './strays.tsx'
import { useKnownConnections, useShownState } from './use-last-data.ts'

interface StateHistoryProps extends UserAddress {
  slug: string
  created_on: string
  state: ConnectionState
}

const SHOWN = 8
/** Milliseconds until a change that isn’t on record is looked for again, and how often at most. */
const SOON = 3 * SECOND
const MOST_READS = 30

function StateHistory({ environment, user_id, slug, created_on, state }: StateHistoryProps) {
  const { data } = useQuery({
    ...consoleQuery(listConnectionChanges, { params: { environment, user_id } }, {}),
    // A change that is seen beside it is on record a moment later.
    refetchInterval: ({ state: { data: known, dataUpdateCount } }) => {
      const newest = known?.changes.find((change) => change.slug === slug)
      return newest && newest.state !== state && dataUpdateCount < MOST_READS ? SOON : false
    },
  })
  const changes = data?.changes.filter((change) => change.slug === slug) ?? []
  // A connection that always worked has only its start, which is shown above.
  if (changes.length === 0) return null
  const shown = changes.slice(0, SHOWN)
  return (
    <section aria-labelledby="state-history" className="border-t border-line px-4 py-2.5">
      <h3 id="state-history">State history</h3>
      <ol className="mt-1 flex flex-col">
        {shown.map((change) => (
          <Line key={`${change.at} ${change.state}`} words={wordsOf(change)} change={change} />
        ))}
        {changes.length <= SHOWN && !shown.some(({ at }) => at <= created_on) && (
          <Line words="Connected" change={{ slug, state: 'connected', at: created_on }} />
        )}
      </ol>
      <p className="mt-1 text-xs text-ink-3">When this console noticed. It may have happened earlier.</p>
    </section>
  )
}

/** Only what was broken before is told as a change to working. */
function wordsOf({ state }: ConnectionChange): string {
  return state === 'connected' ? 'Connected again' : STATE_LABELS[state].label
}

function Line({ words, change: { state, at } }: { words: string; change: ConnectionChange }) {
  const { icon, tone } = STATE_LABELS[state]
  return (
    <li className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
      <Pill tone={tone} icon={icon} label={words} bare />
      <DayTime value={at} className="text-xs text-ink-2" />
    </li>
  )
}

interface ConnectionsViewProps {
  environment: string
  user_id: string
  denials: Denials
  failure: RequestFailure | null
}

/** The sources of one person; another person needs another view (`key`). */
export function ConnectionsView({ environment, user_id, denials, failure: initial }: ConnectionsViewProps) {
  const query = useQuery(providersQuery({ environment, user_id }))
  const failure = query.error ? failureOf(query.error) : initial
  const refetch = () => void query.refetch()
  if (!query.data) {
    if (!failure) return <Loading />
    return <ErrorPanel subject="Connections" failure={failure} isRetrying={query.isFetching} onRetry={refetch} />
  }
  const { providers } = query.data
  const unreadable = unreadableIn(query.data)
  const access = denials.link ? null : `/${environment}/users/${user_id}/access`
  return (
    <>
      {query.error && <StaleBar updatedAt={pageTimeOf(query.dataUpdatedAt)} onRetry={refetch} />}
      <div className="flex max-w-[1280px] flex-col gap-2 pb-4 empty:hidden">
        <Strays environment={environment} user_id={user_id} connections={providers} />
      </div>
      <UnreadableNote noun="Source" unreadable={unreadable} className="px-4 rail:px-6" />
      {providers.length === 0 && unreadable.length === 0 ? (
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
  const hasHistory = useOffers('get_historical_pulls')
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
        environment={environment}
        connection={chosen}
        known={known.get(chosen.slug)}
        heading={heading}
        history={
          <>
            {hasHistory && (
              <HistoryPulls key={chosen.slug} environment={environment} user_id={user_id} slug={chosen.slug} />
            )}
            <StateHistory
              environment={environment}
              user_id={user_id}
              slug={chosen.slug}
              created_on={chosen.created_on}
              state={connectionState(chosen)}
            />
          </>
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
            The source in the address, <Verbatim className="font-mono text-xs">{source}</Verbatim>, isn’t connected.
          </Notice>
        )}
        {about && disconnect.data === false && (
          <Notice kind="warn" alert title="Nothing was disconnected.">
            The service says it changed nothing. That’s expected for sources on the patient’s device: the patient turns
            them off in the phone’s settings.
          </Notice>
        )}
        {about && disconnect.error && (
          <Notice kind="bad" alert title={`${chosen.name} wasn’t disconnected.`}>
            {disconnect.error.message}
          </Notice>
        )}
      </SourceDetail>
    </div>
  )
}

function NoSources({ access }: { access: string | null }) {
  return (
    <EmptyState
      mark={<Plug className="size-5" />}
      title="No sources yet"
      action={
        access && (
          <Link href={access} className={linkButton}>
            Create link or code
          </Link>
        )
      }
    >
      <span>This patient hasn’t connected an app or device.</span>
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

/** Takes a source from a person. Resolves with what the service answered: false where it changed nothing. */
function useDisconnect(environment: string, user_id: string) {
  const client = useQueryClient()
  const refresh = useFreshUser({ environment, user_id })
  return useMutation({
    mutationFn: async (provider: string) =>
      (await request(deregisterProvider, { params: { user_id, provider } }, { environment })).success,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: providersQuery({ environment, user_id }).queryKey })
      // The list of users shows a person's sources too. It may lag without harm: its failure is none of this.
      refresh().catch(() => undefined)
    },
  })
}

interface SourceListProps {
  connections: readonly Connection[]
  /** Directory records by slug. */
  known: ReadonlyMap<string, DirectoryConnection>
  chosen: string
  /** Address that makes a link for another source. */
  access: string | null
  onChoose: (slug: string) => void
}

function SourceList({ connections, known, chosen, access, onChoose }: SourceListProps) {
  return (
    <section aria-label="Sources" className="self-start rounded-card border border-line bg-surface shadow-1">
      <div className="flex min-h-[42px] items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="text-sm">{countOf(connections.length, 'source')}</h2>
        {access && (
          <Link href={access} className={linkButton}>
            <Plus />
            New link
          </Link>
        )}
      </div>
      <ul>
        {connections.map((connection) => (
          <li key={connection.slug} className="border-b border-line last:border-0">
            <SourceButton
              connection={connection}
              known={known.get(connection.slug)}
              isChosen={connection.slug === chosen}
              onChoose={() => onChoose(connection.slug)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface SourceButtonProps {
  connection: Connection
  known: DirectoryConnection | undefined
  isChosen: boolean
  onChoose: () => void
}

function SourceButton({ connection, known, isChosen, onChoose }: SourceButtonProps) {
  const { name, slug, created_on, error_details } = connection
  const status = useShownState(connection, known)
  const { available, all } = countAvailable(connection)
  return (
    <button
      type="button"
      onClick={onChoose}
      aria-current={isChosen || undefined}
      className={clsx(
        'grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2.5 text-left outline-offset-[-2px]',
        isChosen ? 'bg-accent-soft shadow-[inset_3px_0_0_var(--accent)]' : 'hover:bg-hover',
      )}
    >
      <Tile name={name} seed={slug} className="row-span-2 size-8" />
      <Verbatim className="truncate font-control">{name}</Verbatim>
      <span className="justify-self-end">
        <Pill {...status} bare />
      </span>
      <span className="truncate text-xs text-ink-3">
        {error_details?.errored_at ? (
          <>
            Since <InstantDay value={error_details.errored_at} />
          </>
        ) : (
          <>
            Connected <InstantDay value={created_on} />
          </>
        )}
      </span>
      <span className="justify-self-end text-xs text-ink-3">
        {available} of {countOf(all, 'data type')}
      </span>
    </button>
  )
}
