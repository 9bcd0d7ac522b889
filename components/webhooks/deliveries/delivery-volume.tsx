/** How many events were to be delivered when, by what came of them. Loaded on demand. */
import type { TimeRange, VolumePart } from '#components/patterns/volume/volume.ts'
import { VolumeChart } from '#components/patterns/volume/volume-chart.tsx'
import type { DeliveryCounts } from '#lib/domains/webhooks/deliveries.ts'
import type { DeliveryState } from '#lib/domains/webhooks/rules.ts'
import type { DeliveryListFilters } from './delivery-search.ts'

const PARTS: readonly (VolumePart & { keys: readonly DeliveryState[] })[] = [
  { label: 'Delivered', keys: ['delivered'], fill: 'fill-control' },
  { label: 'Queued or retrying', keys: ['waiting', 'retrying'], fill: 'fill-tone-dot', tone: 'move' },
  { label: 'Failed or stopped', keys: ['gave_up', 'stopped'], fill: 'fill-tone-dot', tone: 'bad' },
]

interface DeliveryVolumeProps {
  counts: DeliveryCounts
  filters: DeliveryListFilters
  onApply: (filters: DeliveryListFilters) => void
  onRange: (range: TimeRange) => void
}

export function DeliveryVolume({ counts, filters, onApply, onRange }: DeliveryVolumeProps) {
  const { within, from, to } = filters
  return (
    <VolumeChart
      label="Deliveries over time"
      nouns={['delivery', 'deliveries']}
      when="Event time"
      bars={counts.bars.map(({ from: starts, states }) => ({ from: starts, counts: states }))}
      parts={PARTS}
      isCut={counts.is_cut}
      within={within}
      range={{ from, to }}
      onPeriod={(next) => onApply({ ...filters, within: next, from: null, to: null })}
      onRange={onRange}
    />
  )
}
