'use client'
import { ArrowRight } from 'lucide-react'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { BirthDate } from '#components/ui/display/redact.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { countOf } from '#lib/utils/text/counts.ts'
import { formatDay } from '#lib/utils/time/instants.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { type Change, PROFILE_LABELS, type ProfileField } from './profile-changes.ts'

interface ProfileReviewProps {
  changes: readonly Change[]
  isSaving: boolean
  /** Problem that belongs to no field. */
  problem: string | null
  onDiscard: () => void
}

/** Reviews the changes before saving. */
export function ProfileReview({ changes, isSaving, problem, onDiscard }: ProfileReviewProps) {
  const none = changes.length === 0
  return (
    <SectionCard title="Changes" summary={none ? 'Nothing yet.' : 'Only these fields are sent.'}>
      <div className="flex flex-col gap-4">
        {!none && (
          <ul className="flex flex-col gap-3">
            {changes.map(({ field, before, after }) => (
              <li key={field}>
                <p className="text-xs font-control text-ink-3">{PROFILE_LABELS[field]}</p>
                <p className="mt-0.5 flex flex-wrap items-center gap-x-2">
                  <span className="min-w-0 break-words text-ink-2">
                    <span className="sr-only">from </span>
                    <ProfileValue field={field} value={before} />
                  </span>
                  <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" strokeWidth={2} />
                  <span className="min-w-0 font-heading break-words">
                    <span className="sr-only">to </span>
                    <ProfileValue field={field} value={after} />
                  </span>
                </p>
              </li>
            ))}
          </ul>
        )}
        {problem && (
          <Notice kind="bad" alert>
            {problem}
          </Notice>
        )}
        <div className="flex flex-wrap gap-2 max-rail:hidden">
          <PendingButton type="submit" look="primary" isPending={isSaving} isDisabled={none}>
            {none ? 'Save changes' : `Save ${countOf(changes.length, 'change')}`}
          </PendingButton>
          <Button onPress={onDiscard}>{none ? 'Cancel' : 'Discard'}</Button>
        </div>
      </div>
    </SectionCard>
  )
}

/** A value of the profile as people read it. */
export function ProfileValue({ field, value }: { field: ProfileField; value: Change['before'] }) {
  const clock = useWallClock()
  if (value === undefined) return <span className="text-ink-3">not returned by the API</span>
  if (value === null) return <span>{field.startsWith('ingestion') ? 'no limit' : 'not set'}</span>
  if (field === 'fallback_birth_date') return <BirthDate value={value} />
  if (field === 'fallback_time_zone') return zoneName(value)
  return field.startsWith('ingestion') ? formatDay(value, clock) : value
}
