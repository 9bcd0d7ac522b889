import type { EventForm } from '#lib/domains/events/event-forms.ts'
import type { NewEvent, Series } from '#lib/domains/events/new-event.ts'
import type { Outcome, Rejection } from '#lib/domains/events/outcomes.ts'
import type { EventFilters, EventSearch, ReceivedEvent } from '#lib/domains/events/received.ts'
import type { KeptSample, SavedEvent } from './resolve-batch.ts'

/** Events alike in what facets and bars tell apart. */
export interface EventGroup {
  outcome: Outcome
  event_type: string
  source_slug: string | null
  source_name: string | null
  /** Index in the window, from 0. */
  bar: number
  count: number
}

interface GroupSearch extends Pick<EventFilters, 'user_id' | 'order_id'> {
  from: Date
  to: Date
  bars: number
  /** Events that are looked at, newest first. */
  limit: number
}

export interface EventStore {
  /** All or none, durable when it resolves; numbers go up in order, none is seen before all lower ones. */
  saveEvents(events: readonly NewEvent[]): Promise<SavedEvent[]>
  searchEvents(
    environment: string,
    search: EventSearch,
  ): Promise<{ events: ReceivedEvent[]; total: number | null; up_to: number }>
  /** The newest event after another, `after` itself where there is none, and the forms of those since; none of null. */
  eventsSince(
    environment: string,
    since: { after: number | null; order_id: string | null },
  ): Promise<{ up_to: number; forms: EventForm[] }>
  countNewEvents(environment: string, filters: EventFilters, after: number): Promise<number>
  groupEvents(environment: string, search: GroupSearch): Promise<{ groups: EventGroup[]; is_cut: boolean }>
  findEvent(environment: string, id: number): Promise<ReceivedEvent | null>
  /** As it was sent; null where it isn’t kept. */
  eventBody(environment: string, id: number): Promise<string | null>
  /** Current samples of a series within a time, both ends among them; oldest first, the newest where they are too many. */
  seriesSamples(
    environment: string,
    series: Series,
    range: { from: Date; to: Date; limit: number },
  ): Promise<KeptSample[]>
  /** Removes a body and samples no newer event brought; what an older event said of them doesn't come back. */
  expungeBody(environment: string, id: number, at: Date): Promise<boolean>
  /** Removes bodies of events received before, and the samples that none has brought since. Answers how many bodies. */
  purgeBodies(before: Date): Promise<number>
  /** Adds to the counts of what was rejected; `minute` begins one. `environment` is empty where there is no such. */
  countRejections(
    counts: readonly { environment: string; reason: Rejection; minute: Date; count: number }[],
  ): Promise<void>
  rejections(environment: string, range: { from: Date; to: Date }): Promise<{ reason: Rejection; count: number }[]>
}
