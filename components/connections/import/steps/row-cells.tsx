import { Check, CircleX, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { UUID } from '#components/connections/import/rows/table.ts'
import type { FileFacts } from '#components/connections/import/session/import-engine.ts'
import type { ShownProblem, ShownRow } from '#components/connections/import/session/loaded-file.ts'
import { ShortId } from '#components/ui/display/copyable-id.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { IdBars } from '#components/ui/display/tube.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useTimeAgo } from '#components/ui/display/viewer.tsx'
import { StatusText } from './step-layout.tsx'
import { type Column, VirtualTable } from './virtual-table.tsx'

const UNITS = { row: 'Row', item: 'Item', line: 'Line' } as const

export function numberColumn(unit: FileFacts['unit']): Column<ShownRow> {
  return {
    name: UNITS[unit],
    className: '[grid-area:number] text-right @max-[719px]/list:text-left',
    cell: ({ number }) => <Verbatim className="font-mono text-xs text-ink-2">{number.toLocaleString('en')}</Verbatim>,
  }
}

export const USER_COLUMN: Column<ShownRow> = {
  name: 'User',
  className: '[grid-area:user]',
  cell: ({ user_id }) => <UserCell id={user_id} />,
}

/** The columns of a check, before anything is sent. */
export const CHECK_COLUMNS: readonly Column<ShownRow>[] = [
  { name: 'Account', className: '[grid-area:account]', cell: (row) => <AccountCell row={row} /> },
  { name: 'Token', className: '[grid-area:token]', cell: (row) => <HiddenValue end={row.tokenEnd} /> },
  { name: 'Expires', className: '[grid-area:expires]', cell: (row) => <ExpiryCell seconds={row.expires_at} /> },
  { name: 'Scopes', className: '[grid-area:scopes] text-right @max-[719px]/list:hidden', cell: ({ scopes }) => scopes },
  { name: 'Check', className: '[grid-area:check]', cell: (row) => <CheckCell row={row} /> },
]

const NOTHING = <span className="text-ink-3">–</span>

/** Hides a value that isn't an ID, since it may be a name or an address. */
function UserCell({ id }: { id: string }) {
  if (id === '') return NOTHING
  if (UUID.test(id))
    return (
      <Verbatim className="id-text" title={id}>
        <IdBars id={id} />
        <ShortId id={id} />
      </Verbatim>
    )
  return (
    <Redact noun="Value">
      <span data-tone="bad" translate="no" className="block truncate font-mono text-xs font-control text-tone-fg">
        {id}
      </span>
    </Redact>
  )
}

function AccountCell({ row: { account, isAccountSecret } }: { row: ShownRow }) {
  if (isAccountSecret) return <HiddenValue end={account} />
  if (account === '') return NOTHING
  return (
    <Redact noun="Account">
      <Verbatim className="block truncate font-mono text-xs" title={account}>
        {account}
      </Verbatim>
    </Redact>
  )
}

function HiddenValue({ end }: { end: string }) {
  return (
    <Verbatim className="font-mono text-xs whitespace-nowrap text-ink-2">
      <span className="sr-only">
        <span>hidden</span>
        {end && ', ends in '}
      </span>
      <span aria-hidden="true">•••• </span>
      {end}
    </Verbatim>
  )
}

function ExpiryCell({ seconds }: { seconds: number | null }) {
  const text = useTimeAgo((seconds ?? 0) * 1000)
  if (seconds === null) return NOTHING
  if (text.startsWith('in ')) return <span className="whitespace-nowrap">{text}</span>
  return (
    <span data-tone="warn" className="font-control whitespace-nowrap text-tone-fg">
      {text}
    </span>
  )
}

const STATUS_STYLES = {
  ready: { icon: Check, tone: 'ok' },
  warning: { icon: TriangleAlert, tone: 'warn' },
  error: { icon: CircleX, tone: 'bad' },
} as const

function CheckCell({ row: { status, problems } }: { row: ShownRow }) {
  return (
    <StatusText {...STATUS_STYLES[status]}>
      {problems.length === 0 && 'Ready'}
      {problems.map(({ text, found }) => (
        <span key={text} className="block">
          {text}
          {found && <FoundValue found={found} />}
        </span>
      ))}
    </StatusText>
  )
}

/** Shows the file's value. Anything but a token may be a name, so it is hidden with patient data. */
function FoundValue({ found: { column, text, secret } }: { found: NonNullable<ShownProblem['found']> }) {
  return (
    <span className="block font-text break-words text-ink-2">
      <span>{column}: </span>
      {secret ? (
        <HiddenValue end={text} />
      ) : (
        <Redact noun="Value">
          <Verbatim className="font-mono text-xs text-ink">{text}</Verbatim>
        </Redact>
      )}
    </span>
  )
}

/** A screen shows less than two pages. */
const PAGE_SIZE = 100

interface FileRowTableProps {
  label: string
  /** Changes when the rows themselves have changed. */
  version: string
  count: number
  columns: readonly Column<ShownRow>[]
  layout: string
  load: (from: number, count: number) => Promise<readonly ShownRow[]>
  empty: ReactNode
}

export function FileRowTable({ version, load, empty, ...props }: FileRowTableProps) {
  const [first, setFirst] = useState(0)
  const [loaded, setLoaded] = useState<{ from: number; rows: readonly ShownRow[] }>({ from: 0, rows: [] })
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  const from = first - (first % PAGE_SIZE)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version means new rows at the same place
  useEffect(() => {
    let isCurrent = true
    latest.current(from, 3 * PAGE_SIZE).then(
      (rows) => isCurrent && setLoaded({ from, rows }),
      // The session says so when the engine has stopped.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [version, from])
  if (props.count === 0) return <div className="flex-1">{empty}</div>
  return (
    <VirtualTable
      {...props}
      className="max-wide:max-h-[60dvh]"
      headClassName="@max-[719px]/list:sr-only @min-[720px]/list:sticky"
      rowHeight={38}
      // While other rows load, the old ones stay: nothing flickers.
      rowAt={(index) => loaded.rows[index - loaded.from]}
      onScroll={setFirst}
    />
  )
}
