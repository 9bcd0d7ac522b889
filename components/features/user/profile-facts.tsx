import { FactList } from '#components/shared/fact-list.tsx'
import { Nothing } from '#components/shared/nothing.tsx'
import { SectionCard } from '#components/shared/section-card.tsx'
import { BirthDate } from '#components/ui/redact.tsx'
import type { User } from '#lib/contract/user.ts'
import { originWords } from './origin-words.ts'
import { PROFILE_LABELS } from './profile-changes.ts'

/** The profile for those who may see it and not change it. */
export function ProfileFacts({ user }: { user: User }) {
  const { client_user_id: reference, fallback_time_zone: zone, fallback_birth_date: birth } = user
  return (
    <SectionCard title="Reference and fallbacks">
      <FactList
        facts={[
          { label: PROFILE_LABELS.client_user_id, value: reference ?? <Nothing word="not set" /> },
          {
            label: PROFILE_LABELS.fallback_time_zone,
            value: zone ? `${zone.id}, ${originWords(user, zone.source_slug)}` : <Nothing word="not set" />,
          },
          {
            label: PROFILE_LABELS.fallback_birth_date,
            value: birth ? (
              <>
                <BirthDate value={birth.value} />, {originWords(user, birth.source_slug)}
              </>
            ) : (
              <Nothing word="not set" />
            ),
          },
          { label: 'Bounds of ingestion', value: 'The service does not tell them.' },
        ]}
      />
    </SectionCard>
  )
}
