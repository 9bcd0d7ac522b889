'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { ACTOR_LABELS, type AuditEntry, listAudit } from '#lib/domains/audit/audit.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { actionLabel } from './action-labels.ts'

const SHOWN = 5
/** What changes something, hands something out or reveals it: views are on the History tab. */
const ACTIONS = [
  'update_user',
  'update_user_info',
  'deregister_provider',
  'bulk_import_connections',
  'create_link_token',
  'create_link_code',
  'create_portal_url',
  'create_sign_in_token',
  'book_phlebotomy_appointment',
  'set_booking_state',
  'acknowledge_critical_order',
  'reveal_patient_data',
  'show_secret',
  'copy_secret',
  'print_hand_out',
]

/** What colleagues changed last about this user, for those who may read the audit log. */
export function StaffActivityCard({ environment, user_id }: UserAddress) {
  const query = useQuery({
    ...consoleQuery(
      listAudit,
      { query: { subject: user_id, environment, action: ACTIONS, outcome: ['done'], limit: SHOWN } },
      {},
    ),
    // Reading the log is itself an entry.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const entries = query.data?.entries
  return (
    <SectionCard
      title="Staff activity"
      action={
        <Link
          href={`/${environment}/users/${user_id}/history`}
          className="text-sm text-accent-ink underline underline-offset-3"
        >
          View history
        </Link>
      }
    >
      {!entries &&
        (query.error ? (
          <CardFailure subject="Staff activity" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="after-300ms h-24" />
        ))}
      {entries?.length === 0 && <p className="text-ink-3">No changes yet.</p>}
      {entries && entries.length > 0 && (
        <ul className="-my-1.5">
          {entries.map((entry) => (
            <li key={entry.id} className="flex min-h-8 items-center justify-between gap-3 py-1">
              <span className="min-w-0 break-words">
                <span className="font-control">{actorOf(entry)}</span>{' '}
                {(actionLabel(entry.action) ?? entry.action).replace(/^\p{Lu}/u, (first) => first.toLowerCase())}
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

const actorOf = ({ actor_id, actor_email }: AuditEntry) =>
  ACTOR_LABELS[actor_id ?? ''] ?? actor_email ?? 'Not signed in'
