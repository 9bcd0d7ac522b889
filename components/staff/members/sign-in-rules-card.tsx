'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Switch } from '#components/ui/field/switch.tsx'
import { ROLE_LABELS } from '#lib/domains/staff/role-labels.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { changeSignInRule, getSignInRules } from '#lib/domains/staff/sign-in-rules.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { useConsole } from '#lib/kernel/client/use-console.ts'

/** Which roles need two-factor authentication: a change is saved at once. */
export function SignInRulesCard() {
  const client = useQueryClient()
  const { data, failure, refetch } = useConsole(getSignInRules, {}, null)
  const change = useMutation({
    mutationFn: ({ role, required }: { role: Role; required: boolean }) =>
      consoleRequest(changeSignInRule, { params: { role }, body: { required } }, {}),
    onSuccess: (rules, { role, required }) => {
      client.setQueryData(consoleQuery(getSignInRules, {}, {}).queryKey, rules)
      const title = required ? 'Two-factor authentication required.' : 'Two-factor authentication optional.'
      toast({ kind: 'done', title, text: ROLE_LABELS[role].label })
    },
  })
  return (
    <div className="max-w-[760px] p-4 rail:p-6">
      <SectionCard
        title="Roles that require two-factor authentication"
        summary="Anyone with such a role who hasn’t set it up is asked to at their next sign-in."
      >
        {!data && !failure && <Skeleton className="after-300ms h-24 w-full" />}
        {failure && !data && (
          <div role="alert" className="flex flex-wrap items-center gap-3">
            <p className="min-w-0 flex-1 basis-40 text-ink-2">Requirements didn’t load. {failure.detail}</p>
            <Button onPress={refetch}>Try again</Button>
          </div>
        )}
        <div className="flex flex-col gap-3">
          {data?.second_factor.map(({ role, required, fixed }) => (
            <Switch
              key={role}
              label={ROLE_LABELS[role].label}
              hint={fixed ? 'Set in the server’s configuration, so it can’t be changed here.' : undefined}
              checked={required}
              isDisabled={fixed || change.isPending}
              onChange={(on) => change.mutate({ role, required: on })}
            />
          ))}
        </div>
        {change.error && (
          <Notice kind="bad" alert className="mt-3">
            {change.error.message}
          </Notice>
        )}
      </SectionCard>
    </div>
  )
}
