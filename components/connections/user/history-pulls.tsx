/** How the data from before a connection came in, by data type. */
import { useQuery } from '@tanstack/react-query'
import { Check, CircleDashed, CircleQuestionMark, RefreshCw, X } from 'lucide-react'
import { resourceName } from '#components/connections/labels.ts'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { type Appearance, Pill } from '#components/ui/display/pill.tsx'
import { InstantDay, TimeStamp } from '#components/ui/display/time-stamp.tsx'
import {
  getHistoricalPulls,
  type HistoricalPull,
  type PULL_ERRORS,
  type PULL_STATUSES,
} from '#lib/domains/connections/historical-pull.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { serviceQuery } from '#lib/kernel/client/queries.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { SECOND } from '#lib/utils/time/durations.ts'

/** By urgency. */
const LABELS: Readonly<Record<(typeof PULL_STATUSES)[number], Appearance>> = {
  failure: { label: 'Failed', icon: X, tone: 'bad' },
  retrying: { label: 'Retrying', icon: RefreshCw, tone: 'wait' },
  in_progress: { label: 'In progress', icon: RefreshCw, tone: 'place' },
  scheduled: { label: 'Scheduled', icon: CircleDashed, tone: 'place' },
  success: { label: 'Done', icon: Check, tone: 'ok' },
}
const REASONS: Readonly<Record<(typeof PULL_ERRORS)[number], string>> = {
  provider_rate_limit_exceeded: 'The source allows no more requests for now.',
  provider_unavailable: 'The source isn’t available.',
  transport_failure: 'The connection to the source was lost.',
  resource_contention: 'Another request for the same data was under way.',
  non_retriable_error: 'The source refused to send it.',
  unexpected_error: 'Something unexpected went wrong.',
  retry_quota_exhausted: 'The service tried as often as it may.',
}
const ORDER = Object.keys(LABELS)
const labels = new Map<string, Appearance>(Object.entries(LABELS))
const reasons = new Map<string, string>(Object.entries(REASONS))

/** Milliseconds between two looks while something is under way. */
const POLL_INTERVAL_MS = 5 * SECOND
const isUnderWay = ({ status }: HistoricalPull) => status === 'scheduled' || status === 'in_progress'

export function HistoryPulls({ environment, user_id, slug }: UserAddress & { slug: string }) {
  const { data, error, refetch } = useQuery({
    ...serviceQuery(getHistoricalPulls, { query: { user_id, provider: slug } }, { environment }),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ pulled }) => Object.values(pulled).some(isUnderWay)) ? POLL_INTERVAL_MS : false,
  })
  // A service may answer with the user's other sources as well.
  const pulls = data?.data.find(({ provider }) => provider === slug)
  if (error && !data) {
    return (
      <div className="border-t border-line px-4 py-3">
        <CardFailure subject="Past data" error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!pulls) return null
  const rows = Object.entries(pulls.pulled).toSorted(
    ([, a], [, b]) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status),
  )
  return (
    <section aria-labelledby="past-data" className="border-t border-line px-4 py-2.5">
      <h3 id="past-data">Past data</h3>
      <ul className="mt-1 flex flex-col">
        {rows.map(([resource, pull]) => (
          <Row key={resource} resource={resource} pull={pull} />
        ))}
      </ul>
      {pulls.not_pulled.length > 0 && (
        <p className="mt-1 text-sm text-ink-2">Never pulled: {pulls.not_pulled.map(resourceName).join(', ')}.</p>
      )}
    </section>
  )
}

function Row({ resource, pull }: { resource: string; pull: HistoricalPull }) {
  const status = labels.get(pull.status) ?? { tone: 'place', icon: CircleQuestionMark, label: pull.status }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1.5 last:border-0">
      <span className="font-control" title={resource}>
        {resourceName(resource)}
      </span>
      <Pill {...status} bare />
      <span className="w-full text-sm text-ink-2">
        <Story pull={pull} />
      </span>
    </li>
  )
}

function Story({ pull }: { pull: HistoricalPull }) {
  const { error_details, range_start, range_end, days_with_data, timeline } = pull
  const reason = error_details && (reasons.get(error_details.error_type) ?? error_details.error_type)
  if (pull.status === 'retrying' || pull.status === 'failure') {
    const since = error_details?.errored_at ?? timeline.ended_at
    return (
      <>
        <span>{reason ?? 'The service doesn’t say why.'} </span>
        {since && (
          <span>
            {pull.status === 'retrying' ? 'First failed' : 'Failed'} <TimeStamp value={since} />.{' '}
          </span>
        )}
        {timeline.retry_at && (
          <span>
            Next try <TimeStamp value={timeline.retry_at} />.
          </span>
        )}
      </>
    )
  }
  return (
    <>
      {range_start && range_end ? (
        <>
          <InstantDay value={range_start} /> <span>to</span> <InstantDay value={range_end} />
        </>
      ) : (
        <span>Range unknown</span>
      )}
      {pull.status === 'success' && days_with_data != null && <span>, {countOf(days_with_data, 'day')} with data</span>}
    </>
  )
}
