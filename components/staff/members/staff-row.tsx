import {
  Ban,
  CircleCheck,
  Ellipsis,
  Hourglass,
  Link2,
  MailQuestionMark,
  Pencil,
  RotateCcwKey,
  ShieldCheck,
  ShieldOff,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { TABLE_ROLES } from '#components/patterns/list/list-features.ts'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { MenuLine, MenuPopover } from '#components/ui/dialog/menu.tsx'
import { Pill, Tag } from '#components/ui/display/pill.tsx'
import { Icon, Tile } from '#components/ui/display/tile.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useAtPresent } from '#components/ui/display/viewer.tsx'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { ROLE_LABELS } from '#lib/domains/staff/roles.ts'
import type { ResetRequest, StaffMember } from '#lib/domains/staff/staff.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { DAY } from '#lib/utils/time/durations.ts'

/** One line from 1120 px on, before that a card. */
export const STAFF_ROW =
  "grid items-center gap-x-4 @min-[1120px]/staff:gap-x-3 gap-y-1.5 px-4 rail:px-6 grid-cols-[minmax(0,1fr)_auto] [grid-template-areas:'who_status''role_where''factor_seen''acts_acts'] @min-[1120px]/staff:grid-cols-[minmax(0,2fr)_100px_minmax(0,1.2fr)_64px_84px_88px_116px] @min-[1120px]/staff:[grid-template-areas:'who_role_where_factor_seen_status_acts']"

const ROW_HEAD = { role: 'rowheader' } as const

const STATUS = {
  active: { tone: 'ok', icon: CircleCheck, label: 'Active' },
  invited: { tone: 'wait', icon: MailQuestionMark, label: 'Invited' },
  disabled: { tone: 'closed', icon: Ban, label: 'Disabled' },
} as const

export type StaffAction = 'change' | 'disable' | 'reset' | 'remove' | 'consent' | 'decline'

interface StaffRowProps {
  member: StaffMember
  viewer_id: string
  askerName: string
  environments: readonly Environment[]
  onAct: (action: StaffAction) => void
}

export function StaffRow({ member, viewer_id, askerName, environments, onAct }: StaffRowProps) {
  const { id, name, email, role, status, second_factor, last_seen_at } = member
  const isViewer = id === viewer_id
  const request = openRequest(member)
  const Factor = second_factor ? ShieldCheck : ShieldOff
  const where = member.environments?.map((known) => environments.find((one) => one.id === known)?.label ?? known)
  return (
    <tr {...TABLE_ROLES.row} className={`${STAFF_ROW} border-b border-line py-3 @min-[1120px]/staff:py-2`}>
      <th {...ROW_HEAD} scope="row" className="flex min-w-0 items-center gap-2.5 text-left font-text [grid-area:who]">
        <Tile name={name} seed={id} className="size-7" />
        <span className="min-w-0">
          <span className="flex items-center gap-2">
            <Verbatim className="truncate font-heading">{name}</Verbatim>
            {isViewer && <Tag>You</Tag>}
          </span>
          <Verbatim className="block truncate text-xs text-ink-3">{email}</Verbatim>
          {status === 'invited' && <LinkExpiry at={member.link_expires_at} />}
          {request && (
            <ResetRequestLine
              request={request}
              asker={request.by === viewer_id ? null : askerName}
              mayConsent={!isViewer && request.by !== viewer_id}
              mayDecline={!isViewer}
              name={name}
              onAct={onAct}
            />
          )}
        </span>
      </th>
      <Cell place="[grid-area:role]">{ROLE_LABELS[role].label}</Cell>
      <Cell place="[grid-area:where] truncate @max-[1119px]/staff:text-right">
        {where ? where.join(', ') : 'All environments'}
      </Cell>
      <Cell place="[grid-area:factor]">
        <span data-tone={second_factor ? 'ok' : 'warn'} className="flex items-center gap-1.5 text-tone-fg">
          <Factor />
          <span className="@min-[1120px]/staff:capitalize">
            <span className="@min-[1120px]/staff:sr-only">Two-factor authentication </span>
            {second_factor ? 'on' : 'off'}
          </span>
        </span>
      </Cell>
      <Cell place="[grid-area:seen] @max-[1119px]/staff:text-right">
        <span className="mr-1 text-xs text-ink-3 @min-[1120px]/staff:hidden">Last seen</span>
        {last_seen_at ? <TimeStamp value={last_seen_at} /> : <span className="text-ink-3">Never</span>}
      </Cell>
      <Cell place="[grid-area:status] justify-self-end @min-[1120px]/staff:justify-self-start">
        <Pill {...STATUS[status]} />
      </Cell>
      <Cell place="[grid-area:acts] flex gap-1.5 max-rail:pt-1 @min-[1120px]/staff:justify-end">
        <Button icon={Pencil} aria-label={`Edit: ${name}`} onPress={() => onAct('change')}>
          Edit
        </Button>
        {!isViewer && <MoreActions member={member} onAct={onAct} />}
      </Cell>
    </tr>
  )
}

/** People can't take access from themselves, so their own row has no more than Edit. */
function MoreActions({ member: { name, status }, onAct }: Pick<StaffRowProps, 'member' | 'onAct'>) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        ref={trigger}
        icon={Ellipsis}
        label={`More actions: ${name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
      />
      <MenuPopover
        label={`More actions: ${name}`}
        trigger={trigger}
        isOpen={isOpen}
        className="w-48"
        onClose={() => setOpen(false)}
      >
        {status !== 'disabled' && (
          <MenuLine icon={status === 'invited' ? Link2 : RotateCcwKey} onAction={() => onAct('reset')}>
            {status === 'invited' ? 'New link' : 'Reset access'}
          </MenuLine>
        )}
        <MenuLine icon={status === 'disabled' ? CircleCheck : Ban} onAction={() => onAct('disable')}>
          {status === 'disabled' ? 'Enable' : 'Disable'}
        </MenuLine>
        <MenuLine icon={Trash2} onAction={() => onAct('remove')}>
          Remove
        </MenuLine>
      </MenuPopover>
    </>
  )
}

function Cell({ place, children }: { place: string; children: ReactNode }) {
  return (
    <td {...TABLE_ROLES.cell} className={`min-w-0 ${place}`}>
      {children}
    </td>
  )
}

function LinkExpiry({ at }: { at: string | null }) {
  const isOver = useAtPresent((now) => at === null || Date.parse(at) <= now)
  if (at === null || isOver) {
    return (
      <span data-tone="warn" className="block text-xs text-tone-fg">
        Link expired
      </span>
    )
  }
  return (
    <span className="block text-xs text-ink-3">
      Link expires <TimeStamp value={at} className="min-h-0" />
    </span>
  )
}

/** Returns a request for a reset that still waits; after a day it is over. */
function openRequest({ reset_request }: StaffMember): ResetRequest | null {
  return reset_request && Date.parse(reset_request.at) > clockNow() - DAY ? reset_request : null
}

const ASKED = { reset: 'a reset', removal: 'removal', email: 'a new email address' } as const

/** "resetting Cy’s access" */
export function aboutOf({ purpose }: ResetRequest, name: string): string {
  if (purpose === 'removal') return `removing ${name}`
  return purpose === 'email' ? `changing ${name}’s email` : `resetting ${name}’s access`
}

interface ResetRequestLineProps {
  request: ResetRequest
  /** Null for the viewer. */
  asker: string | null
  mayConsent: boolean
  mayDecline: boolean
  name: string
  onAct: (action: 'consent' | 'decline') => void
}

/** Below a person: a reset that waits for another administrator, and what can be done about it. */
function ResetRequestLine({ request, asker, mayConsent, mayDecline, name, onAct }: ResetRequestLineProps) {
  return (
    <span data-tone="wait" className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
      <span className="flex items-center gap-1.5 text-tone-fg">
        <Icon of={Hourglass} />
        {asker
          ? `${asker} requested ${ASKED[request.purpose]}`
          : `You requested ${ASKED[request.purpose]}. Waiting for another administrator`}
        {request.email && ` (${request.email})`}
      </span>
      <TimeStamp value={request.at} />
      {mayConsent && (
        <Button onPress={() => onAct('consent')} aria-label={`Approve ${aboutOf(request, name)}`}>
          Approve
        </Button>
      )}
      {mayDecline && (
        <Button
          onPress={() => onAct('decline')}
          aria-label={`${asker ? 'Decline' : 'Withdraw'} ${aboutOf(request, name)}`}
        >
          {asker ? 'Decline' : 'Withdraw'}
        </Button>
      )}
    </span>
  )
}
