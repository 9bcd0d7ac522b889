'use client'
/** How many rows the filters in the picker would show: asked for when somebody stops changing them. */
import { useEffect, useState } from 'react'
import { DIRECTORY_COUNT_LIMIT } from '#lib/domains/users/directory.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'

export interface Counting {
  /** The draft as text: another text is another question. */
  draft: string
  /** Null where there are more than are counted. */
  read: (signal: AbortSignal) => Promise<number | null>
}

/** `more`: more than are counted. `unknown`: the count could not be had. */
export type LiveCount = number | 'waiting' | 'more' | 'unknown'

/** Milliseconds without a change before the question is asked. */
const SETTLED_MS = 300

export function useLiveCount(counting: Counting | null): LiveCount | null {
  const draft = counting?.draft ?? null
  const [known, setKnown] = useState<{ draft: string; count: LiveCount } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is all that the question depends on
  useEffect(() => {
    if (!counting || draft === null) return
    const stop = new AbortController()
    const keep = (count: LiveCount) => !stop.signal.aborted && setKnown({ draft, count })
    const timer = setTimeout(() => {
      counting.read(stop.signal).then(
        (count) => keep(count ?? 'more'),
        // Not counted is not zero: the button says so, and the list itself says why it failed.
        () => keep('unknown'),
      )
    }, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [draft])
  if (draft === null) return null
  return known?.draft === draft ? known.count : 'waiting'
}

/** Returns the words of the button. */
export function showWords(count: LiveCount | null, noun: string): string {
  if (count === 'unknown') return `Show ${noun} (number unknown)`
  if (count === 'more') return `Show more than ${formatCount(DIRECTORY_COUNT_LIMIT)} ${noun}`
  if (count === null || count === 'waiting') return `Show ${noun}`
  return `Show ${count === 1 ? countOf(1, noun.replace(/s$/, '')) : `${formatCount(count)} ${noun}`}`
}
