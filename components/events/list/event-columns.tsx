import { createColumnHelper } from '@tanstack/react-table'
import type { MouseEvent } from 'react'
import { OutcomePill } from '#components/events/outcome-pill.tsx'
import { EventType } from '#components/patterns/domain/event-type.tsx'
import { type FilterEditorProps, type FilterField, someLabel } from '#components/patterns/list/filters/filter-fields.ts'
import type { ListRecord } from '#components/patterns/list/list.tsx'
import type { ListFeatures } from '#components/patterns/list/list-features.ts'
import { timeField } from '#components/patterns/volume/time-field.tsx'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { Check } from '#components/ui/field/check.tsx'
import { labelStyle } from '#components/ui/field/field.tsx'
import { nameFromSlug } from '#lib/domains/connections/providers.ts'
import { OUTCOME_WORDS, OUTCOMES } from '#lib/domains/events/outcomes.ts'
import type { ReceivedEvent } from '#lib/domains/events/received.ts'
import { uuid } from '#lib/kernel/fields.ts'
import type { WallClock } from '#lib/utils/time/instants.ts'
import { EVENT_SIZES, type EventListFilters, toggled, USUAL_PERIOD } from './event-search.ts'

export const EVENT_LIST: ListRecord<ReceivedEvent> = {
  title: 'Events',
  sizes: EVENT_SIZES,
  isSlim: true,
  getRowId: ({ id }) => String(id),
  // A card on a phone, one line from 700 px on; beside an open event without the source, which the event says.
  rowLayout:
    "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'type_outcome''source_received''user_user'] @min-[700px]/list:[--row-columns:minmax(150px,1.4fr)_minmax(84px,.7fr)_126px_134px_72px] @min-[700px]/list:[--row-areas:'type_source_user_outcome_received'] @min-[880px]/list:[--row-columns:minmax(210px,1.6fr)_minmax(100px,0.8fr)_150px_150px_84px]",
}

const helper = createColumnHelper<ListFeatures, ReceivedEvent>()

interface EventColumns {
  /** Address of the page with an event open. */
  hrefOf: (id: number) => string
  onOpen: (id: number) => void
}

export function eventColumns({ hrefOf, onOpen }: EventColumns) {
  return helper.columns([
    helper.accessor('event_type', {
      header: 'Event',
      cell: ({ row: { original } }) => <EventLink event={original} href={hrefOf(original.id)} onOpen={onOpen} />,
      meta: { place: '[grid-area:type]' },
    }),
    helper.accessor('source', {
      header: 'Source',
      cell: ({ getValue }) => (
        <span className="block truncate text-ink-2">{getValue()?.name ?? <span className="text-ink-3">–</span>}</span>
      ),
      meta: { place: '[grid-area:source]' },
    }),
    helper.accessor('user_id', {
      header: 'User',
      // The row leads to its event.
      cell: ({ getValue }) => <CopyableId id={getValue()} noun="User ID" />,
      meta: { place: '[grid-area:user]' },
    }),
    helper.accessor('outcome', {
      header: 'Outcome',
      cell: ({ row: { original } }) => <OutcomePill event={original} bare />,
      meta: { place: '[grid-area:outcome] @max-[699px]/list:justify-self-end' },
    }),
    helper.accessor('received_at', {
      header: 'Received',
      cell: ({ getValue }) => <TimeStamp value={getValue()} className="text-ink-2" />,
      meta: { place: '[grid-area:received] @max-[699px]/list:justify-self-end' },
    }),
  ])
}

function EventLink({ event, href, onOpen }: { event: ReceivedEvent; href: string; onOpen: (id: number) => void }) {
  const { id, event_type, outcome } = event
  const tabIndex = useTabIndex()
  // Opens beside the list; with a key held it is an address like any other.
  const press = (pressed: MouseEvent) => {
    if (pressed.metaKey || pressed.ctrlKey || pressed.shiftKey || pressed.altKey) return
    pressed.preventDefault()
    onOpen(id)
  }
  return (
    <a href={href} tabIndex={tabIndex} onClick={press} className="row-link block min-w-0">
      <EventType type={event_type} isClosed={outcome === 'superseded' || outcome === 'duplicate'} />
    </a>
  )
}

/** The filters of the list as its chips and its picker show them; types and sources have their numbers beside the list. */
type Props = FilterEditorProps<EventListFilters>
type Field = FilterField<EventListFilters>

function OutcomeEditor({ draft, onChange }: Props) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-ink-3">With any of these outcomes:</legend>
      {OUTCOMES.map((outcome) => (
        <Check
          key={outcome}
          checked={draft.outcomes.includes(outcome)}
          onChange={() => onChange({ ...draft, outcomes: toggled(draft.outcomes, outcome) })}
        >
          {OUTCOME_WORDS[outcome].label}
          <span className="block text-xs text-ink-3">{OUTCOME_WORDS[outcome].sentence}</span>
        </Check>
      ))}
    </fieldset>
  )
}

const OUTCOME: Field = {
  id: 'outcome',
  label: 'Outcome',
  icon: 'state',
  chip: ({ outcomes }) =>
    someLabel(
      outcomes.map((outcome) => OUTCOME_WORDS[outcome].label),
      'outcomes',
    ),
  clear: (filters) => ({ ...filters, outcomes: [] }),
  Editor: OutcomeEditor,
}

interface BoxProps {
  label: string
  value: string
  hint: string
  onType: (text: string) => void
}

function Box({ label, value, hint, onType }: BoxProps) {
  return (
    <label className="flex flex-col gap-1.5">
      <span className={labelStyle}>{label}</span>
      <input
        type="text"
        defaultValue={value}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onType(target.value)}
        className={`${boxStyle} h-8 px-2.5 font-mono text-sm max-rail:h-11 max-rail:text-lg`}
      />
      <span className="text-xs text-ink-3">{hint}</span>
    </label>
  )
}

const HINT = 'Separate several with commas. The numbers beside the list choose one with a press.'
const readNames = (text: string) => text.split(',').flatMap((one) => one.trim() || [])
const readId = (text: string) => uuid.safeParse(text.trim()).data ?? null

function TypeEditor({ draft, onChange }: Props) {
  const set = (text: string) => onChange({ ...draft, event_types: readNames(text) })
  return <Box label="Event types" value={draft.event_types.join(', ')} hint={HINT} onType={set} />
}

function SourceEditor({ draft, onChange }: Props) {
  const set = (text: string) => onChange({ ...draft, sources: readNames(text) })
  return <Box label="Sources" value={draft.sources.join(', ')} hint={HINT} onType={set} />
}

function UserEditor({ draft, onChange }: Props) {
  const set = (text: string) => onChange({ ...draft, user_id: readId(text) })
  return <Box label="User ID" value={draft.user_id ?? ''} hint="Enter the whole ID." onType={set} />
}

function OrderEditor({ draft, onChange }: Props) {
  const set = (text: string) => onChange({ ...draft, order_id: readId(text) })
  return <Box label="Order ID" value={draft.order_id ?? ''} hint="Enter the whole ID." onType={set} />
}

const TYPE: Field = {
  id: 'type',
  label: 'Type',
  icon: 'status',
  chip: ({ event_types }) => someLabel(event_types, 'types'),
  clear: (filters) => ({ ...filters, event_types: [] }),
  Editor: TypeEditor,
}

const SOURCE: Field = {
  id: 'source',
  label: 'Source',
  icon: 'source',
  chip: ({ sources }) =>
    someLabel(
      sources.map((slug) => nameFromSlug(slug) || 'none'),
      'sources',
    ),
  clear: (filters) => ({ ...filters, sources: [] }),
  Editor: SourceEditor,
}

const USER: Field = {
  id: 'user',
  label: 'User',
  icon: 'user',
  chip: ({ user_id }) => (user_id === null ? null : { operator: 'is', value: user_id }),
  clear: (filters) => ({ ...filters, user_id: null }),
  Editor: UserEditor,
}

const ORDER: Field = {
  id: 'order',
  label: 'Order',
  icon: 'order',
  chip: ({ order_id }) => (order_id === null ? null : { operator: 'is', value: order_id }),
  clear: (filters) => ({ ...filters, order_id: null }),
  Editor: OrderEditor,
}

/** On the page of one user their events are all there are. */
export function eventFields(isOfUser: boolean, clock: WallClock): readonly Field[] {
  const all = [timeField<EventListFilters>('Received', USUAL_PERIOD, clock), OUTCOME, TYPE, SOURCE, USER, ORDER]
  return isOfUser ? all.filter((field) => field !== USER) : all
}
