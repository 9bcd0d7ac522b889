'use client'
import { SourceTile } from '#components/patterns/domain/source-tile.tsx'
import { Nothing } from '#components/patterns/states/nothing.tsx'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { useHint } from '#components/ui/dialog/hint.tsx'
import type { User } from '#lib/domains/users/user.ts'

type Sources = User['connected_sources']

const SHOWN = 4

function SourceNames({ sources }: { sources: Sources }) {
  return (
    <ul className="flex flex-col gap-1">
      {sources.map(({ source }) => (
        <li key={source.slug} className="flex items-center gap-2">
          <SourceTile source={source} />
          {source.name}
        </li>
      ))}
    </ul>
  )
}

/** The data sources a user has connected. One is named outright, several by their tiles, all on hover or focus. */
export function SourceTiles({ sources }: { sources: Sources }) {
  const tabIndex = useTabIndex()
  const hint = useHint(() => <SourceNames sources={sources} />)
  const [only] = sources
  if (!only) return <Nothing word="No sources" />
  if (sources.length === 1) {
    return (
      <span className="flex min-w-0 items-center gap-2">
        <SourceTile source={only.source} />
        <span className="truncate">{only.source.name}</span>
      </span>
    )
  }
  const shown = sources.length > SHOWN + 1 ? sources.slice(0, SHOWN) : sources
  const more = sources.length - shown.length
  return (
    <button type="button" tabIndex={tabIndex} className="inline-flex min-h-6 items-center gap-1 rounded-pill" {...hint}>
      {shown.map(({ source }) => (
        <SourceTile key={source.slug} source={source} />
      ))}
      {more > 0 && (
        <span aria-hidden="true" className="ml-0.5 text-xs font-control text-ink-2">
          +{more}
        </span>
      )}
      <span className="sr-only">{sources.map(({ source }) => source.name).join(', ')}</span>
    </button>
  )
}
