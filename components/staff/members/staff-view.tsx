'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { TABLE_ROLES } from '#components/patterns/list/list-features.ts'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { NoRight } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { ErrorNotice } from '#components/ui/display/notice.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Switch } from '#components/ui/field/switch.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { ROLE_LABELS, type Role } from '#lib/domains/staff/roles.ts'
import { changeSignInRule, getSignInRules, listStaff, type StaffMember } from '#lib/domains/staff/staff.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { useConsole } from '#lib/kernel/client/use-console.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import type { MadeLink, MadeLinks } from './one-time-link.tsx'
import { STAFF_ROW, type StaffAction, StaffRow } from './staff-row.tsx'

const InviteDialog = lazyPart(() => import('./member-dialogs.tsx'), 'InviteDialog')
const ChangeDialog = lazyPart(() => import('./member-dialogs.tsx'), 'ChangeDialog')
const InviteListDialog = lazyPart(() => import('./invite-list.tsx'), 'InviteListDialog')
const OneTimeLinks = lazyPart(() => import('./one-time-link.tsx'), 'OneTimeLinks')
const loadQuestions = () => import('./staff-questions.tsx')
const DisableQuestion = lazyPart(loadQuestions, 'DisableQuestion')
const RemoveQuestion = lazyPart(loadQuestions, 'RemoveQuestion')
const loadResets = () => import('./reset-questions.tsx')
const ResetQuestion = lazyPart(loadResets, 'ResetQuestion')
const ConsentQuestion = lazyPart(loadResets, 'ConsentQuestion')
const DeclineQuestion = lazyPart(loadResets, 'DeclineQuestion')

const HEADS = ['Person', 'Role', 'Environments', 'Two-factor', 'Last seen', 'Status'] as const
const PLACES = ['who', 'role', 'where', 'factor', 'seen', 'status'] as const

type Open =
  | { what: 'nothing' }
  | { what: 'invite' }
  | { what: StaffAction; member: StaffMember }
  | { what: 'invite-list'; text: string }
  | { what: 'links'; made: MadeLinks }

interface StaffViewProps {
  viewer_id: string
  environments: readonly Environment[]
  failure: RequestFailure | null
}

export function StaffView({ viewer_id, environments, failure: initial }: StaffViewProps) {
  const { data, failure, isFetching, refetch } = useConsole(listStaff, {}, initial)
  const [open, setOpen] = useState<Open>({ what: 'nothing' })
  useShortcuts([
    {
      strokes: [],
      label: 'Invite a colleague',
      group: 'Console',
      words: 'staff add person member team account',
      icon: UserRoundPlus,
      run: () => setOpen({ what: 'invite' }),
    },
  ])
  if (failure && !data) {
    if (failure.status === 403) return <NoRight subject="Staff" detail={failure.detail} />
    return <ErrorPanel subject="Staff" failure={failure} isRetrying={isFetching} onRetry={refetch} />
  }
  return (
    <div className="@container/staff">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 rail:px-6">
        <p className="text-ink-3">{data ? countOf(data.staff.length, 'person', 'people') : ' '}</p>
        <Button icon={UserRoundPlus} look="primary" onPress={() => setOpen({ what: 'invite' })}>
          Invite someone
        </Button>
      </div>
      <table
        {...TABLE_ROLES.table}
        aria-label="Staff"
        aria-busy={!data}
        className="block border-t border-line bg-surface"
      >
        <thead {...TABLE_ROLES.group} className="block border-b border-line bg-sunken @max-[1119px]/staff:sr-only">
          <tr {...TABLE_ROLES.row} className={`${STAFF_ROW} h-8`}>
            {HEADS.map((head, at) => (
              <th
                key={head}
                {...TABLE_ROLES.head}
                scope="col"
                style={{ gridArea: PLACES[at] }}
                className="text-left text-xs font-control whitespace-nowrap text-ink-3"
              >
                {head}
              </th>
            ))}
            <th {...TABLE_ROLES.head} scope="col" style={{ gridArea: 'acts' }}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.group} className="block">
          {!data && <Waiting />}
          {data?.staff.map((member) => (
            <StaffRow
              key={member.id}
              member={member}
              viewer_id={viewer_id}
              askerName={nameOf(data.staff, member.reset_request?.by)}
              environments={environments}
              onAct={(what) => setOpen({ what, member })}
            />
          ))}
        </tbody>
      </table>
      <SignInRulesCard />
      <Opened
        open={open}
        viewer_id={viewer_id}
        staff={data?.staff ?? []}
        environments={environments}
        onOpen={setOpen}
      />
    </div>
  )
}

function Waiting() {
  return (
    <tr className="block px-4 py-3 rail:px-6">
      <td className="block">
        <Skeleton className="after-300ms h-7 w-full max-w-[560px]" />
      </td>
    </tr>
  )
}

function nameOf(staff: readonly StaffMember[], id: string | undefined): string {
  return staff.find((one) => one.id === id)?.name ?? 'Another administrator'
}

/** Whether another administrator has to consent to a reset; the server decides, and knows of who was one before. */
function needsConsent(member: StaffMember, viewer_id: string, staff: readonly StaffMember[]): boolean {
  const mayConsent = ({ id, role, environments, status }: StaffMember) =>
    id !== viewer_id && id !== member.id && role === 'administrator' && environments === null && status === 'active'
  return member.role === 'administrator' && member.status === 'active' && staff.some(mayConsent)
}

interface OpenedProps {
  open: Open
  viewer_id: string
  staff: readonly StaffMember[]
  environments: readonly Environment[]
  onOpen: (open: Open) => void
}

function Opened({ open, viewer_id, staff, environments, onOpen }: OpenedProps) {
  const close = () => onOpen({ what: 'nothing' })
  const showLink = (made: MadeLink) => onOpen({ what: 'links', made: { links: [made], refused: [] } })
  switch (open.what) {
    case 'invite':
      return (
        <InviteDialog
          environments={environments}
          onInvited={showLink}
          onSeveral={(text) => onOpen({ what: 'invite-list', text })}
          onClose={close}
        />
      )
    case 'invite-list':
      return (
        <InviteListDialog
          text={open.text}
          environments={environments}
          onInvited={(made) => onOpen({ what: 'links', made })}
          onClose={close}
        />
      )
    case 'change':
      return (
        <ChangeDialog
          member={open.member}
          isViewer={open.member.id === viewer_id}
          environments={environments}
          onClose={close}
        />
      )
    case 'disable':
      return <DisableQuestion member={open.member} onClose={close} />
    case 'remove':
      return (
        <RemoveQuestion
          member={open.member}
          needsConsent={needsConsent(open.member, viewer_id, staff)}
          onClose={close}
        />
      )
    case 'reset':
      return (
        <ResetQuestion
          member={open.member}
          needsConsent={needsConsent(open.member, viewer_id, staff)}
          onClose={close}
          onMade={showLink}
        />
      )
    case 'consent': {
      const { member } = open
      const { reset_request: request } = member
      if (!request) return null
      const asker = nameOf(staff, request.by)
      return <ConsentQuestion member={member} request={request} asker={asker} onClose={close} onMade={showLink} />
    }
    case 'decline': {
      const { member } = open
      const { reset_request: request } = member
      if (!request) return null
      return <DeclineQuestion member={member} request={request} isOwn={request.by === viewer_id} onClose={close} />
    }
    case 'links':
      return <OneTimeLinks made={open.made} onClose={close} />
    case 'nothing':
      return null
  }
}

/** Which roles need two-factor authentication: a change is saved at once. */
function SignInRulesCard() {
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
        summary="People in these roles set it up at their next sign-in."
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
        <ErrorNotice error={change.error} className="mt-3" />
      </SectionCard>
    </div>
  )
}
