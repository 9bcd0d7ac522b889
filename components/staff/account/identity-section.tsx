'use client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { KeyRound, ShieldCheck } from 'lucide-react'
import { usePathname, useSearchParams } from 'next/navigation'
import { lazy, Suspense, useState } from 'react'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Icon } from '#components/ui/display/icon.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Pill } from '#components/ui/display/pill.tsx'
import { linkIdentity, ownIdentity } from '#lib/domains/staff/auth-client.ts'
import { ssoErrorText } from '#lib/domains/staff/sign-in.ts'
import { failureOf } from '#lib/kernel/client/failure.ts'
import { leaveFor } from '#lib/utils/browser/leave.ts'

const PasswordDialog = lazy(() => import('./password-dialog.tsx').then((part) => ({ default: part.PasswordDialog })))

const identityQuery = queryOptions({ queryKey: ['own', 'identity'], queryFn: ownIdentity })

/** Whether one signs in through the identity provider, and the way to begin that; nothing where there is none. */
export function IdentitySection({ hasSecondFactor }: { hasSecondFactor: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(identityQuery)
  const search = useSearchParams()
  const problem = ssoErrorText(search.get('error'), search.get('claim'))
  const next = usePathname()
  const [isAsking, setIsAsking] = useState(false)

  if (error && !data) {
    return (
      <ErrorPanel
        subject="Single sign-on"
        failure={failureOf(error)}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data?.label) return null
  const { label, linked } = data
  return (
    <SectionCard
      title="Single sign-on"
      summary={linked ? `You can sign in with ${label}.` : `Sign in with ${label} instead of a password.`}
      action={
        linked && (
          <Pill tone="ok" icon={ShieldCheck}>
            Linked
          </Pill>
        )
      }
    >
      {problem && !linked && (
        <Notice kind="bad" alert className="mb-3">
          {problem}
        </Notice>
      )}
      {linked ? (
        <p className="max-w-[56ch] text-ink-2">
          If you lose access to {label}, or it’s no longer yours, ask an administrator to reset your access here.
        </p>
      ) : (
        <Button onPress={() => setIsAsking(true)}>
          <Icon of={KeyRound} />
          Link {label}
        </Button>
      )}
      <Suspense fallback={null}>
        {isAsking && (
          <PasswordDialog
            title={`Link ${label}?`}
            confirm="Continue"
            withCode={hasSecondFactor}
            onConfirm={async (proof) => leaveFor((await linkIdentity({ ...proof, next })).url)}
            onClose={() => setIsAsking(false)}
          >
            You sign in there once. After that, you can use that account to sign in here.
          </PasswordDialog>
        )}
      </Suspense>
    </SectionCard>
  )
}
