'use client'
import { KeyRound, Pencil, Plus, Trash2, UsersRound } from 'lucide-react'
import { useId, useState } from 'react'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { NoRight } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel, StaleBar } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Tag } from '#components/ui/display/pill.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { DayTime } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { listTeams, type ShownKey, type ShownManagementKey, type TeamWithKeys } from '#lib/domains/teams/teams.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { useConsole } from '#lib/kernel/client/use-console.ts'
import { DEMO_ID } from '#lib/utils/browser/demo-path.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import type { MadeKey } from './team-dialogs.tsx'

const load = () => import('./team-dialogs.tsx')
const TeamDialog = lazyPart(load, 'TeamDialog')
const DeleteTeamQuestion = lazyPart(load, 'DeleteTeamQuestion')
const KeyDialog = lazyPart(load, 'KeyDialog')
const ManagementKeyDialog = lazyPart(load, 'ManagementKeyDialog')
const RevokeQuestion = lazyPart(load, 'RevokeQuestion')
const NewKeyDialog = lazyPart(load, 'NewKeyDialog')

/** `team` is null for a management key. */
type Open =
  | { what: 'nothing' | 'add' | 'management' }
  | { what: 'rename' | 'delete' | 'key'; team: TeamWithKeys }
  | { what: 'revoke'; team: TeamWithKeys | null; key: ShownKey }
  | ({ what: 'made' } & MadeKey)

interface TeamsViewProps {
  environment: string
  failure: RequestFailure | null
}

export function TeamsView({ environment, failure: initial }: TeamsViewProps) {
  const { data, failure, isFetching, updatedAt, refetch } = useConsole(listTeams, { params: { environment } }, initial)
  const [open, setOpen] = useState<Open>({ what: 'nothing' })
  if (failure && !data) {
    if (failure.status === 403) return <NoRight subject="API keys and teams" detail={failure.detail} />
    return <ErrorPanel subject="API keys and teams" failure={failure} isRetrying={isFetching} onRetry={refetch} />
  }
  const teams = data?.teams ?? []
  return (
    <>
      {failure && <StaleBar updatedAt={updatedAt} onRetry={refetch} />}
      <div className="flex max-w-[1080px] flex-col gap-5 p-4 rail:p-6">
        <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <div className="max-w-[72ch] min-w-0 flex-1 basis-80 text-ink-2">
            <p>
              Programs call this service with an API key of a team. Each team has its own users, orders and webhooks.
            </p>
            <OtherTeams environment={environment} />
          </div>
          <Button icon={Plus} isDisabled={!data} onPress={() => setOpen({ what: 'add' })}>
            Create team
          </Button>
        </div>
        {!data && <Skeleton className="after-300ms h-40 w-full" />}
        {teams.map((team) => (
          <TeamCard key={team.team_id} team={team} onOpen={setOpen} />
        ))}
        {data && <ManagementKeys keys={data.management_keys} teams={teams} onOpen={setOpen} />}
      </div>
      <Opened environment={environment} open={open} teams={teams} onOpen={setOpen} />
    </>
  )
}

/** The switcher lists environments of the configuration, each with its own directory, inbox and log. */
function OtherTeams({ environment }: { environment: string }) {
  if (environment === DEMO_ID)
    return <p className="mt-1">Teams and keys of the demo exist in this browser only and open nothing.</p>
  return (
    <p className="mt-1">
      To see another team in this console, add an environment to <Code>SERVICE_ENVIRONMENTS</Code> on the server: this
      server’s address as <Code>base_url</Code>, and an API key of the team in its <Code>api_key_env</Code>. A program
      finds all that a key opens in the{' '}
      <a href="/docs" className="underline underline-offset-3">
        API documentation
      </a>
      .
    </p>
  )
}

const Code = ({ children }: { children: string }) => (
  <code translate="no" className="font-mono text-sm">
    {children}
  </code>
)

interface OnOpen {
  onOpen: (open: Open) => void
}

function TeamCard({ team, onOpen }: { team: TeamWithKeys } & OnOpen) {
  const { team_id, name, created_at, configured, api_keys } = team
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="rounded-card border border-line bg-surface shadow-1">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-3">
        <UsersRound className="mt-0.5 size-5 shrink-0 text-ink-3" />
        <div className="min-w-0 flex-1 basis-56">
          <h2 id={heading} className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-base break-words">
            {name}
            {configured && <Tag>Shown in this console</Tag>}
          </h2>
          <p className="flex flex-wrap items-center gap-x-2 text-ink-3">
            <CopyableId id={team_id} noun="Team ID" />
            <span>
              Created <DayTime value={created_at} />
            </span>
          </p>
        </div>
        <span className="flex flex-wrap items-center gap-1.5">
          <Button
            icon={KeyRound}
            aria-label={`Create API key for ${name}`}
            onPress={() => onOpen({ what: 'key', team })}
          >
            Create API key
          </Button>
          <IconButton plain icon={Pencil} label={`Rename ${name}`} onPress={() => onOpen({ what: 'rename', team })} />
          {!configured && (
            <IconButton plain icon={Trash2} label={`Delete ${name}`} onPress={() => onOpen({ what: 'delete', team })} />
          )}
        </span>
      </div>
      <KeyList
        label={`API keys of ${name}`}
        empty="No API keys yet."
        keys={api_keys}
        onRevoke={(key) => onOpen({ what: 'revoke', team, key })}
      />
    </section>
  )
}

interface ManagementKeysProps extends OnOpen {
  keys: readonly ShownManagementKey[]
  teams: readonly TeamWithKeys[]
}

function ManagementKeys({ keys, teams, onOpen }: ManagementKeysProps) {
  return (
    <SectionCard
      title="Management keys"
      summary="They manage teams, their API keys and webhook endpoints, and open no user’s data."
      action={
        <Button icon={KeyRound} onPress={() => onOpen({ what: 'management' })}>
          Create management key
        </Button>
      }
    >
      <div className="-m-4">
        <KeyList
          label="Management keys"
          empty="No management keys yet."
          keys={keys}
          about={(key) => reachOf(key, teams)}
          onRevoke={(key) => onOpen({ what: 'revoke', team: null, key })}
        />
      </div>
    </SectionCard>
  )
}

function reachOf({ team_ids }: ShownManagementKey, teams: readonly TeamWithKeys[]): string {
  if (team_ids === null) return 'Whole organization'
  const names = teams.filter(({ team_id }) => team_ids.includes(team_id)).map(({ name }) => name)
  return names.length > 3 ? countOf(names.length, 'team') : names.join(', ') || 'No team any more'
}

interface KeyListProps<K extends ShownKey> {
  label: string
  empty: string
  keys: readonly K[]
  about?: (key: K) => string
  onRevoke: (key: K) => void
}

function KeyList<K extends ShownKey>({ label, empty, keys, about, onRevoke }: KeyListProps<K>) {
  if (keys.length === 0) return <p className="px-4 py-3 text-ink-3">{empty}</p>
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {keys.map((key) => (
        <li key={key.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
          <div className="min-w-0 flex-1 basis-56">
            <p className="flex flex-wrap items-center gap-x-2.5 break-words">
              <span className="min-w-0 font-control">{key.label}</span>
              {key.prefix && <Verbatim className="font-mono text-xs text-ink-3">{`${key.prefix}…`}</Verbatim>}
            </p>
            <p className="text-sm text-ink-2">
              {about && <span>{about(key)}</span>}
              {about && !key.configured && <span> · </span>}
              {!key.configured && <Use shown={key} />}
            </p>
          </div>
          {!key.configured && (
            <Button look="ghost" aria-label={`Revoke ${key.label}`} onPress={() => onRevoke(key)}>
              Revoke
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Use({ shown: { created_at, last_used_at } }: { shown: ShownKey }) {
  return (
    <>
      {created_at && (
        <span>
          Created <DayTime value={created_at} /> ·{' '}
        </span>
      )}
      {last_used_at ? (
        <span>
          Last used <DayTime value={last_used_at} />
        </span>
      ) : (
        <span>Never used</span>
      )}
    </>
  )
}

interface OpenedProps extends OnOpen {
  environment: string
  open: Open
  teams: readonly TeamWithKeys[]
}

function Opened({ environment, open, teams, onOpen }: OpenedProps) {
  const onClose = () => onOpen({ what: 'nothing' })
  const onMade = (made: MadeKey) => onOpen({ what: 'made', ...made })
  switch (open.what) {
    case 'add':
      return <TeamDialog environment={environment} team={null} onClose={onClose} />
    case 'rename':
      return <TeamDialog environment={environment} team={open.team} onClose={onClose} />
    case 'delete':
      return <DeleteTeamQuestion environment={environment} team={open.team} onClose={onClose} />
    case 'key':
      return <KeyDialog environment={environment} team={open.team} onMade={onMade} onClose={onClose} />
    case 'management':
      return <ManagementKeyDialog environment={environment} teams={teams} onMade={onMade} onClose={onClose} />
    case 'revoke':
      return <RevokeQuestion environment={environment} team={open.team} shown={open.key} onClose={onClose} />
    case 'made':
      return <NewKeyDialog label={open.label} value={open.key} onClose={onClose} />
    case 'nothing':
      return null
  }
}
