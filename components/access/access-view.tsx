'use client'
import { ScrollText } from 'lucide-react'
import { NoRight } from '#components/patterns/states/no-right.tsx'
import { useSecretReport } from '#lib/domains/audit/report-secret.ts'
import { LinkCodeCard } from './link-code-card.tsx'
import { LinkTokenCard } from './link-token-card.tsx'
import { PortalCard } from './portal-card.tsx'
import { SignInCard } from './sign-in-card.tsx'

interface AccessViewProps {
  environment: string
  user_id: string
  /** Why the viewer may not make links and codes, and whom to ask; null where they may. */
  denial: string | null
}

/** Four ways to let one person in. Another person needs another view (`key`): no secret goes along. */
export function AccessView({ environment, user_id, denial }: AccessViewProps) {
  const allow = useSecretReport(environment, user_id)
  if (denial) return <NoRight subject="Links and codes" detail={denial} />
  const context = { environment, user_id, allow }
  return (
    <div className="flex max-w-[1280px] flex-col gap-4">
      <div className="grid items-start gap-4 *:flex *:min-w-0 *:flex-col *:gap-4 min-[1000px]:grid-cols-2">
        <div>
          <PortalCard context={context} />
          <LinkTokenCard context={context} />
        </div>
        <div>
          <LinkCodeCard context={context} />
          <SignInCard context={context} />
        </div>
      </div>
      <p className="flex items-start gap-2 text-xs text-ink-3 print:hidden">
        <ScrollText aria-hidden="true" className="mt-px size-3.5 shrink-0" strokeWidth={1.8} />
        The audit log records with your name every link, code and token you make, show, copy or print here. It never
        records the values.
      </p>
    </div>
  )
}
