'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { Age } from '#components/ui/display/age.tsx'
import { Pill } from '#components/ui/display/pill.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Tile } from '#components/ui/display/tile.tsx'
import { type Connection, listUserProviders } from '#lib/domains/connections/connection.ts'
import { connectionState } from '#lib/domains/connections/state.ts'
import { isBroken } from '#lib/domains/connections/states.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { serviceQuery } from '#lib/kernel/client/queries.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { countAvailable } from './resource-labels.ts'
import { statusLabel } from './status-labels.ts'

/** The user's sources at a glance. */
export function ConnectionsCard({ environment, user_id }: UserAddress) {
  const query = useQuery(serviceQuery(listUserProviders, { params: { user_id } }, { environment }))
  const providers = query.data?.providers
  const failing = providers?.filter((connection) => isBroken(connectionState(connection))).length ?? 0
  const page = `/${environment}/users/${user_id}/connections`
  return (
    <SectionCard
      title="Connections"
      {...(providers && {
        summary:
          failing === 0
            ? countOf(providers.length, 'source')
            : `${failing} of ${countOf(providers.length, 'source')} with a problem`,
      })}
      action={
        <Link href={page} className="text-sm text-accent-ink underline underline-offset-3">
          View connections
        </Link>
      }
    >
      {!providers &&
        (query.error ? (
          <CardFailure subject="Connections" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="after-300ms h-20" />
        ))}
      {providers?.length === 0 && <p className="text-ink-3">No sources yet.</p>}
      {providers && providers.length > 0 && (
        <ul aria-label="Sources" className="-m-4 divide-y divide-line">
          {providers.map((connection) => (
            <li key={connection.slug}>
              <SourceLine connection={connection} href={`${page}?source=${connection.slug}`} />
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

function SourceLine({ connection, href }: { connection: Connection; href: string }) {
  const { name, slug, created_on, error_details } = connection
  const { label, icon, tone } = statusLabel(connection)
  const { available, all } = countAvailable(connection)
  return (
    <Link
      href={href}
      className="grid min-h-11 grid-cols-[28px_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-1.5 outline-offset-[-2px]! hover:bg-hover rail:grid-cols-[28px_minmax(0,1.2fr)_minmax(0,1fr)_104px_124px]"
    >
      <Tile name={name} seed={slug} className="size-7!" />
      <span className="truncate font-control">{name}</span>
      <span className="justify-self-end rail:justify-self-start">
        <Pill tone={tone} icon={icon} bare>
          {label}
        </Pill>
      </span>
      <span className="text-sm text-ink-3 max-rail:hidden">
        <span className="sr-only">{error_details?.errored_at ? 'failing since' : 'connected'} </span>
        <Age at={error_details?.errored_at ?? created_on} />
      </span>
      <span className="text-right text-xs whitespace-nowrap text-ink-3 max-rail:hidden">
        {available} of {countOf(all, 'data type')}
      </span>
    </Link>
  )
}
