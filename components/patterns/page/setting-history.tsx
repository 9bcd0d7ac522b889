import { useInfiniteQuery } from '@tanstack/react-query'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { CardWait } from '#components/patterns/states/card-failure.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { ACTOR_LABELS } from '#lib/domains/audit/audit.ts'
import { predicateOf } from '#lib/domains/audit/sentences.ts'
import { listSettingChanges, type Setting, type SettingChange } from '#lib/domains/audit/setting-changes.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'

interface SettingHistoryProps {
  environment: string
  setting: Setting
  /** Another one says that the setting has changed. */
  version: number | string
  /** Returns which part of the setting was changed, in words: "With patient, In transit to lab". */
  partOf: (change: SettingChange) => string | null
}

const PAGE = 5

export function SettingHistory({ environment, setting, version, partOf }: SettingHistoryProps) {
  const first: number | null = null
  const query = useInfiniteQuery({
    queryKey: ['console', listSettingChanges.name, environment, setting, version],
    queryFn: ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) =>
      consoleRequest(
        listSettingChanges,
        {
          params: { environment, setting },
          query: { limit: PAGE, ...(pageParam !== null && { before: pageParam }) },
        },
        {},
        { signal },
      ),
    initialPageParam: first,
    getNextPageParam: ({ next }: { next: number | null }) => next,
  })
  const changes = query.data?.pages.flatMap((page) => page.changes)
  return (
    <SectionCard title="History">
      {!changes && <CardWait subject="History" query={query} className="h-16" />}
      {changes?.length === 0 && <p className="text-ink-3">No changes yet.</p>}
      {changes && changes.length > 0 && (
        <ul aria-label="Changes" className="-my-1.5 divide-y divide-line">
          {changes.map((change) => (
            <li key={change.id} className="flex min-h-9 items-center justify-between gap-3 py-1.5">
              <span className="min-w-0 break-words">
                <span className="font-control">{actorOf(change)}</span> {predicateOf(change)}
                <Part words={partOf(change)} />
              </span>
              <span className="shrink-0 text-sm text-ink-3">
                <TimeStamp value={change.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <PendingButton className="mt-3" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          Show older changes
        </PendingButton>
      )}
    </SectionCard>
  )
}

function Part({ words }: { words: string | null }) {
  return words && <span className="block text-sm text-ink-3">{words}</span>
}

const actorOf = ({ actor_id, actor_name }: SettingChange) =>
  actor_name ?? ACTOR_LABELS[actor_id ?? ''] ?? 'A former colleague'
