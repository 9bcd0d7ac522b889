'use client'
import { createColumnHelper } from '@tanstack/react-table'
import type { ListFeatures } from '#components/shared/list-features.ts'
import { Nothing } from '#components/shared/nothing.tsx'
import { CopyableId } from '#components/ui/copyable-id.tsx'
import { BirthDate } from '#components/ui/redact.tsx'
import { InstantDay, TimeStamp } from '#components/ui/time-stamp.tsx'
import type { User } from '#lib/contract/user.ts'
import { SourceTiles } from './source-tiles.tsx'

/** Three forms of a row: a card on a phone, two lines where there is some room, one line from 1000 px on. */
export const USER_ROW =
  "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'ref_created''id_id''sources_birth''zone_zone'] @min-[560px]/list:[--row-columns:200px_minmax(0,1fr)_minmax(0,1fr)] @min-[560px]/list:[--row-areas:'id_ref_created''sources_zone_birth'] @min-[1000px]/list:[--row-columns:200px_minmax(100px,1.1fr)_minmax(130px,1.1fr)_minmax(150px,1.5fr)_minmax(110px,1fr)_72px] @min-[1000px]/list:[--row-areas:'id_ref_sources_zone_birth_created'] @min-[1120px]/list:[--row-columns:200px_minmax(100px,1fr)_minmax(130px,1.1fr)_minmax(150px,1.5fr)_minmax(110px,1.2fr)_150px]"

const helper = createColumnHelper<ListFeatures, User>()

/** Where a fallback came from, by the source's own name where the user has it connected. */
function Origin({ user, slug }: { user: User; slug: string }) {
  const name = user.connected_sources.find(({ source }) => source.slug === slug)?.source.name
  const words = slug === 'manual' ? 'by hand' : name
  return (
    <span className="ml-1.5 truncate text-xs text-ink-3">{words ?? <span className="font-mono">{slug}</span>}</span>
  )
}

export function userColumns(environment: string) {
  return helper.columns([
    helper.accessor('user_id', {
      header: 'User',
      cell: ({ getValue }) => (
        <CopyableId id={getValue()} noun="User id" href={`/${environment}/users/${getValue()}`} />
      ),
      meta: { place: '[grid-area:id]' },
    }),
    helper.accessor('client_user_id', {
      header: 'Reference',
      cell: ({ getValue }) => {
        const reference = getValue()
        if (!reference) return <span className="text-ink-3">No reference</span>
        return (
          <span className="block truncate font-control" title={reference}>
            {reference}
          </span>
        )
      },
      meta: { place: '[grid-area:ref]' },
    }),
    helper.accessor('connected_sources', {
      header: 'Sources',
      cell: ({ getValue }) => <SourceTiles sources={getValue()} />,
      meta: { place: '[grid-area:sources]' },
    }),
    helper.accessor('fallback_time_zone', {
      header: 'Fallback time zone',
      cell: ({ getValue, row }) => {
        const zone = getValue()
        if (!zone) return <Nothing word="not set" />
        return (
          <span className="inline-flex max-w-full items-baseline align-bottom whitespace-nowrap">
            {zone.id}
            <Origin user={row.original} slug={zone.source_slug} />
          </span>
        )
      },
      meta: { place: '[grid-area:zone] @max-[559px]/list:has-[.nothing]:hidden', caption: 'Zone' },
    }),
    helper.accessor('fallback_birth_date', {
      header: 'Fallback birth date',
      cell: ({ getValue, row }) => {
        const birth = getValue()
        if (!birth) return <Nothing word="not set" />
        return (
          <span className="inline-flex max-w-full items-baseline align-bottom whitespace-nowrap">
            <BirthDate value={birth.value} />
            <Origin user={row.original} slug={birth.source_slug} />
          </span>
        )
      },
      meta: { place: '[grid-area:birth] @max-[559px]/list:has-[.nothing]:hidden', caption: 'Born' },
    }),
    helper.accessor('created_on', {
      header: 'Created',
      cell: ({ getValue }) => (
        <span className="inline-flex items-baseline gap-2">
          <TimeStamp value={getValue()} className="@min-[1120px]/list:min-w-16" />
          <InstantDay
            value={getValue()}
            className="hidden text-xs whitespace-nowrap text-ink-3 @min-[1120px]/list:inline"
          />
        </span>
      ),
      meta: { place: '[grid-area:created] justify-self-end @min-[1000px]/list:justify-self-start' },
    }),
  ])
}
