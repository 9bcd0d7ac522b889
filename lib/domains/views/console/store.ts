import type { SavedView, ViewPlace } from '#lib/domains/views/views.ts'

export interface StoredView extends Pick<SavedView, 'id' | 'name' | 'shared' | 'filter' | 'look' | 'version'> {
  owner_id: string
  owner_name: string
  /** ISO, to the millisecond. */
  changed_at: string
}

export type NewView = Omit<StoredView, 'version'>
/** Changes to a view; missing fields stay. */
export type ViewChange = { [K in 'name' | 'shared' | 'filter' | 'look']?: StoredView[K] | undefined }

/** `taken`: its owner, or the shared ones, have another of that name. `stale`: it stands at another version. */
export type ViewRefusal = 'taken' | 'too_many' | 'gone' | 'stale'

export interface ViewStore {
  /** A person's own and the shared ones, in the order in which they were made. */
  viewsFor(place: ViewPlace, person_id: string): Promise<StoredView[]>
  /** One that was not deleted, whosever it is. */
  findView(place: ViewPlace, id: string): Promise<StoredView | null>
  /** Durable when it returns, as everything here. `most`: views that its owner may keep in the list. */
  addView(place: ViewPlace, view: NewView, most: number): Promise<StoredView | 'taken' | 'too_many'>
  /** Changes a view; among several changes of one version, one succeeds. */
  changeView(
    place: ViewPlace,
    seen: Pick<StoredView, 'id' | 'version'>,
    change: ViewChange,
    at: string,
  ): Promise<StoredView | Exclude<ViewRefusal, 'too_many'>>
  /** It can be restored; what was deleted before `forget_before` no longer can. */
  deleteView(
    place: ViewPlace,
    seen: Pick<StoredView, 'id' | 'version'>,
    at: string,
    forget_before: string,
  ): Promise<'deleted' | 'gone' | 'stale'>
  /** One that was deleted. */
  findDeletedView(place: ViewPlace, id: string): Promise<StoredView | null>
  /** As it was, at a version more. */
  restoreView(place: ViewPlace, id: string, most: number): Promise<StoredView | Exclude<ViewRefusal, 'stale'>>
}
