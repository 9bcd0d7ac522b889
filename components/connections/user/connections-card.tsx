import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { CardWait, UnreadableNote } from '#components/patterns/states/card-failure.tsx'
import { Pill } from '#components/ui/display/pill.tsx'
import { Tile } from '#components/ui/display/tile.tsx'
import { Age } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import type { Connection } from '#lib/domains/connections/connection.ts'
import { connectionState } from '#lib/domains/connections/state.ts'
import { isBroken } from '#lib/domains/connections/states.ts'
import { SOURCE_DAYS } from '#lib/domains/events/received.ts'
import type { DirectoryConnection } from '#lib/domains/users/directory-connections.ts'
import { providersQuery, type UserAddress } from '#lib/domains/users/queries.ts'
import { unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { Strays } from './strays.tsx'
import { useKnownConnections, useShownState, useSourceDays } from './use-last-data.ts'

/** On how many of the last days a source sent data: bars for the eye, words for everybody. */
interface DayBarsProps {
  /** Events of each day, the newest last. */
  days: readonly number[]
  /** Days without data are somebody’s business. */
  isBroken?: boolean
}

const HEIGHT = 20
/** Pixels of a bar, and from one to the next. */
const WIDTH = 5
const STEP = 7

function DayBars({ days, isBroken = false }: DayBarsProps) {
  const most = Math.max(1, ...days)
  const sent = days.filter((count) => count > 0).length
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg aria-hidden="true" width={days.length * STEP - 2} height={HEIGHT} className="shrink-0">
        {days.map((count, day) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a day has no other name
          <Bar key={day} x={day * STEP} share={Math.sqrt(count / most)} isBroken={isBroken} />
        ))}
      </svg>
      <span className="w-14 text-right text-xs whitespace-nowrap text-ink-3 tabular-nums">
        <span className="sr-only">data on </span>
        {sent} of {days.length}
        <span className="sr-only"> days</span>
      </span>
    </span>
  )
}

/** The root of the share: a day of one event is seen beside one of a thousand. */
function Bar({ x, share, isBroken }: { x: number; share: number; isBroken: boolean }) {
  if (share > 0) {
    const height = 4 + Math.round(share * (HEIGHT - 4))
    return <rect x={x} y={HEIGHT - height} width={WIDTH} height={height} rx={1} className="fill-accent" />
  }
  if (!isBroken) return <rect x={x} y={HEIGHT - 2} width={WIDTH} height={2} rx={1} className="fill-control" />
  return (
    <rect
      x={x + 0.5}
      y={3.5}
      width={WIDTH - 1}
      height={HEIGHT - 4}
      rx={1}
      data-tone="bad"
      className="fill-transparent stroke-tone-line"
    />
  )
}

/** The user's sources at a glance. */
export function ConnectionsCard({ environment, user_id }: UserAddress) {
  const query = useQuery(providersQuery({ environment, user_id }))
  const providers = query.data?.providers
  const unreadable = unreadableIn(query.data)
  const days = useSourceDays({ environment, user_id })
  const known = useKnownConnections({ environment, user_id })
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
        <Link href={page} className="text-sm text-link">
          View connections
        </Link>
      }
    >
      {!providers && <CardWait subject="Connections" query={query} className="h-20" />}
      <UnreadableNote noun="Source" unreadable={unreadable} className="pb-2" />
      {providers?.length === 0 && unreadable.length === 0 && <p className="text-ink-3">No sources yet.</p>}
      {providers && <Strays environment={environment} user_id={user_id} connections={providers} />}
      {providers && providers.length > 0 && (
        <ul aria-label="Sources" className="@container/sources -mx-4 -mb-4 divide-y divide-line first:-mt-4">
          {providers.map((connection) => (
            <li key={connection.slug}>
              <SourceLine
                connection={connection}
                days={days && (days.get(connection.slug)?.days ?? NO_DAYS)}
                known={known.get(connection.slug)}
                href={`${page}?source=${connection.slug}`}
              />
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

const NO_DAYS = Array.from({ length: SOURCE_DAYS }, () => 0)

interface SourceLineProps {
  connection: Connection
  /** Null while they aren’t known. */
  days: readonly number[] | null
  /** The directory's record; undefined if it has none. */
  known: DirectoryConnection | undefined
  href: string
}

function SourceLine({ connection, days, known, href }: SourceLineProps) {
  const { name, slug } = connection
  const status = useShownState(connection, known, { hasSent: days?.some((count) => count > 0) ?? false })
  return (
    <Link
      href={href}
      className="grid min-h-11 grid-cols-[28px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-1.5 outline-offset-[-2px] hover:bg-hover @min-[620px]/sources:grid-cols-[28px_minmax(0,1.2fr)_minmax(0,1fr)_124px_164px]"
    >
      <Tile name={name} seed={slug} className="size-7" />
      <Verbatim className="truncate font-control">{name}</Verbatim>
      <span className="justify-self-end @min-[620px]/sources:justify-self-start">
        <Pill {...status} bare />
      </span>
      <span className="text-sm text-ink-2 @max-[619px]/sources:col-start-2">
        {known?.last_data_at ? (
          <>
            <span className="sr-only">last data </span>
            <Age at={known.last_data_at} />
          </>
        ) : (
          known && (
            <span className="text-ink-3">
              connected <Age at={connection.created_on} />
            </span>
          )
        )}
      </span>
      <span className="justify-self-end">
        {days && <DayBars days={days} isBroken={isBroken(connectionState(connection))} />}
      </span>
    </Link>
  )
}
