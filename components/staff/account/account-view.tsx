'use client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, LogOut, MonitorSmartphone, ShieldCheck } from 'lucide-react'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useId, useMemo, useState } from 'react'
import { z } from 'zod'
import { ApiForm, FormProblem, FormSummary } from '#components/patterns/form/api-form.tsx'
import { FormPassword } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { NewPasswordAdvice, type PageOwner, refusalOf } from '#components/staff/password/new-password-advice.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Pill, Tag } from '#components/ui/display/pill.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import type { Environment } from '#lib/domains/environments/environment.ts'
import {
  changePassword,
  endOtherSessions,
  endSession,
  linkIdentity,
  ownIdentity,
  ownSessions,
} from '#lib/domains/staff/auth-client.ts'
import { ROLE_LABELS } from '#lib/domains/staff/roles.ts'
import { changePasswordBody, ssoErrorText } from '#lib/domains/staff/sign-in.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { failureOf } from '#lib/kernel/client/errors.ts'
import { leaveFor } from '#lib/utils/browser/leave.ts'
import { describeUserAgent } from '#lib/utils/browser/user-agent.ts'
import { SecondFactorSection } from './second-factor-section.tsx'

const sessionsQuery = queryOptions({ queryKey: ['own', 'sessions'], queryFn: ownSessions })

function SessionsSection() {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery)
  const settle = {
    onSettled: () => client.invalidateQueries(sessionsQuery),
    onError: (cause: Error) => toast({ kind: 'failed', title: 'Not signed out.', text: cause.message }),
  }
  const end = useMutation({ mutationFn: endSession, ...settle })
  const endOthers = useMutation({
    mutationFn: endOtherSessions,
    ...settle,
    onSuccess: () => toast({ kind: 'done', title: 'Signed out everywhere else.' }),
  })
  const sessions = data?.sessions.toSorted((one, other) => Number(other.current) - Number(one.current))
  const others = sessions?.filter(({ current }) => !current) ?? []

  if (error && !sessions) {
    return (
      <ErrorPanel
        subject="Your sessions"
        failure={failureOf(error)}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <SectionCard
      title="Sessions"
      summary="Where you’re signed in. Sign out any session you don’t recognize, then change your password."
      action={
        others.length > 0 && (
          <PendingButton isPending={endOthers.isPending} onPress={() => endOthers.mutate()}>
            Sign out everywhere else
          </PendingButton>
        )
      }
    >
      <ul className="-my-3 divide-y divide-line" aria-busy={!sessions}>
        {!sessions && (
          <li className="py-3">
            <Skeleton className="after-300ms h-9 w-full max-w-80" />
          </li>
        )}
        {sessions?.map((session) => (
          <li key={session.id} className="flex items-center gap-3 py-3">
            <MonitorSmartphone className="size-5 shrink-0 text-ink-3" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-control" title={session.user_agent ?? undefined}>
                  {describeUserAgent(session.user_agent)}
                </span>
                {session.current && <Tag>This session</Tag>}
              </p>
              <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-ink-3">
                {session.address && <Verbatim className="font-mono">{session.address}</Verbatim>}
                <span>
                  Last used <TimeStamp value={session.last_used_at} className="min-h-0 text-ink-2" />
                </span>
                <span>
                  started <TimeStamp value={session.created_at} className="min-h-0 text-ink-2" />
                </span>
              </p>
            </div>
            {!session.current && (
              <PendingButton
                icon={LogOut}
                isPending={end.isPending && end.variables === session.id}
                onPress={() => end.mutate(session.id)}
                aria-label={`Sign out ${describeUserAgent(session.user_agent)}`}
              >
                Sign out
              </PendingButton>
            )}
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

const PasswordDialog = lazyPart(() => import('./password-dialog.tsx'), 'PasswordDialog')

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
      action={linked && <Pill tone="ok" icon={ShieldCheck} label="Linked" />}
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
        <Button icon={KeyRound} onPress={() => setIsAsking(true)}>
          Link {label}
        </Button>
      )}
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
    </SectionCard>
  )
}

const FIELDS = [
  { path: 'current_password', label: 'Current password' },
  { path: 'new_password', label: 'New password' },
] as const

function passwordForm(owner: PageOwner) {
  return z
    .object({ current_password: z.string().min(1, 'Enter your current password.'), new_password: z.string() })
    .superRefine(async ({ new_password }, context) => {
      const message = await refusalOf(new_password, owner)
      if (message !== null) context.addIssue({ code: 'custom', path: ['new_password'], message })
    })
    .pipe(changePasswordBody)
}

function PasswordSection({ email, name }: { email: string; name: string }) {
  const rules = useId()
  const api = useApiForm({
    schema: useMemo(() => passwordForm({ email, name }), [email, name]),
    defaultValues: { current_password: '', new_password: '' },
    fields: FIELDS,
    send: changePassword,
    onSent: () => {
      api.form.reset()
      toast({ kind: 'done', title: 'Password changed.', text: 'Your other sessions are signed out.' })
    },
  })
  const { control } = api.form
  return (
    <SectionCard title="Password" summary="Changing it signs you out everywhere else.">
      <ApiForm api={api} method="post" className="flex max-w-[400px] flex-col gap-4">
        <FormSummary api={api} />
        <input type="email" autoComplete="username" value={email} readOnly hidden aria-label="Email address" />
        <FormPassword
          control={control}
          name="current_password"
          label="Current password"
          isRequired
          autoComplete="current-password"
        />
        <FormPassword
          control={control}
          name="new_password"
          label="New password"
          isRequired
          autoComplete="new-password"
          aria-describedby={rules}
        />
        <NewPasswordAdvice id={rules} password={api.values.new_password} owner={{ email, name }} />
        <FormProblem api={api} />
        <PendingButton type="submit" isPending={api.isPending} className="self-start">
          Change password
        </PendingButton>
      </ApiForm>
    </SectionCard>
  )
}

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
                  <dd translate={term === 'Role' ? 'yes' : 'no'} className="break-words">
                    {words}
                  </dd>
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
