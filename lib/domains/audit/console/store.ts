import type { AuditEntry, AuditSearch, IdMatches, ViewGroup, ViewSearch } from '#lib/domains/audit/audit.ts'
import type { MonthCount } from '#lib/domains/audit/review.ts'
import type { ReviewedPerson, ReviewSearch } from '#lib/domains/audit/review-schema.ts'
import type { IdPart } from '#lib/utils/ids/id-part.ts'

export interface NewAuditEntry extends Omit<AuditEntry, 'id'> {
  /** For the end of a change: the ID of the entry that announced it. */
  completes: number | null
}

interface AuditPage {
  entries: AuditEntry[]
  /** The `before` of the following page; null at the end. */
  next: number | null
  /** By the id of an entry: how many more subjects it has than it is answered with. */
  more_subjects: Record<string, number>
  id_matches: IdMatches | null
}

export interface SubjectPart {
  part: IdPart
  /** Only of this environment; every one unless given. */
  environment?: string | undefined
  reach: AuditReach | null
  /** IDs to answer at most, `MAX_ID_MATCHES` unless given. */
  most?: number
}

interface ShownTo {
  actor_id: string
  environment: string
  since: Date
}

/** The part of the log visible to a viewer limited to some environments; null means all of it. */
export interface AuditReach {
  environments: readonly string[]
  /** Ids of staff: what belongs to no environment, such as a sign-in, is shown only if one of them did it or it is about one. */
  people: readonly string[]
}

/** Counts of the log by month, from which a review is made. */
export interface ReviewStore {
  countViewers(): Promise<boolean>

  /** Counts views in a month and in the earlier ones that make the baseline; `who` holds people of the month itself. */
  viewerCounts(search: ReviewSearch, reach: AuditReach | null): Promise<ViewerCounts>
}

interface ViewerCounts {
  counts: MonthCount[]
  who: Pick<ReviewedPerson, 'actor_id' | 'actor_email' | 'actor_name' | 'role'>[]
  /** When the newest entry that is counted began; null where none is. */
  counted_to: string | null
}

export interface AuditStore extends ReviewStore {
  /** Durable when it returns. Ids grow; nothing ever changes or removes an entry. */
  appendAudit(entry: NewAuditEntry): Promise<AuditEntry>

  /**
   * Newest first (by id). Filters are combined with AND, the values of one array with OR; dates follow the rules of
   * order search. An announcement is left out once its end is there, so that a call is one entry. Entries have all of
   * their subjects, or the first `maxSubjects`, with those that were searched for before all others.
   */
  searchAudit(search: AuditSearch, reach: AuditReach | null, maxSubjects?: number): Promise<AuditPage>

  /** How many entries a search finds, whatever its page. */
  countAudit(search: Omit<AuditSearch, 'limit'>, reach: AuditReach | null): Promise<number>
  /** IDs with such a part, those that begin or end with it first; without environment only for people within reach. */
  findSubjects(asked: SubjectPart): Promise<IdMatches>

  /** Returns which of these subjects an answer or a call of this person was about since then, but for their own reports. */
  subjectsShown(actor: ShownTo, subjects: readonly string[]): Promise<string[]>

  /** Adds the IDs of some entries to the index of their parts; false when none is left. A search finds them before, too. */
  indexSubjects(): Promise<boolean>

  /** Groups actions on one subject by person, day and environment: newest day first, then the latest group. */
  countViews(search: ViewSearch, reach: AuditReach | null): Promise<{ groups: ViewGroup[]; is_cut: boolean }>
}
