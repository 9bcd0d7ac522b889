/** Lists share this where they show a period, with a chart of it and one row open beside them. */
import { lazy, useCallback } from 'react'
import type { FilterEditorProps, FilterField } from '#components/patterns/list/filters/filter-fields.ts'
import { useAtPresent } from '#components/ui/display/viewer.tsx'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { instantParts, parseInstant, type WallClock } from '#lib/utils/time/instants.ts'
import { PERIODS, type Period, type TimeFilters, type TimeRange } from './volume.ts'

type Nouns = readonly [one: string, many: string]

/** The last end of the bars, so that the same question is asked until the next begins. */
export function usePresent({ within }: TimeFilters): number {
  const { bar } = PERIODS[within]
  return useAtPresent(useCallback((now: number) => Math.floor(now / bar) * bar, [bar]))
}

/** Keys and clicks for one row open beside the list; going from one to the next makes no steps to go back by. */
export function useOpenRow(open: number | null, go: (id: number | null, way: 'push' | 'replace') => void) {
  const onOpen = useCallback((id: number | null) => go(id, open === null ? 'push' : 'replace'), [go, open])
  return {
    onOpen,
    preview: {
      isOpen: open !== null,
      onOpen: ({ id }: { id: number }) => onOpen(id === open ? null : id),
      onMove: ({ id }: { id: number }) => open !== null && onOpen(id),
    },
  }
}

export function unmatchedIn([one, many]: Nouns) {
  const text = `No ${one} matches all of these filters. Choose a longer period, or clear the filters.`
  return { title: `No matching ${many}`, text, clear: 'Clear filters' }
}

/** "12 events in the last 7 days" */
export function summaryOf(total: number | null, nouns: Nouns, { within, from, to }: TimeFilters): string {
  const rows = total === null ? 'More than 10,000' : countOf(total, ...nouns)
  return `${rows} ${from || to ? 'in the chosen time' : `in the ${PERIODS[within].text.toLowerCase()}`}`
}

/** Says which of the list a row is, counted from 1; empty where it isn't on this page (`at` below 0). */
export function placeOf(at: number, from: number, total: number | null): string {
  return at < 0 ? '' : `${formatCount(from + at)} of ${total === null ? 'many' : formatCount(total)}`
}

const TimeEditor = lazy(() => import('./time-editor.tsx').then((part) => ({ default: part.TimeEditor })))

function Editor<F extends TimeFilters>({ draft, onChange }: FilterEditorProps<F>) {
  return <TimeEditor time={draft} onChange={(time) => onChange({ ...draft, ...time })} />
}

export function timeField<F extends TimeFilters>(label: string, period: Period, clock: WallClock): FilterField<F> {
  const words = (instant: string) => {
    const { day, time } = instantParts(parseInstant(instant), clock)
    return `${day}, ${time}`
  }
  return {
    id: 'within',
    label,
    icon: 'days',
    chip({ within, from, to }) {
      if (from) return { operator: 'from', value: `${words(from)}${to ? ` to ${words(to)}` : ' on'}` }
      if (to) return { operator: 'before', value: words(to) }
      return within === period ? null : { operator: 'in', value: PERIODS[within].text.toLowerCase() }
    },
    clear: (filters) => ({ ...filters, within: period, from: null, to: null }),
    Editor: Editor<F>,
  }
}

export function timeProblem({ from, to }: TimeRange): string | null {
  return from && to && parseInstant(from) >= parseInstant(to) ? 'The start is not before the end.' : null
}
