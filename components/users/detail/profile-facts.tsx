import { FactList } from '#components/patterns/page/fact-list.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Nothing } from '#components/patterns/states/nothing.tsx'
import { BirthDate } from '#components/ui/display/redact.tsx'
import type { User } from '#lib/domains/users/user.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { originLabel } from './origin-labels.ts'
import { PROFILE_LABELS } from './profile-changes.ts'

/** The profile, to be read. */
export function ProfileFacts({ user }: { user: User }) {
  const { client_user_id: reference, fallback_time_zone: zone, fallback_birth_date: birth } = user
  return (
    <SectionCard
      title="Reference and fallbacks"
      summary="Your team’s reference, and values used when a source provides none."
    >
      <FactList
        facts={[
          { label: PROFILE_LABELS.client_user_id, value: reference ?? <Nothing word="not set" /> },
          {
            label: PROFILE_LABELS.fallback_time_zone,
            value: zone ? `${zoneName(zone.id)}, ${originLabel(user, zone.source_slug)}` : <Nothing word="not set" />,
          },
          {
            label: PROFILE_LABELS.fallback_birth_date,
            value: birth ? (
              <>
                <BirthDate value={birth.value} />, {originLabel(user, birth.source_slug)}
              </>
            ) : (
              <Nothing word="not set" />
            ),
          },
          { label: 'Data ingestion dates', value: 'The API doesn’t return the current dates.' },
        ]}
      />
    </SectionCard>
  )
}
