'use client'
import clsx from 'clsx'
import { Plus } from 'lucide-react'
import Link from 'next/link'
import { linkButton } from '#components/ui/button/link-button.ts'
import { Pill } from '#components/ui/display/pill.tsx'
import { Tile } from '#components/ui/display/tile.tsx'
import { InstantDay } from '#components/ui/display/time-stamp.tsx'
import type { Connection } from '#lib/domains/connections/connection.ts'
import type { DirectoryConnection } from '#lib/domains/users/directory-connections.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { countAvailable } from './resource-labels.ts'
import { useShownState } from './use-last-data.ts'

interface SourceListProps {
  connections: readonly Connection[]
  /** Directory records by slug. */
  known: ReadonlyMap<string, DirectoryConnection>
  chosen: string
  /** Address that makes a link for another source. */
  access: string | null
  onChoose: (slug: string) => void
}

/** The person's sources; the one that is chosen is shown beside it. */
export function SourceList({ connections, known, chosen, access, onChoose }: SourceListProps) {
  return (
    <section aria-label="Sources" className="self-start rounded-card border border-line bg-surface shadow-1">
      <div className="flex min-h-[42px] items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="text-sm">{countOf(connections.length, 'source')}</h2>
        {access && (
          <Link href={access} className={linkButton}>
            <Plus aria-hidden="true" className="size-4" strokeWidth={1.9} />
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
  const { label, icon, tone } = useShownState(connection, known)
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
      <span translate="no" className="truncate font-control">
        {name}
      </span>
      <span className="justify-self-end">
        <Pill tone={tone} icon={icon} bare>
          {label}
        </Pill>
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
