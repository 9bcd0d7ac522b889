'use client'
/** How the state of one source has changed, the newest first, down to when it was connected. */
import { useQuery } from '@tanstack/react-query'
import { STATE_LABELS } from '#components/connections/state-labels.ts'
import { Pill } from '#components/ui/display/pill.tsx'
import { DayTime } from '#components/ui/display/time-stamp.tsx'
import type { ConnectionState } from '#lib/domains/connections/states.ts'
import { type ConnectionChange, listConnectionChanges } from '#lib/domains/users/directory-connections.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { SECOND } from '#lib/utils/time/durations.ts'

interface StateHistoryProps extends UserAddress {
  slug: string
  created_on: string
  /** As it is now. */
  state: ConnectionState
}

const SHOWN = 8
/** Milliseconds until a change that isn’t on record is looked for again, and how often at most. */
const SOON = 3 * SECOND
const MOST_READS = 30

export function StateHistory({ environment, user_id, slug, created_on, state }: StateHistoryProps) {
  const { data } = useQuery({
    ...consoleQuery(listConnectionChanges, { params: { environment, user_id } }, {}),
    // A change that is seen beside it is on record a moment later.
    refetchInterval: ({ state: { data: known, dataUpdateCount } }) => {
      const newest = known?.changes.find((change) => change.slug === slug)
      return newest && newest.state !== state && dataUpdateCount < MOST_READS ? SOON : false
    },
  })
  const changes = data?.changes.filter((change) => change.slug === slug) ?? []
  // A connection that always worked has only its start, which is shown above.
  if (changes.length === 0) return null
  const shown = changes.slice(0, SHOWN)
  return (
    <section aria-labelledby="state-history" className="border-t border-line px-4 py-2.5">
      <h3 id="state-history">State history</h3>
      <ol className="mt-1 flex flex-col">
        {shown.map((change) => (
          <Line key={`${change.at} ${change.state}`} words={wordsOf(change)} change={change} />
        ))}
        {changes.length <= SHOWN && !shown.some(({ at }) => at <= created_on) && (
          <Line words="Connected" change={{ slug, state: 'connected', at: created_on }} />
        )}
      </ol>
      <p className="mt-1 text-xs text-ink-3">As this console found it when it checked, within a minute of an event.</p>
    </section>
  )
}

/** Only what was broken before is told as a change to working. */
function wordsOf({ state }: ConnectionChange): string {
  return state === 'connected' ? 'Connected again' : STATE_LABELS[state].label
}

function Line({ words, change: { state, at } }: { words: string; change: ConnectionChange }) {
  const { icon, tone } = STATE_LABELS[state]
  return (
    <li className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
      <Pill tone={tone} icon={icon} bare>
        {words}
      </Pill>
      <DayTime value={at} className="text-xs text-ink-2" />
    </li>
  )
}
