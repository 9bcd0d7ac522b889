'use client'
import { useRouter } from 'next/navigation'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { ROLE_LABELS } from '#lib/domains/staff/role-labels.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { IdentitySection } from './identity-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

interface AccountViewProps {
  viewer: Viewer
  /** Those the viewer may enter. */
  environments: readonly Environment[]
}

export function AccountView({ viewer, environments }: AccountViewProps) {
  const router = useRouter()
  const facts = [
    { term: 'Name', words: viewer.name },
    { term: 'Email', words: viewer.email },
    { term: 'Role', words: ROLE_LABELS[viewer.role].label },
    {
      term: 'Environments',
      words: viewer.environments === null ? 'All' : environments.map(({ label }) => label).join(', '),
    },
  ]
  return (
    <>
      {viewer.must_enroll && (
        <Notice kind="warn" className="mx-4 mt-4 max-w-[1132px] rail:mx-6 rail:mt-6">
          Your role requires two-factor authentication. Set it up here to continue.
        </Notice>
      )}
      <div className="grid max-w-[1180px] items-start gap-4 p-4 *:flex *:min-w-0 *:flex-col *:gap-4 rail:p-6 wide:grid-cols-2">
        <div>
          <SectionCard title="You" summary="An administrator can change your role and environments.">
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
              {facts.map(({ term, words }) => (
                <div key={term} className="col-span-2 grid grid-cols-subgrid">
                  <dt className="text-ink-3">{term}</dt>
                  <dd className="break-words">{words}</dd>
                </div>
              ))}
            </dl>
          </SectionCard>
          <PasswordSection email={viewer.email} name={viewer.name} />
          <IdentitySection hasSecondFactor={viewer.second_factor} />
        </div>
        <div className={viewer.must_enroll ? 'order-first' : ''}>
          <SecondFactorSection isOn={viewer.second_factor} onChanged={() => router.refresh()} />
          <SessionsSection />
        </div>
      </div>
    </>
  )
}
