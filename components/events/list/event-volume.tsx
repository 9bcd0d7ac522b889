/** How many events arrived when, by what became of them. Loaded on demand. */
import type { TimeRange, VolumePart } from '#components/patterns/volume/volume.ts'
import { VolumeChart } from '#components/patterns/volume/volume-chart.tsx'
import type { Outcome } from '#lib/domains/events/outcomes.ts'
import type { EventCounts } from '#lib/domains/events/received.ts'
import type { EventListFilters } from './event-search.ts'

const PARTS: readonly (VolumePart & { keys: readonly Outcome[] })[] = [
  { label: 'Current', keys: ['applied', 'stored'], fill: 'fill-accent' },
  { label: 'Replaced or older', keys: ['superseded', 'older'], fill: 'fill-control' },
  { label: 'Duplicate', keys: ['duplicate'], fill: 'fill-transparent stroke-control' },
]

interface EventVolumeProps {
  counts: EventCounts
  filters: EventListFilters
  onApply: (filters: EventListFilters) => void
  onRange: (range: TimeRange) => void
}

export function EventVolume({ counts, filters, onApply, onRange }: EventVolumeProps) {
  const { within, from, to } = filters
  return (
    <VolumeChart
      label="Events over time"
      nouns={['event', 'events']}
      when="Received"
      bars={counts.bars.map(({ from: starts, outcomes }) => ({ from: starts, counts: outcomes }))}
      parts={PARTS}
      isCut={counts.is_cut}
      within={within}
      range={{ from, to }}
      onPeriod={(next) => onApply({ ...filters, within: next, from: null, to: null })}
      onRange={onRange}
    />
  )
}
