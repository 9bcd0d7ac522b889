import { OUTCOME_LOOKS, OutcomePill } from '#components/events/outcome-pill.tsx'
import { EventName } from '#components/patterns/domain/event-type.tsx'
import { CountChips } from '#components/patterns/list/filters/count-chips.tsx'
import type { FilterField } from '#components/patterns/list/filters/filter-fields.ts'
import { idField, manyOf, namesField } from '#components/patterns/list/filters/typed-fields.tsx'
import type { ListRecord } from '#components/patterns/list/list.tsx'
import { columnsOf } from '#components/patterns/list/list-features.ts'
import { OpenerLink } from '#components/patterns/list/opener-link.tsx'
import { timeField } from '#components/patterns/volume/timed-list.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { nameFromSlug } from '#lib/domains/connections/providers.ts'
import { OUTCOME_WORDS, OUTCOMES, type Outcome } from '#lib/domains/events/outcomes.ts'
import type { EventCounts, ReceivedEvent } from '#lib/domains/events/received.ts'
import type { WallClock } from '#lib/utils/time/instants.ts'
import { type EventListFilters, USUAL_PERIOD } from './event-search.ts'

export const EVENT_LIST: ListRecord<ReceivedEvent> = {
  title: 'Events',
  sizes: [50, 100, 250],
  isSlim: true,
  getRowId: ({ id }) => String(id),
  // A card on a phone, one line from 700 px on; beside an open event without the source, which the event says.
  rowLayout:
    "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'type_outcome''source_received''user_user'] @min-[700px]/list:[--row-columns:minmax(150px,1.4fr)_minmax(84px,.7fr)_126px_134px_72px] @min-[700px]/list:[--row-areas:'type_source_user_outcome_received'] @min-[880px]/list:[--row-columns:minmax(210px,1.6fr)_minmax(100px,0.8fr)_150px_150px_84px]",
}

const column = columnsOf<ReceivedEvent>()

export function eventColumns({ hrefOf, onOpen }: { hrefOf: (id: number) => string; onOpen: (id: number) => void }) {
  return [
    column('event_type', 'Event', '[grid-area:type]', (event) => (
      <OpenerLink href={hrefOf(event.id)} onOpen={() => onOpen(event.id)}>
        <EventName type={event.event_type} isClosed={event.outcome === 'superseded' || event.outcome === 'duplicate'} />
      </OpenerLink>
    )),
    column('source', 'Source', '[grid-area:source]', (event) => (
      <span className="block truncate text-ink-2">{event.source?.name ?? <span className="text-ink-3">–</span>}</span>
    )),
    // The row leads to its event.
    column('user_id', 'User', '[grid-area:user]', ({ user_id, client_user_id }) =>
      client_user_id ? (
        <Verbatim className="block truncate">{client_user_id}</Verbatim>
      ) : (
        <CopyableId id={user_id} noun="User ID" />
      ),
    ),
    column('outcome', 'Outcome', '[grid-area:outcome] @max-[699px]/list:justify-self-end', (event) => (
      <OutcomePill event={event} bare />
    )),
    column('received_at', 'Received', '[grid-area:received] @max-[699px]/list:justify-self-end', (event) => (
      <TimeStamp value={event.received_at} className="text-ink-2" />
    )),
  ]
}

type Field = FilterField<EventListFilters>

const OUTCOME_OPTIONS = OUTCOMES.map((value) => {
  const { label: text, sentence: note } = OUTCOME_WORDS[value]
  return { value, text, note }
})

const OUTCOME: Field = manyOf({
  name: 'outcomes',
  id: 'outcome',
  label: 'Outcome',
  icon: 'state',
  noun: 'outcomes',
  options: OUTCOME_OPTIONS,
})

interface OutcomeChipsProps {
  counts: EventCounts['outcomes']
  chosen: readonly Outcome[]
  onChoose: (outcomes: readonly Outcome[]) => void
}

export function OutcomeChips({ counts, chosen, onChoose }: OutcomeChipsProps) {
  const known = new Map(counts.map(({ outcome, count }) => [outcome, count]))
  const chips = OUTCOMES.map((outcome) => ({
    id: outcome,
    ...OUTCOME_LOOKS[outcome],
    label: OUTCOME_WORDS[outcome].label,
    count: known.get(outcome) ?? 0,
  }))
  return <CountChips legend="Outcome" chips={chips} chosen={chosen} onChoose={onChoose} />
}

const HINT = 'Separate several with commas. Or click a count beside the list.'

const TYPE: Field = namesField({
  name: 'event_types',
  id: 'type',
  label: 'Type',
  icon: 'status',
  box: 'Event types',
  hint: HINT,
  noun: 'types',
})

const SOURCE: Field = namesField({
  name: 'sources',
  id: 'source',
  label: 'Source',
  icon: 'source',
  box: 'Sources',
  hint: HINT,
  noun: 'sources',
  nameOf: (slug) => nameFromSlug(slug) || 'none',
})

const WHOLE_ID = 'Enter the whole ID.'
const USER: Field = idField({
  name: 'user_id',
  id: 'user',
  label: 'User',
  icon: 'user',
  box: 'User ID',
  hint: WHOLE_ID,
})
const ORDER: Field = idField({
  name: 'order_id',
  id: 'order',
  label: 'Order',
  icon: 'order',
  box: 'Order ID',
  hint: WHOLE_ID,
})

/** On the page of one user their events are all there are. */
export function eventFields(isOfUser: boolean, clock: WallClock): readonly Field[] {
  const all = [timeField<EventListFilters>('Received', USUAL_PERIOD, clock), OUTCOME, TYPE, SOURCE, USER, ORDER]
  return isOfUser ? all.filter((field) => field !== USER) : all
}
