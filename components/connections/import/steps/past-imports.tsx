'use client'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleStop, History, LoaderCircle, type LucideIcon, Pause } from 'lucide-react'
import type { Tone } from '#components/ui/display/pill.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { IMPORT_KEPT_DAYS, listImports, type PastImport } from '#lib/domains/connections/import-log.ts'
import { providerName } from '#lib/domains/connections/providers.ts'
import { failureOf } from '#lib/kernel/client/failure.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { Card, StatusText } from './step-layout.tsx'

const STATES: Readonly<Record<PastImport['state'], { icon: LucideIcon; tone: Tone; words: string }>> = {
  running: { icon: LoaderCircle, tone: 'move', words: 'Running' },
  paused: { icon: Pause, tone: 'warn', words: 'Paused' },
  stopped: { icon: CircleStop, tone: 'place', words: 'Stopped' },
  done: { icon: CircleCheck, tone: 'ok', words: 'Finished' },
}

/** Milliseconds without a report after which an import that runs may have lost its browser. */
const QUIET_MS = 5 * MINUTE

/** Lists everyone's imports in this environment, as reported by their browsers. */
export function PastImports({ environment }: { environment: string }) {
  const { data, error } = useQuery({
    ...consoleQuery(listImports, { params: { environment } }, {}),
    staleTime: 0,
    refetchInterval: MINUTE,
    select: ({ imports }) =>
      imports.map((one) => ({
        ...one,
        isQuiet: one.state === 'running' && clockNow() - Date.parse(one.changed_at) > QUIET_MS,
      })),
  })
  return (
    <Card title="Past imports" aside={<span className="text-xs text-ink-3">Kept for {IMPORT_KEPT_DAYS} days</span>}>
      {!data && error && <p className="px-4 py-3 text-ink-2">Past imports didn’t load. {failureOf(error).detail}</p>}
      {!(data || error) && <Skeleton className="after-300ms m-4 h-4 w-3/4" />}
      {data?.length === 0 && <p className="px-4 py-3 text-ink-2">No one has imported connections here yet.</p>}
      <ul>
        {data?.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-b border-line px-4 py-2 last:border-b-0"
          >
            <span className="min-w-0">
              <span className="font-control">{providerName(one.provider)}</span>{' '}
              <span className="text-ink-2">{countsOf(one)}</span>
            </span>
            <ImportState one={one} />
            <span className="w-full text-xs text-ink-3">
              {one.started_by}, <TimeStamp value={one.started_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function countsOf({ rows, connected, failed }: PastImport): string {
  const wrong = failed > 0 ? `, ${formatCount(failed)} failed` : ''
  return `${formatCount(connected)} of ${formatCount(rows)} connected${wrong}`
}

function ImportState({ one: { state, isQuiet, changed_at } }: { one: PastImport & { isQuiet: boolean } }) {
  const { words, ...style } = STATES[state]
  if (!isQuiet) return <StatusText {...style}>{words}</StatusText>
  return (
    <StatusText icon={History} tone="warn">
      Last report <TimeStamp value={changed_at} />
    </StatusText>
  )
}
