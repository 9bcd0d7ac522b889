import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useMay } from '#components/patterns/page/role.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { CardWait } from '#components/patterns/states/card-failure.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { ACTOR_LABELS } from '#lib/domains/audit/audit.ts'
import { listSubjectChanges, type SubjectChange } from '#lib/domains/audit/person.ts'
import { predicateOf } from '#lib/domains/audit/sentences.ts'
import { providerName } from '#lib/domains/connections/providers.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'

export function StaffActivityCard({ environment, user_id }: UserAddress) {
  const query = useQuery(consoleQuery(listSubjectChanges, { params: { environment, user_id } }, {}))
  const mayReadLog = useMay('audit:read')
  const changes = query.data?.changes
  return (
    <SectionCard
      title="Staff activity"
      action={
        mayReadLog && (
          <Link href={`/${environment}/users/${user_id}/history`} className="text-sm text-link">
            View history
          </Link>
        )
      }
    >
      {!changes && <CardWait subject="Staff activity" query={query} className="h-24" />}
      {changes?.length === 0 && <p className="text-ink-3">No changes yet.</p>}
      {changes && changes.length > 0 && (
        <ul className="-my-1.5">
          {changes.map((change) => (
            <li key={change.id} className="flex min-h-8 items-center justify-between gap-3 py-1">
              <span className="min-w-0 break-words">
                <span className="font-control">{actorOf(change)}</span> {predicateOf(change, providerName)}
              </span>
              <span className="shrink-0 text-sm text-ink-3">
                <TimeStamp value={change.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

const actorOf = ({ actor_id, actor_name }: SubjectChange) =>
  actor_name ?? ACTOR_LABELS[actor_id ?? ''] ?? 'A former colleague'
