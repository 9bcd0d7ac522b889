/** Keeps rows of a refreshing list where the person saw them, so that no key or click meets another patient. */
import type { QueryClient } from '@tanstack/react-query'
import { ArrowUpDown } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useShortcuts, useSingleKeys } from '#components/patterns/page/shortcuts.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { isDemoPage } from '#lib/utils/browser/browser.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { SECOND } from '#lib/utils/time/durations.ts'

interface LiveRows<T> {
  /** Undefined until they have come. */
  rows: readonly T[] | undefined
  /** A constant of its list. */
  getRowId: (row: T) => string
  /** Question behind the rows: another one is answered at once. */
  asked: unknown
  /** The rows are still those of the question before. */
  isStale?: boolean
  /** The person did it in this window: the row goes, or comes, at once. */
  isOwn?: (id: string) => boolean
  /** Applied at the next key or click, where rows are worked off one by one. */
  untilNext?: boolean
}

export interface HeldRows<T> {
  rows: readonly T[] | undefined
  /** IDs of rows that are shown and no longer in the list. */
  gone: ReadonlySet<string>
  /** Rows that have come since. */
  fresh: number
  /** The rows that stayed are in another order. */
  isReordered: boolean
  isOwn: (id: string) => boolean
  /** Shows the list as it is now. */
  apply: () => void
  /** Shows the list as it is now, and again once its next rows have come. */
  applyNext: () => void
}

/** Milliseconds in which a row that leaves does so because of what was done here. */
const OWN_MS = 10 * SECOND
const changedHere = new WeakMap<QueryClient, Map<string, number>>()

/** Notes a change that the person has made in this window; what they did in another one comes as a surprise here. */
export function noteChange(client: QueryClient, id: string): void {
  const times = changedHere.get(client) ?? new Map<string, number>()
  changedHere.set(client, times.set(id, performance.now()))
}

export function isChangedHere(client: QueryClient, id: string): boolean {
  return performance.now() - (changedHere.get(client)?.get(id) ?? Number.NEGATIVE_INFINITY) < OWN_MS
}

interface Held<T> {
  question: string
  rows: readonly T[] | undefined
  /** Rows at the time when the next ones were asked for. */
  before?: readonly T[] | undefined
}

export function useHeldRows<T>(live: LiveRows<T>): HeldRows<T> {
  const { rows, getRowId, asked, isStale = false, isOwn = () => false, untilNext = false } = live
  const question = JSON.stringify(asked)
  const [held, setHeld] = useState<Held<T>>({ question, rows })
  const now = new Map(rows?.map((row) => [getRowId(row), row]))
  const known = new Set(held.rows?.map(getRowId))
  const isAnswer = held.question !== question && !isStale
  const isAwaited = held.before !== undefined && held.before !== rows
  const isApplied =
    isUntouchedDemo() ||
    isAnswer ||
    isAwaited ||
    !rows ||
    !held.rows?.length ||
    [...now.keys()].some((id) => !known.has(id) && isOwn(id))
  const kept = held.rows?.filter((row) => now.has(getRowId(row)) || !isOwn(getRowId(row))) ?? []
  const merged = isApplied ? rows : kept.map((row) => now.get(getRowId(row)) ?? row)
  const ids = merged?.map(getRowId) ?? []
  const isSame = (others: readonly T[] | undefined) =>
    others !== undefined && others.length === ids.length && others.every((row, at) => getRowId(row) === ids[at])
  const isChanged = merged !== undefined && !isSame(held.rows)
  if (isAnswer || isChanged) setHeld({ question: isStale ? held.question : question, rows: merged })
  // Equal rows keep their identity.
  const shown = isSame(rows) ? rows : merged

  const gone = new Set(isStale ? [] : ids.filter((id) => !now.has(id)))
  const fresh = isStale ? [] : [...now.keys()].filter((id) => !ids.includes(id))
  const stayed = ids.filter((id) => now.has(id))
  const isReordered =
    !isStale && [...now.keys()].filter((id) => !fresh.includes(id)).some((id, at) => id !== stayed[at])
  const apply = () => setHeld({ question, rows })
  const applyLater = useEffectEvent(apply)
  const isOpen = untilNext && (gone.size > 0 || fresh.length > 0 || isReordered)
  useEffect(() => {
    if (!isOpen) return
    // After whatever the key or the click does, which is meant for the rows that are in sight.
    const later = () => setTimeout(applyLater)
    // Not once: what comes while a click is applied keeps this open, and waits for the next one.
    const options = { capture: true }
    document.addEventListener('keydown', later, options)
    document.addEventListener('click', later, options)
    return () => {
      document.removeEventListener('keydown', later, options)
      document.removeEventListener('click', later, options)
    }
  }, [isOpen])
  const applyNext = () => setHeld({ question, rows, before: rows })
  return { rows: shown, gone, fresh: fresh.length, isReordered, isOwn, apply, applyNext }
}

/** The browser's own sample data takes the place of the server's, which nobody has acted on yet. */
const isUntouchedDemo = () => isDemoPage() && navigator.userActivation?.hasBeenActive === false

interface RowNewsProps {
  noun: readonly [string, string]
  held: Pick<HeldRows<unknown>, 'gone' | 'fresh' | 'isReordered' | 'apply'>
}

/** Says what has changed since the rows were drawn; N, or a press, shows it. */
export function RowNews({ noun, held: { gone, fresh, isReordered, apply } }: RowNewsProps) {
  const left = gone.size
  const words = [
    ...(left > 0 ? [`${formatCount(left)} left`] : []),
    ...(fresh > 0 ? [countOf(fresh, `new ${noun[0]}`, `new ${noun[1]}`)] : []),
  ]
  const isNews = words.length > 0 || isReordered
  const [singleKeys] = useSingleKeys()
  useShortcuts([{ strokes: ['n'], label: `Show new ${noun[1]}`, group: 'List', run: () => isNews && apply() }])
  return (
    <div role="status" className="print:hidden">
      {isNews && (
        <button
          type="button"
          onClick={apply}
          className="flex min-h-8 w-full items-center gap-2 border-b border-accent-line bg-accent-soft px-4 text-left text-sm font-control text-accent-ink hover:underline max-rail:min-h-11 rail:px-6"
        >
          <ArrowUpDown className="stroke-2" />
          {left === 0 && fresh > 0
            ? `Show ${words.join('')}`
            : `${words.join(', ') || 'Sorted differently'}. Update the list`}
          {singleKeys && (
            <span aria-hidden="true">
              <Kbd>N</Kbd>
            </span>
          )}
        </button>
      )}
    </div>
  )
}
