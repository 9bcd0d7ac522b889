/** The filter of a list by time: a period up to now, or a part of one. */
import { lazy } from 'react'
import type { FilterEditorProps, FilterField } from '#components/patterns/list/filters/filter-fields.ts'
import { instantParts, parseInstant, type WallClock } from '#lib/utils/time/instants.ts'
import { PERIODS, type Period, type TimeFilters, type TimeRange } from './volume.ts'

const TimeEditor = lazy(() => import('./time-editor.tsx').then((part) => ({ default: part.TimeEditor })))

function Editor<F extends TimeFilters>({ draft, onChange }: FilterEditorProps<F>) {
  return <TimeEditor time={draft} onChange={(time) => onChange({ ...draft, ...time })} />
}

/** Returns the field; `usual` is the period that goes without saying. */
export function timeField<F extends TimeFilters>(label: string, usual: Period, clock: WallClock): FilterField<F> {
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
      return within === usual ? null : { operator: 'in', value: PERIODS[within].text.toLowerCase() }
    },
    clear: (filters) => ({ ...filters, within: usual, from: null, to: null }),
    Editor: Editor<F>,
  }
}

/** Returns why a range holds nothing; null where it can. */
export function timeProblem({ from, to }: TimeRange): string | null {
  return from && to && parseInstant(from) >= parseInstant(to) ? 'The start is not before the end.' : null
}
