'use client'
import clsx from 'clsx'
import { type ReactNode, Suspense } from 'react'

interface BesideRowsProps {
  /** Null where there is nothing to choose, or no room for it. */
  facets: ReactNode
  /** The table, or what stands in its place. */
  children: ReactNode
}

/** Facets beside the rows where both have room, else below them. */
export function BesideRows({ facets, children }: BesideRowsProps) {
  return (
    <div
      className={clsx(
        'grid min-h-full grid-cols-[minmax(0,1fr)] content-start',
        facets && '@min-[1080px]/list:grid-cols-[minmax(0,1fr)_296px] @min-[1080px]/list:content-stretch',
      )}
    >
      <div className="@container/list min-w-0">{children}</div>
      {facets && (
        <div className="min-w-0 border-t border-line p-4 @min-[1080px]/list:border-t-0 @min-[1080px]/list:border-l">
          <Suspense fallback={null}>{facets}</Suspense>
        </div>
      )}
    </div>
  )
}
