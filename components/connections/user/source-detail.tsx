import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { CalendarClock, Check, ChevronRight, RefreshCw, Smartphone, TriangleAlert, X } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode, RefObject } from 'react'
import {
  type Availability,
  adviceFor,
  availabilityLabel,
  countAvailable,
  KIND_LABELS,
  missingScopes,
  NO_DATA_LABELS,
  resourceName,
  type Scope,
  SILENT_LABEL,
  scopesOf,
} from '#components/connections/labels.ts'
import { useToday } from '#components/patterns/domain/patient.tsx'
import { TABLE_ROLES } from '#components/patterns/list/list-features.ts'
import { Notice } from '#components/ui/display/notice.tsx'
import { Pill } from '#components/ui/display/pill.tsx'
import { Tile } from '#components/ui/display/tile.tsx'
import { InstantDay, TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useAtPresent, useSpan, useWallClock } from '#components/ui/display/viewer.tsx'
import { type Connection, connection as connectionShape } from '#lib/domains/connections/connection.ts'
import { providerKind } from '#lib/domains/connections/providers.ts'
import { isSilent } from '#lib/domains/connections/rhythm.ts'
import { connectionState } from '#lib/domains/connections/state.ts'
import { isBroken } from '#lib/domains/connections/states.ts'
import { changesOf, changeWords, getContactBook } from '#lib/domains/contacts/contact-book.ts'
import type { DirectoryConnection } from '#lib/domains/users/directory-connections.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { formatDay, instantDay, parseInstant } from '#lib/utils/time/instants.ts'
import { useFirstData, useShownState } from './use-last-data.ts'

interface SourceDetailProps {
  environment: string
  connection: Connection
  /** The directory's record; undefined if it has none. */
  known: DirectoryConnection | undefined
  /** How its state has changed. */
  history: ReactNode
  /** Takes the focus when the source is chosen on a small screen. */
  heading: RefObject<HTMLHeadingElement | null>
  actions: ReactNode
  /** Result of the last action. */
  children: ReactNode
}

export function SourceDetail({
  environment,
  connection,
  known,
  history,
  heading,
  actions,
  children,
}: SourceDetailProps) {
  const { name, slug, created_on } = connection
  const lastDataAt = known?.last_data_at
  const status = useShownState(connection, known)
  return (
    <section
      aria-labelledby="source-name"
      className="min-w-0 self-start rounded-card border border-line bg-surface shadow-1"
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 pt-4 pb-3.5">
        <Tile name={name} seed={slug} className="size-9" />
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="source-name" ref={heading} tabIndex={-1} className="flex flex-wrap items-baseline gap-x-2.5 text-lg">
            <Verbatim>{name}</Verbatim> <Verbatim className="font-mono text-xs font-text text-ink-3">{slug}</Verbatim>
          </h2>
          <div className="mt-0.5 flex flex-wrap items-center gap-x-4 gap-y-0.5">
            <Pill {...status} bare />
            <Since words="Connected" value={created_on} />
            {lastDataAt && (
              <span className="inline-flex items-baseline gap-1 text-ink-3">
                Last data <TimeStamp value={lastDataAt} />
              </span>
            )}
            {lastDataAt === null &&
              (known?.awaited_since ? (
                <Since words="No data since" value={known.awaited_since} />
              ) : (
                <span className="text-ink-3">No data since this console was set up</span>
              ))}
          </div>
        </div>
        {actions}
      </div>
      <div className="flex flex-col gap-3 px-4 pb-4 empty:hidden">
        {children}
        <Changes environment={environment} connection={connection} />
        <StateNotice connection={connection} />
        {known && <StillSending connection={connection} known={known} />}
        {known && <Silence known={known} />}
        <NothingYet connection={connection} known={known} />
        <Missing connection={connection} />
      </div>
      <ScopeMatrix connection={connection} />
      {history}
      <Facts connection={connection} />
    </section>
  )
}

function Since({ words, value }: { words: string; value: string }) {
  return (
    <span className="inline-flex items-baseline gap-1 text-ink-3">
      {words} <InstantDay value={value} /> <span aria-hidden="true">·</span> <TimeStamp value={value} />
    </span>
  )
}

/** The end of the source, or a change, as staff have noted it. */
function Changes({ environment, connection: { name, slug } }: { environment: string; connection: Connection }) {
  const { data } = useQuery(consoleQuery(getContactBook, { params: { environment } }, {}))
  const today = useToday()
  const clock = useWallClock()
  return (
    data?.source_changes &&
    changesOf(data, slug, today).map((one) => (
      <Notice
        key={one.id}
        kind="warn"
        icon={CalendarClock}
        title={`${changeWords(one, name, formatDay(one.day, clock))}.`}
      >
        {one.note !== '' && <p className="whitespace-pre-wrap">{one.note}</p>}
        <Link href={`/${environment}/connections?sources=${slug}`} prefetch={false} className="text-link">
          View all connections of this source
        </Link>
      </Notice>
    ))
  )
}

/** A source that doesn't work, as the service says, and whose data arrives all the same. */
function StillSending({ connection, known }: { connection: Connection; known: DirectoryConnection }) {
  const since = connection.error_details?.errored_at
  if (!(isBroken(connectionState(connection)) && since && known.last_data_at)) return null
  if (parseInstant(known.last_data_at) <= parseInstant(since)) return null
  return (
    <Notice kind="warn">
      Data of this source still arrives, last <TimeStamp value={known.last_data_at} />, although the service says that
      it isn’t connected.
    </Notice>
  )
}

/** Nothing is known to be wrong, and yet nothing comes: by its own rhythm it should have. */
function Silence({ known }: { known: DirectoryConnection }) {
  const isQuiet = useAtPresent((now) => isSilent(known, now))
  const clock = useWallClock()
  if (!isQuiet) return null
  const since = instantDay(parseInstant(known.last_data_at ?? known.created_on), clock)
  return (
    <Notice kind="warn" icon={SILENT_LABEL.icon} title={`No data since ${since}.`}>
      This source usually sends more often: it’s called silent after three of its usual gaps. Ask the patient to open
      the app and sync. If that doesn’t help, reconnect the source.
    </Notice>
  )
}

/** It works, as far as the service says, and should have sent something by now. */
function NothingYet({ connection, known }: Pick<SourceDetailProps, 'connection' | 'known'>) {
  const isOverdue = useFirstData(connection, known) === 'overdue'
  const age = useSpan(parseInstant(known?.awaited_since ?? connection.created_on))
  if (!isOverdue) return null
  return (
    <Notice kind="warn" icon={NO_DATA_LABELS.overdue.icon} title={`No data received ${age}.`}>
      Most sources send something within two days. Ask the patient to open the app and sync. If that doesn’t help,
      reconnect the source. This console knows of data only from events that it has received since it was set up.
    </Notice>
  )
}

/** The error in words with its advice, or what is special about a source without one. */
function StateNotice({ connection }: { connection: Connection }) {
  const { slug, error_details } = connection
  switch (connectionState(connection)) {
    case 'needs_sign_in':
    case 'failing':
    case 'revoked': {
      const { title, advice, icon, tone } = adviceFor(error_details?.error_type)
      return (
        <Notice kind={tone === 'bad' ? 'bad' : 'info'} icon={icon} title={title}>
          <p>{advice}</p>
          <p className="mt-1 flex flex-wrap items-baseline gap-x-4 text-sm text-ink">
            {error_details?.errored_at && <Since words="Since" value={error_details.errored_at} />}
            {error_details?.error_type && <Verbatim className="font-mono text-xs">{error_details.error_type}</Verbatim>}
          </p>
          {error_details && <Raw title="Error details from the API" value={error_details} />}
        </Notice>
      )
    }
    case 'retrying':
      return (
        <Notice kind="info" icon={RefreshCw} title="History is being fetched again.">
          The first attempt failed, and the service is retrying automatically. New data arrives as usual. You don’t need
          to do anything.
        </Notice>
      )
    case 'other':
      return (
        <Notice kind="info" icon={TriangleAlert}>
          The service gives the state “{connection.status}”, which this console doesn’t know.
        </Notice>
      )
    default:
      if (providerKind(slug) !== 'on_device') return null
      return (
        <Notice kind="info" icon={Smartphone} title="This source is on the patient’s device.">
          You can’t disconnect it here; the app would reconnect it. The patient turns it off in the phone’s settings,
          under your app’s permissions.
        </Notice>
      )
  }
}

/** Data types that do not come for want of a scope, where no error says so already. */
function Missing({ connection }: { connection: Connection }) {
  const missing = missingScopes(connection)
  if (missing.length === 0 || isBroken(connectionState(connection))) return null
  return (
    <Notice
      kind="warn"
      title={`The patient didn’t grant ${missing.length === 1 ? 'a scope' : 'scopes'} that data needs.`}
    >
      <p>
        Denied: <Verbatim className="font-mono text-xs">{missing.join(', ')}</Verbatim>. If they want to share it, a new
        sign-in link lets them choose again.
      </p>
    </Notice>
  )
}

function Raw({ title, value }: { title: string; value: unknown }) {
  return (
    <details className="group mt-1.5">
      <summary className="inline-flex min-h-6 cursor-pointer list-none items-center gap-1.5 rounded-tag text-sm font-control text-ink-2 hover:text-ink max-rail:min-h-10">
        <ChevronRight className="size-3.5 transition-transform group-open:rotate-90 stroke-2" />
        {title}
      </summary>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        translate="no"
        className="mt-1 overflow-x-auto rounded-control border border-line bg-sunken px-3 py-2 font-mono text-xs text-ink"
      >
        {JSON.stringify(value, null, 2)}
      </pre>
    </details>
  )
}

const KNOWN_FIELDS: ReadonlySet<string> = new Set(Object.keys(connectionShape.shape))

function Facts({ connection }: { connection: Connection }) {
  const kind = providerKind(connection.slug)
  const more = Object.entries(connection).filter(([field]) => !KNOWN_FIELDS.has(field))
  return (
    <div className="border-t border-line px-4 py-2.5 text-xs text-ink-3">
      <p>{kind ? `${KIND_LABELS[kind]}.` : 'This console doesn’t know this kind of source.'}</p>
      {more.length > 0 && <Raw title="More from the API" value={Object.fromEntries(more)} />}
    </div>
  )
}

const ROW =
  'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1.5 px-4 py-2 @min-[620px]:grid-cols-[minmax(0,1.1fr)_130px_minmax(0,1.2fr)_minmax(0,1.2fr)] @min-[620px]:items-center'
const ROW_HEAD = { role: 'rowheader' } as const
const HEADS = ['Data type', 'Availability', 'Required scopes', 'Optional scopes'] as const

/** Solid edge and check, or dashed edge and cross: the words to the ear say the same. */
function ScopeTag({ name, granted }: Scope) {
  const Icon = granted ? Check : X
  return (
    <span
      data-tone={granted ? 'place' : 'bad'}
      className={clsx(
        'inline-flex h-5 items-center gap-1 rounded-tag border px-1.5 text-xs whitespace-nowrap text-tone-fg',
        granted ? 'border-line-2' : 'border-dashed border-tone-dot bg-tone-soft',
      )}
    >
      <Icon className="size-3 stroke-[2.2]" />
      <span className="sr-only">{granted ? 'granted: ' : 'denied: '}</span>
      <Verbatim className="font-mono">{name}</Verbatim>
    </span>
  )
}

function Scopes({ scopes, caption }: { scopes: Scope[] | null; caption: string }) {
  if (!scopes || scopes.length === 0) return <span className="text-ink-3 @max-[619px]:hidden">None</span>
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <span className="text-xs text-ink-3 @min-[620px]:hidden">{caption}</span>
      {scopes.map((scope) => (
        <ScopeTag key={`${scope.name}${scope.granted}`} {...scope} />
      ))}
    </span>
  )
}

function ScopeMatrix({ connection }: { connection: Connection }) {
  const rows = Object.entries(connection.resource_availability)
  const { available, all } = countAvailable(connection)
  const scoped = rows.some(([, each]) => each.scope_requirements)
  return (
    <section aria-labelledby="can-send" className="@container border-t border-line">
      <div className="flex min-h-[42px] flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <h3 id="can-send">Available data</h3>
        <p className="text-ink-3">{all === 0 ? 'Nothing yet' : `${available} of ${all} available`}</p>
        {scoped && (
          <p aria-hidden="true" className="ml-auto flex gap-2">
            <ScopeTag name="granted" granted />
            <ScopeTag name="denied by patient" granted={false} />
          </p>
        )}
      </div>
      {all === 0 && <p className="px-4 pb-4 text-ink-3">The service lists no data types for this source.</p>}
      {all > 0 && (scoped ? <Matrix rows={rows} /> : <PlainList rows={rows} />)}
    </section>
  )
}

type Rows = [resource: string, availability: Availability][]

function Matrix({ rows }: { rows: Rows }) {
  return (
    <table {...TABLE_ROLES.table} aria-labelledby="can-send" className="block w-full">
      <thead {...TABLE_ROLES.group} className="block border-y border-line bg-sunken @max-[619px]:sr-only">
        <tr {...TABLE_ROLES.row} className={ROW}>
          {HEADS.map((head) => (
            <th key={head} {...TABLE_ROLES.head} scope="col" className="text-left text-xs font-control text-ink-3">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...TABLE_ROLES.group} className="block">
        {rows.map(([resource, availability]) => (
          <tr
            key={resource}
            {...TABLE_ROLES.row}
            className={clsx(ROW, 'min-h-[37px] border-b border-line last:border-0')}
          >
            <th scope="row" {...ROW_HEAD} className="text-left font-control" title={resource}>
              {resourceName(resource)}
            </th>
            <td {...TABLE_ROLES.cell} className="@max-[619px]:justify-self-end">
              <Available status={availability.status} />
            </td>
            <td {...TABLE_ROLES.cell} className="@max-[619px]:col-span-2">
              <Scopes scopes={scopesOf(availability, 'required')} caption="Required" />
            </td>
            <td {...TABLE_ROLES.cell} className="@max-[619px]:col-span-2">
              <Scopes scopes={scopesOf(availability, 'optional')} caption="Optional" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Lists data types alone: without scopes, two columns would be empty. */
function PlainList({ rows }: { rows: Rows }) {
  return (
    <>
      <ul className="grid border-t border-line px-4 py-1.5 @min-[620px]:grid-cols-2 @min-[620px]:gap-x-8">
        {rows.map(([resource, { status }]) => (
          <li key={resource} title={resource} className="flex min-h-8 items-center justify-between gap-3">
            <span className="font-control">{resourceName(resource)}</span>
            <Available status={status} />
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-4 py-2.5 text-xs text-ink-3">This source doesn’t use scopes.</p>
    </>
  )
}

function Available({ status }: { status: string }) {
  return <Pill {...availabilityLabel(status)} bare />
}
