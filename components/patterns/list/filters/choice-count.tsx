'use client'
/** The count beside a choice of a filter: the picker knows them, and the editors within it show them. */
import { createContext, useContext } from 'react'
import { formatCount } from '#lib/utils/text/counts.ts'
import type { FilterCount } from './filter-counts.ts'

interface ShownCounts {
  noun: string
  counts: ReadonlyMap<string, FilterCount>
}

const Counts = createContext<ShownCounts>({ noun: '', counts: new Map() })
export const ChoiceCounts = Counts.Provider

/** Returns the count to show beside a choice; null where it is not counted (yet). */
export function useChoiceCount() {
  const { noun, counts } = useContext(Counts)
  return (id: string) => {
    const count = counts.get(id)
    return count === undefined ? null : <ChoiceCount noun={noun} count={count} />
  }
}

function ChoiceCount({ noun, count }: { noun: string; count: FilterCount }) {
  if (typeof count !== 'number') {
    return (
      <span title="Number unknown">
        <span aria-hidden="true">–</span>
        <span className="sr-only">number unknown</span>
      </span>
    )
  }
  return (
    <>
      {formatCount(count)} <span className="sr-only">{noun}</span>
    </>
  )
}
