import Link from 'next/link'
import { NO_DATA_LABELS, SILENT_LABEL, STATE_LABELS } from '#components/connections/labels.ts'
import { daysField, SourceEditor, sourceField } from '#components/patterns/domain/directory-fields.tsx'
import { SourceTile } from '#components/patterns/domain/source-tile.tsx'
import type { FilterEditorProps, FilterField } from '#components/patterns/list/filters/filter-fields.ts'
import { OneOf } from '#components/patterns/list/filters/one-of.tsx'
import { manyOf, STATE } from '#components/patterns/list/filters/typed-fields.tsx'
import type { ListRecord } from '#components/patterns/list/list.tsx'
import { columnsOf } from '#components/patterns/list/list-features.ts'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Pill } from '#components/ui/display/pill.tsx'
import { PatientName } from '#components/ui/display/redact.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useAtPresent } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { firstDataState, isSilent } from '#lib/domains/connections/rhythm.ts'
import { type BrokenState, isBroken, KEPT_STATES } from '#lib/domains/connections/states.ts'
import { patientOf } from '#lib/domains/orders/patient.ts'
import type { NamedPerson } from '#lib/domains/users/directory.ts'
import type { DirectoryConnection } from '#lib/domains/users/directory-connections.ts'
import { useSourceOptions } from '#lib/domains/users/use-directory.ts'
import { DAY, HOUR } from '#lib/utils/time/durations.ts'
import { type ConnectionFilters, LAST_DATA, LAST_DATA_IDS } from './connection-search.ts'

export const CONNECTION_LIST: ListRecord<DirectoryConnection> = {
  title: 'Connections',
  sizes: [50, 100, 250, 500],
  // Nobody has a source twice.
  getRowId: ({ user_id, source }) => `${user_id}/${source.slug}`,
  // Three forms of a row: a card on a phone, two lines where there is some room, one line from 1000 px on.
  rowLayout:
    "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'source_state''ref_data''id_connected''act_act'] @min-[560px]/list:[--row-columns:minmax(0,1.2fr)_156px_minmax(0,1.4fr)_var(--times,128px)] @min-[560px]/list:[--row-areas:'source_state_ref_data''id_act_act_connected'] @min-[560px]/list:[--row-gap:0px] @min-[560px]/list:[--row-padding:5px] @min-[560px]/list:[--two-lines:59px] @min-[1000px]/list:[--row-columns:minmax(116px,1.1fr)_148px_minmax(108px,1.2fr)_144px_minmax(212px,1.3fr)_76px_76px] @min-[1000px]/list:[--row-areas:'source_state_ref_id_act_data_connected']",
}

const column = columnsOf<DirectoryConnection>()

export function connectionColumns(environment: string, names: ReadonlyMap<string, NamedPerson>) {
  return [
    column('source', 'Source', '[grid-area:source]', (connection) => (
      <span className="flex min-w-0 items-center gap-2 font-control">
        <SourceTile source={connection.source} />
        <Verbatim className="min-w-0 break-words @min-[1000px]/list:truncate" title={connection.source.name}>
          {connection.source.name}
        </Verbatim>
      </span>
    )),
    column('state', 'State', '[grid-area:state] @max-[559px]/list:justify-self-end', (connection) => (
      <StatePill connection={connection} />
    )),
    column('client_user_id', 'Patient', '[grid-area:ref]', (connection) => {
      const { name } = patientOf(connection, names.get(connection.user_id)?.info)
      const reference = connection.client_user_id
      return (
        // A reference for which there is no room wraps out of sight, so that it cuts no name.
        <span className="flex h-[1lh] min-w-0 flex-wrap items-baseline gap-x-2 overflow-hidden">
          {name && <PatientName name={name} className="max-w-full truncate font-control" />}
          {reference && (
            <Verbatim className={name ? 'truncate text-xs leading-[inherit] text-ink-3' : 'truncate'} title={reference}>
              {reference}
            </Verbatim>
          )}
          {!(name || reference) && <NoValue word={names.has(connection.user_id) ? 'no name' : 'not read'} />}
        </span>
      )
    }),
    column('user_id', 'User', '[grid-area:id]', (connection) => (
      <CopyableId
        id={connection.user_id}
        noun="User ID"
        href={`/${environment}/users/${connection.user_id}/connections?source=${encodeURIComponent(connection.source.slug)}`}
      />
    )),
    column('last_data_at', 'Last data', '[grid-area:data] @max-[999px]/list:justify-self-end', (connection) => (
      <LastData at={connection.last_data_at} />
    )),
    column(
      'created_on',
      'Connected',
      '[grid-area:connected] justify-self-end @min-[1000px]/list:justify-self-start',
      (connection) => (
        <span className="inline-flex items-baseline gap-2">
          <Named>Connected</Named>
          <TimeStamp value={connection.created_on} />
        </span>
      ),
    ),
    column('act', 'Next step', '[grid-area:act] empty:hidden', (connection) => (
      <NextStep environment={environment} connection={connection} />
    )),
  ]
}

function Named({ children }: { children: string }) {
  return <span className="-mr-1 text-xs text-ink-3 @min-[1000px]/list:hidden">{children}</span>
}

function LastData({ at }: { at: string | null }) {
  if (at === null) {
    return (
      <>
        <span className="text-xs text-ink-3 @min-[1000px]/list:hidden">No data received</span>
        <span className="text-ink-3 @max-[999px]/list:hidden">–</span>
      </>
    )
  }
  return (
    <span className="inline-flex items-baseline gap-2">
      <Named>Last data</Named>
      <TimeStamp value={at} />
    </span>
  )
}

const SourceChange = lazyPart(() => import('#components/connections/silent-sources.tsx'), 'SourceChange')

/** By the state of a connection that needs somebody; the way to each begins on the page of the source. */
const STEPS: Readonly<Record<BrokenState, string>> = {
  needs_sign_in: 'Send a sign-in link',
  revoked: 'Ask before reconnecting',
  failing: 'Review the error',
}

function NextStep({ environment, connection }: { environment: string; connection: DirectoryConnection }) {
  const { user_id, source, state } = connection
  const isQuiet = useAtPresent((now) => isSilent(connection, now) || firstDataState(connection, now) === 'overdue')
  const step = isBroken(state) ? STEPS[state] : isQuiet && 'Ask about the device'
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 empty:hidden @min-[1000px]/list:h-[1lh] @min-[1000px]/list:overflow-hidden">
      {step && (
        <Link
          href={`/${environment}/users/${user_id}/connections?source=${encodeURIComponent(source.slug)}`}
          prefetch={false}
          className="relative z-1 text-link max-rail:inline-flex max-rail:min-h-10 max-rail:items-center"
        >
          {step}
        </Link>
      )}
      <SourceChange environment={environment} slug={source.slug} />
    </span>
  )
}

/** Silence, and no data at all, count only where nothing else is wrong, and say how long it has lasted. */
function StatePill({ connection }: { connection: DirectoryConnection }) {
  const { state, last_data_at, awaited_since } = connection
  const isQuiet = useAtPresent((now) => last_data_at !== null && isSilent(connection, now))
  const first = useAtPresent((now) => firstDataState(connection, now) ?? '')
  const age = useAtPresent((now) => relativeDays(last_data_at ?? awaited_since ?? connection.created_on, now))
  const shown = first ? NO_DATA_LABELS[first] : isQuiet && SILENT_LABEL
  return shown ? <Pill {...shown} label={`No data for ${age}`} /> : <Pill {...STATE_LABELS[state]} />
}

/** In whole days from one on, else in hours: there is no room for both. */
function relativeDays(instant: string, now: number): string {
  const past = now - Date.parse(instant)
  return past >= DAY ? `${Math.floor(past / DAY)} d` : `${Math.max(0, Math.floor(past / HOUR))} h`
}

function SourceFilter(props: FilterEditorProps<ConnectionFilters>) {
  return <SourceEditor {...props} sources={useSourceOptions()} />
}

const CHOICES = [
  { value: null, text: 'Any time, or never' },
  ...LAST_DATA_IDS.map((id) => ({ value: id, text: LAST_DATA[id].text })),
]

function LastDataFilter({ draft, onChange }: FilterEditorProps<ConnectionFilters>) {
  return (
    <>
      <OneOf
        legend="Last data"
        value={draft.last_data}
        options={CHOICES}
        onChange={(last_data) => onChange({ ...draft, last_data })}
      />
      <p className="mt-2 text-xs text-ink-3">
        Known from the service’s webhook events since this console takes them. “None for” includes sources that have
        sent none yet.
      </p>
    </>
  )
}

const STATE_FIELD: FilterField<ConnectionFilters> = manyOf({
  ...STATE,
  name: 'states',
  options: KEPT_STATES.map((value) => ({ value, text: STATE_LABELS[value].label })),
})

const LAST_DATA_FIELD: FilterField<ConnectionFilters> = {
  id: 'last_data',
  label: 'Last data',
  icon: 'updated',
  chip: ({ last_data }) => last_data && { operator: 'was', value: LAST_DATA[last_data].was },
  clear: (filters) => ({ ...filters, last_data: null }),
  Editor: LastDataFilter,
}

/** `nameOf` gives the name of a source where it is known. */
export function connectionFields(nameOf: (slug: string) => string): readonly FilterField<ConnectionFilters>[] {
  return [sourceField(nameOf, SourceFilter), STATE_FIELD, LAST_DATA_FIELD, daysField('Connected')]
}
