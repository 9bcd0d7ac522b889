import { createColumnHelper } from '@tanstack/react-table'
import { NO_DATA_LABELS, SILENT_LABEL, STATE_LABELS } from '#components/connections/labels.ts'
import { daysField, SourceEditor, sourceField } from '#components/patterns/domain/directory-fields.tsx'
import { SourceTile } from '#components/patterns/domain/source-tile.tsx'
import type { FilterEditorProps, FilterField } from '#components/patterns/list/filters/filter-fields.ts'
import { OneOf } from '#components/patterns/list/filters/one-of.tsx'
import type { ListRecord } from '#components/patterns/list/list.tsx'
import type { ListFeatures } from '#components/patterns/list/list-features.ts'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Pill } from '#components/ui/display/pill.tsx'
import { InstantDay, TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useAtPresent } from '#components/ui/display/viewer.tsx'
import { Check } from '#components/ui/field/check.tsx'
import { firstDataState, isSilent } from '#lib/domains/connections/rhythm.ts'
import { KEPT_STATES, type KeptState } from '#lib/domains/connections/states.ts'
import type { DirectoryConnection } from '#lib/domains/users/directory-connections.ts'
import { useSourceOptions } from '#lib/domains/users/use-directory.ts'
import { DAY, HOUR } from '#lib/utils/time/durations.ts'
import { CONNECTION_SIZES, type ConnectionFilters, LAST_DATA, LAST_DATA_IDS } from './connection-search.ts'

export const CONNECTION_LIST: ListRecord<DirectoryConnection> = {
  title: 'Connections',
  sizes: CONNECTION_SIZES,
  isSlim: true,
  // Nobody has a source twice.
  getRowId: ({ user_id, source }) => `${user_id}/${source.slug}`,
  // Three forms of a row: a card on a phone, two lines where there is some room, one line from 700 px on.
  rowLayout:
    "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'source_state''ref_data''id_connected'] @min-[560px]/list:[--row-columns:minmax(0,1fr)_minmax(0,1fr)_var(--times,172px)] @min-[560px]/list:[--row-areas:'source_ref_state''id_data_connected'] @min-[700px]/list:[--row-columns:minmax(102px,1.1fr)_152px_minmax(88px,1fr)_152px_70px_76px] @min-[700px]/list:[--row-areas:'source_state_ref_id_data_connected'] @min-[1000px]/list:[--row-columns:minmax(144px,1.3fr)_152px_minmax(120px,1.1fr)_184px_84px_150px_84px] @min-[1000px]/list:[--row-areas:'source_state_ref_id_data_connected_checked']",
}

const helper = createColumnHelper<ListFeatures, DirectoryConnection>()

export function connectionColumns(environment: string) {
  return helper.columns([
    helper.accessor('source', {
      header: 'Source',
      cell: ({ getValue }) => (
        <span className="flex min-w-0 items-center gap-2 font-control">
          <SourceTile source={getValue()} />
          <Verbatim className="truncate">{getValue().name}</Verbatim>
        </span>
      ),
      meta: { place: '[grid-area:source]' },
    }),
    helper.accessor('state', {
      header: 'State',
      cell: ({ row: { original } }) => <StatePill connection={original} />,
      meta: { place: '[grid-area:state] @max-[699px]/list:justify-self-end' },
    }),
    helper.accessor('client_user_id', {
      header: 'Reference',
      cell: ({ getValue }) => {
        const reference = getValue()
        if (!reference) return <span className="text-ink-3">No reference</span>
        return (
          <Verbatim className="block truncate" title={reference}>
            {reference}
          </Verbatim>
        )
      },
      meta: { place: '[grid-area:ref]' },
    }),
    helper.accessor('user_id', {
      header: 'User',
      cell: ({ getValue, row }) => (
        <CopyableId
          id={getValue()}
          noun="User ID"
          href={`/${environment}/users/${getValue()}/connections?source=${encodeURIComponent(row.original.source.slug)}`}
        />
      ),
      meta: { place: '[grid-area:id]' },
    }),
    helper.accessor('last_data_at', {
      header: 'Last data',
      cell: ({ getValue }) => <LastData at={getValue()} />,
      meta: { place: '[grid-area:data] @max-[559px]/list:justify-self-end' },
    }),
    helper.accessor('created_on', {
      header: 'Connected',
      cell: ({ getValue }) => (
        <span className="inline-flex items-baseline gap-2">
          <Named>Connected</Named>
          <TimeStamp value={getValue()} className="@min-[1000px]/list:min-w-16" />
          <InstantDay
            value={getValue()}
            className="hidden text-xs whitespace-nowrap text-ink-3 @min-[1000px]/list:inline"
          />
        </span>
      ),
      meta: { place: '[grid-area:connected] justify-self-end @min-[700px]/list:justify-self-start' },
    }),
    helper.accessor('checked_at', {
      header: 'Checked',
      cell: ({ getValue }) => {
        const checked_at = getValue()
        if (checked_at === null) return <span className="text-ink-3">–</span>
        return <TimeStamp value={checked_at} className="text-ink-2" />
      },
      meta: {
        // Elsewhere the line above the list says how old the checks are.
        place: '[grid-area:checked] @max-[999px]/list:hidden',
      },
    }),
  ])
}

/** Labels a time in rows without column heads. */
function Named({ children }: { children: string }) {
  return <span className="-mr-1 text-xs text-ink-3 @min-[700px]/list:hidden">{children}</span>
}

function LastData({ at }: { at: string | null }) {
  if (at === null) {
    return (
      <>
        <span className="text-xs text-ink-3 @min-[700px]/list:hidden">No data received</span>
        <span className="text-ink-3 @max-[699px]/list:hidden">–</span>
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

/** Silence, and no data at all, count only where nothing else is wrong, and say how long it has lasted. */
function StatePill({ connection }: { connection: DirectoryConnection }) {
  const { state, last_data_at, awaited_since } = connection
  const isQuiet = useAtPresent((now) => last_data_at !== null && isSilent(connection, now))
  const first = useAtPresent((now) => firstDataState(connection, now) ?? '')
  const age = useAtPresent((now) => relativeDays(last_data_at ?? awaited_since ?? connection.created_on, now))
  if (first) return <Pill {...NO_DATA_LABELS[first]} label={`${NO_DATA_LABELS[first].label} (${age})`} />
  return isQuiet ? <Pill {...SILENT_LABEL} label={`No data for ${age}`} /> : <Pill {...STATE_LABELS[state]} />
}

/** In whole days from one on, else in hours: there is no room for both. */
function relativeDays(instant: string, now: number): string {
  const past = now - Date.parse(instant)
  return past >= DAY ? `${Math.floor(past / DAY)} d` : `${Math.max(0, Math.floor(past / HOUR))} h`
}

/** The filters of the list as its chips and its picker show them. */
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

function StateFilter({ draft, onChange }: FilterEditorProps<ConnectionFilters>) {
  const set = (state: KeptState, isOn: boolean) => {
    const others = draft.states.filter((one) => one !== state)
    onChange({ ...draft, states: isOn ? [...others, state] : others })
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-2 text-ink-3">In any of these states:</legend>
      {KEPT_STATES.map((state) => (
        <Check key={state} checked={draft.states.includes(state)} onChange={(isOn) => set(state, isOn)}>
          {STATE_LABELS[state].label}
        </Check>
      ))}
    </fieldset>
  )
}

const STATE_FIELD: FilterField<ConnectionFilters> = {
  id: 'state',
  label: 'State',
  icon: 'state',
  chip: ({ states }) => {
    if (states.length === 0) return null
    return { operator: 'is', value: states.map((state) => STATE_LABELS[state].label).join(' or ') }
  },
  clear: (filters) => ({ ...filters, states: [] }),
  Editor: StateFilter,
}

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
