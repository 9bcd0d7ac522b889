'use client'
import { Check, CircleX, TriangleAlert } from 'lucide-react'
import type { ShownRow } from '#components/connections/import/session/engine.ts'
import { IdBars } from '#components/ui/display/id-bars.tsx'
import type { Tone } from '#components/ui/display/pill.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { useRelativeTime } from '#components/ui/display/viewer.tsx'
import { shortId } from '#lib/utils/ids/ids.ts'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export function RowNumber({ row }: { row: ShownRow }) {
  return <span className="font-mono text-xs text-ink-2">{row.number.toLocaleString('en')}</span>
}

/** What is no id may be anything, a name or an address too: it is hidden with other patient data. */
export function UserCell({ row: { user_id } }: { row: ShownRow }) {
  if (user_id === '') return <span className="text-ink-3">–</span>
  if (!UUID.test(user_id))
    return (
      <Redact noun="Value">
        <span data-tone="bad" className="block truncate font-mono text-xs font-control text-tone-fg">
          {user_id}
        </span>
      </Redact>
    )
  return (
    <span className="id" title={user_id}>
      <IdBars id={user_id} />
      <span>{shortId(user_id)}</span>
    </span>
  )
}

export function AccountCell({ row: { account, account_secret } }: { row: ShownRow }) {
  if (account_secret) return <Hidden end={account} />
  if (account === '') return <span className="text-ink-3">–</span>
  return (
    <Redact noun="Account">
      <span className="block truncate font-mono text-xs" title={account}>
        {account}
      </span>
    </Redact>
  )
}

export function TokenCell({ row: { token_end } }: { row: ShownRow }) {
  return <Hidden end={token_end} />
}

function Hidden({ end }: { end: string }) {
  return (
    <span className="font-mono text-xs whitespace-nowrap text-ink-2">
      <span className="sr-only">hidden{end && ', ends with '}</span>
      <span aria-hidden="true">•••• </span>
      {end}
    </span>
  )
}

export function ExpiryCell({ row: { expires_at } }: { row: ShownRow }) {
  const words = useRelativeTime((expires_at ?? 0) * 1000)
  if (expires_at === null) return <span className="text-ink-3">–</span>
  const isOver = !words.startsWith('in ')
  if (!isOver) return <span className="whitespace-nowrap">{words}</span>
  return (
    <span data-tone="warn" className="font-control whitespace-nowrap text-tone-fg">
      {words === 'now' ? 'now' : `${words} ago`}
    </span>
  )
}

const LOOK = {
  ready: { icon: Check, tone: 'ok' },
  warning: { icon: TriangleAlert, tone: 'warn' },
  error: { icon: CircleX, tone: 'bad' },
} as const satisfies Record<ShownRow['status'], { icon: typeof Check; tone: Tone }>

export function CheckCell({ row: { status, problems } }: { row: ShownRow }) {
  const { icon: Icon, tone } = LOOK[status]
  return (
    <span data-tone={tone} className="flex items-start gap-1.5 text-[12.5px] font-control text-tone-fg">
      <Icon aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" strokeWidth={2} />
      <span className="min-w-0">{problems.length > 0 ? problems.join('. ') : 'Ready'}</span>
    </span>
  )
}
