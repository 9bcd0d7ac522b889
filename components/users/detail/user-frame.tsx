'use client'
import { useQuery } from '@tanstack/react-query'
import { Copy, Globe, Hash, Mail, Phone, RefreshCw, UserRoundX, WifiOff } from 'lucide-react'
import Link from 'next/link'
import { useParams } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { proxyWords, useToday } from '#components/patterns/domain/patient.tsx'
import { usePersonTitle } from '#components/patterns/page/person-title.ts'
import { useCurl, useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { TabLinks } from '#components/patterns/page/tab-links.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import type { Problems } from '#components/patterns/states/problem.ts'
import { Note } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { CopyableId, useCopy } from '#components/ui/display/copyable-id.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { Tag } from '#components/ui/display/pill.tsx'
import { PatientName } from '#components/ui/display/redact.tsx'
import { Tile } from '#components/ui/display/tile.tsx'
import { InstantDay } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useTimeAgo } from '#components/ui/display/viewer.tsx'
import { nameFromSlug } from '#lib/domains/connections/providers.ts'
import { useUserInfo } from '#lib/domains/demographics/queries.ts'
import type { UserInfo } from '#lib/domains/demographics/user-info.ts'
import { contactOf } from '#lib/domains/orders/patient.ts'
import { userOrdersQuery } from '#lib/domains/orders/queries.ts'
import type { DirectoryUser } from '#lib/domains/users/directory.ts'
import { type UserAddress, useFreshUser, useUser } from '#lib/domains/users/queries.ts'
import { getUser, type User } from '#lib/domains/users/user.ts'
import { RequestError, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { leave } from '#lib/kernel/client/leave-guard.ts'
import type { Permission } from '#lib/kernel/permissions.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { CallerScope, VerifyCaller } from './verify-caller.tsx'

const LINK =
  'inline-flex min-h-11 flex-1 items-center justify-center gap-2 rounded-control border border-line-2 bg-surface px-3 py-1.5 font-control leading-tight text-ink shadow-1 *:[svg]:shrink-0'

/** On a phone: call (of a minor, who answers for them), write to an adult, or copy the ID. What is masked can't be called. */
function ReachRow({ user_id, info }: { user_id: string; info: UserInfo | undefined }) {
  const { masked } = usePatientData()
  const { minor, proxy, call } = contactOf(null, info, useToday())
  const { copy } = useCopy(user_id, 'User ID')
  const canReach = (value: string | undefined) => Boolean(value) && !masked && !isMasked(value)
  return (
    <div className="mt-1 flex basis-full flex-wrap gap-2 rail:hidden print:hidden">
      {call !== null && canReach(call) && (
        <a href={`tel:${call}`} className={`${LINK} ${minor === null ? 'basis-28' : 'basis-full'}`}>
          <Phone />
          {minor === null ? (
            <span>Call</span>
          ) : (
            <span>
              <span>Minor, {minor}: call </span>
              <Verbatim>{proxyWords(proxy)}</Verbatim>
            </span>
          )}
        </a>
      )}
      {minor === null && canReach(info?.email) && (
        <a href={`mailto:${info?.email}`} className={`${LINK} basis-28`}>
          <Mail />
          Email
        </a>
      )}
      <Button icon={Copy} onPress={() => void copy()} className="h-auto! min-h-11 flex-1 basis-28">
        Copy ID
      </Button>
    </div>
  )
}

interface Tab {
  path: string
  label: string
  /** Permission needed to see the tab. */
  permission?: Permission
}

/** The parts of a user's page, in the order in which they stand; each is a page of app/[environment]/users/[userId]. */
export const TABS: readonly Tab[] = [
  { path: '', label: 'Summary' },
  { path: 'profile', label: 'Profile' },
  { path: 'demographics', label: 'Demographics' },
  { path: 'connections', label: 'Connections' },
  { path: 'orders', label: 'Orders' },
  { path: 'events', label: 'Events', permission: 'events:read' },
  { path: 'access', label: 'Access', permission: 'access:create' },
  { path: 'history', label: 'History', permission: 'audit:read' },
]

interface UserFrameProps extends UserAddress {
  /** Failures of the server's reads of the user and of their demographics. */
  failure: RequestFailure | null
  infoFailure: RequestFailure | null
  /** Problems by the tab that shows them. */
  problems: Readonly<Record<string, Problems>>
  /** Further steps beside "Verify caller". */
  actions?: ReactNode
  children: ReactNode
}

/** One problem by its name, more by their number. */
function problemWords(problems: Problems): string | undefined {
  if (!problems || problems.length === 0) return undefined
  return problems.length === 1 ? problems[0]?.title : countOf(problems.length, 'problem')
}

/** Frames a user's page: who it is, and tabs. A failed part leaves the rest usable. */
export function UserFrame({ failure: initial, infoFailure, problems, actions, children, ...address }: UserFrameProps) {
  const { environment, user_id } = address
  const { data, failure, refetch } = useUser(address, initial)
  const { info } = useUserInfo(address, infoFailure)
  const { data: orders } = useQuery({ ...userOrdersQuery(environment, user_id), enabled: false })
  const counts: Readonly<Record<string, number | null | undefined>> = {
    connections: data?.user.connected_sources.length,
    orders: orders?.total,
  }
  const base = `/${environment}/users/${user_id}`
  const { copy: copyId } = useCopy(user_id, 'User ID')
  const link = useCopy(() => `${window.location.origin}${window.location.pathname}`, 'Link to this page')
  useShortcuts([
    { strokes: ['c'], label: 'Copy user ID', group: 'Console', words: 'uuid', run: () => void copyId() },
    { strokes: ['y'], label: 'Copy link to user', group: 'Console', words: 'url', run: () => void link.copy() },
  ])
  usePersonTitle(user_id, nameOf(info) || null, `User ${shortId(user_id)}`)
  useCurl(getUser, { params: { user_id } })
  if (failure?.status === 404 && !data) return <NoUser />
  return (
    <CallerScope {...address}>
      <div className="border-b border-line bg-surface px-4 pt-4 rail:px-6">
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <UserHeader address={address} row={data} info={info} />
          <ReachRow user_id={user_id} info={info} />
          <div className="flex flex-wrap items-center gap-2 empty:hidden max-wide:basis-full">
            {info && <VerifyCaller {...address} />}
            {actions}
          </div>
        </div>
        <div className="mt-2.5">
          <TabLinks
            label="User sections"
            tabs={TABS.map(({ path, label, permission }) => ({
              href: path === '' ? base : `${base}/${path}`,
              label,
              permission,
              count: counts[path] ?? undefined,
              problem: problemWords(problems[path]),
            }))}
            onGo={leave}
          />
        </div>
      </div>
      {failure && !data && (
        <Note
          tone="warn"
          icon={WifiOff}
          action={
            <Button look="ghost" onPress={refetch} className="underline underline-offset-3">
              Try again
            </Button>
          }
        >
          This user’s directory entry didn’t load. {failure.detail}
        </Note>
      )}
      {children}
    </CallerScope>
  )
}

const nameOf = (info: UserInfo | undefined) => (info ? `${info.first_name} ${info.last_name}`.trim() : '')

interface UserHeaderProps {
  address: UserAddress
  row: DirectoryUser | undefined
  info: UserInfo | undefined
}

/** The person's name where demographics hold one, and whatever else says which user this is. */
function UserHeader({ address, row, info }: UserHeaderProps) {
  const { user_id } = address
  const name = nameOf(info)
  const reference = row?.user.client_user_id
  return (
    <div className="flex min-w-0 flex-1 items-start gap-x-4 gap-y-2 max-wide:basis-full">
      <Tile name={name || reference || '?'} seed={user_id} className="size-11 rounded-card text-lg max-rail:size-10" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-xl break-words">
            {name ? <PatientName name={name} /> : <Verbatim>{reference ?? `User ${shortId(user_id)}`}</Verbatim>}
          </h1>
          {name && reference && (
            <Tag>
              <Hash className="size-3 stroke-2" />
              <span className="sr-only">Reference </span>
              <Verbatim>{reference}</Verbatim>
            </Tag>
          )}
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-1 text-ink-2">
          <CopyableId id={user_id} noun="User ID" full />
          {row && <Facts user={row.user} />}
        </div>
      </div>
      {row && <Seen address={address} seen_at={row.seen_at} />}
    </div>
  )
}

function Facts({ user }: { user: User }) {
  const { created_on, fallback_time_zone: zone } = user
  return (
    <>
      <span className="whitespace-nowrap">
        User since <InstantDay value={created_on} />
      </span>
      <span className="inline-flex items-center gap-1.5">
        <Globe className="shrink-0 text-ink-3" />
        {zone ? (
          <span>
            <span className="sr-only">Fallback time zone </span>
            {zoneName(zone.id)} <span className="text-ink-3">({originLabel(user, zone.source_slug)})</span>
          </span>
        ) : (
          <span className="text-ink-3">No fallback time zone</span>
        )}
      </span>
    </>
  )
}

/** How old the row is, and the way to a newer one. */
function Seen({ address, seen_at }: { address: UserAddress; seen_at: string }) {
  const readFresh = useFreshUser(address)
  const [isReading, setReading] = useState(false)
  const age = useTimeAgo(parseInstant(seen_at))
  const refresh = async () => {
    if (isReading) return
    setReading(true)
    try {
      const problem = await readFresh()
      if (problem === null) announce('User refreshed.')
      else toast({ kind: 'failed', title: 'We couldn’t refresh the user.', text: problem })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast({ kind: 'failed', title: 'We couldn’t refresh the user.', text: error.message })
    } finally {
      setReading(false)
    }
  }
  return (
    <div className="flex shrink-0 items-center gap-2 print:hidden">
      <span className="text-xs text-ink-3 max-wide:sr-only">Updated {age}</span>
      <IconButton
        icon={RefreshCw}
        label="Reload user"
        onPress={() => void refresh()}
        plain
        {...(isReading && { iconClassName: 'motion-safe:animate-spin' })}
      />
    </div>
  )
}

/** "set manually", "from Ostrel Glucose" where the user has that source. */
export function originLabel(user: User, slug: string): string {
  if (slug === 'manual') return 'set manually'
  const name = user.connected_sources.find(({ source }) => source.slug === slug)?.source.name
  return `from ${name ?? nameFromSlug(slug)}`
}

/** The address names a user whom neither the service nor the directory knows. */
export function NoUser() {
  const { environment } = useParams<{ environment: string }>()
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        mark={<UserRoundX className="size-5" />}
        title="User not found"
        action={
          <Link href={`/${environment}/users`} prefetch={false} className={linkButton}>
            Go to users
          </Link>
        }
      >
        No user has this ID in this environment. The ID may be incomplete, or the user was deleted.
      </EmptyState>
    </>
  )
}
