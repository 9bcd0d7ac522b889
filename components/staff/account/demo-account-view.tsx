'use client'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { useDemo } from '#lib/demo/use-demo.ts'
import { ROLE_LABELS } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'

/** "Your account" where nobody has signed in. */
export function DemoAccountView({ viewer }: { viewer: Pick<Viewer, 'name' | 'role'> }) {
  const role = useDemo()?.snapshot.role ?? viewer.role
  const { label, purpose } = ROLE_LABELS[role]
  return (
    <div className="flex max-w-[640px] flex-col gap-4 p-4 rail:p-6">
      <SectionCard title="You" summary="Choose another role in the demo controls.">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
          <dt className="text-ink-3">Name</dt>
          <dd translate="no" className="break-words">
            {viewer.name}
          </dd>
          <dt className="text-ink-3">Role</dt>
          <dd>
            {label} <span className="block text-xs text-ink-3">{purpose}</span>
          </dd>
        </dl>
      </SectionCard>
      <Notice kind="info">The demo has no account, so there are no passwords or sessions to manage.</Notice>
    </div>
  )
}
