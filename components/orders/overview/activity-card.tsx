import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
/** Shows the latest staff changes to people who may read the audit log. Loads after the page. */
import { ShortId } from '#components/ui/display/copyable-id.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import type { AuditEntry } from '#lib/domains/audit/audit.ts'
import { actorName, OUTCOME_WORDS, predicateOf } from '#lib/domains/audit/sentences.ts'
import { mainSubject, subjectHref } from '#lib/domains/audit/subject-href.ts'
import { providerName } from '#lib/domains/connections/providers.ts'
import { changesQuery } from './overview-query.ts'

export function ActivityCard({ environment }: { environment: string }) {
  const query = useQuery(changesQuery(environment))
  const entries = query.data?.entries
  return (
    <SectionCard
      title="Recent activity"
      action={
        <Link href={`/${environment}/activity`} className="text-sm text-link">
          Audit log
        </Link>
      }
    >
      {!entries && !query.error && <Skeleton className="after-300ms h-24" />}
      {query.error && (
        <CardFailure subject="Recent activity" error={query.error} onRetry={() => void query.refetch()} />
      )}
      {entries?.length === 0 && <p className="text-ink-3">No changes yet.</p>}
      {entries && entries.length > 0 && (
        <ul className="-my-1.5">
          {entries.map((entry) => (
            <li key={entry.id} className="flex min-h-8 items-baseline justify-between gap-3 py-1">
              <span className="min-w-0 break-words">
                <span className="font-control">{actorName(entry)}</span> {predicateOf(entry, providerName)}
                <Subject entry={entry} />
                <span className="font-control">{OUTCOME_WORDS[entry.outcome]}</span>
              </span>
              <span className="shrink-0 text-sm text-ink-3">
                <TimeStamp value={entry.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

function Subject({ entry }: { entry: AuditEntry }) {
  const id = mainSubject(entry)
  const href = id && subjectHref(entry, id)
  if (!(id && href)) return null
  return (
    <>
      {' '}
      <Link
        href={href}
        prefetch={false}
        translate="no"
        className="font-mono text-xs whitespace-nowrap underline underline-offset-3"
      >
        <ShortId id={id} />
      </Link>
    </>
  )
}
