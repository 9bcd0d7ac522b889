/** The audit log: who did what to whom, when, and how it ended; never bodies, names or tokens. */
import { z } from 'zod'
import { ROLES } from '#lib/domains/staff/roles.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { dateOrDateTime, ianaZone, isoDate, isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { auditDetails } from './details.ts'

/**
 * `done`: a 2xx answer. `refused`: a 4xx one, so nothing happened. `failed`: a 5xx one or none at all, so a change may
 * or may not have been made. `started`: a change that is under way, or whose end was never recorded.
 */
export const AUDIT_OUTCOMES = ['done', 'refused', 'failed', 'started'] as const
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]

/** The `actor_id` of calls to the embedded service by key; never a person's ID. */
export const SERVICE_KEY_ACTOR = 'service_key'

/** The `actor_id` of calls by management key; never a person's ID. */
export const MANAGEMENT_KEY_ACTOR = 'management_key'

/** The `actor_id` of commands run on the server; never a person's ID. */
export const OPERATOR_ACTOR = 'operator'

/** Labels for actors that aren't people. */
export const ACTOR_LABELS: Readonly<Record<string, string>> = {
  [SERVICE_KEY_ACTOR]: 'Service API key',
  [MANAGEMENT_KEY_ACTOR]: 'Management key',
  [OPERATOR_ACTOR]: 'Operator on the server',
}

export const auditEntry = z.object({
  id: z.int(),
  at: isoDateTime,
  /** Null for actions without a session, such as a failed sign-in. */
  actor_id: z.string().nullable(),
  actor_email: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
  environment: z.string().nullable(),
  /** Name of the endpoint, or of what the console did (`sign_in`, `reveal_patient_data`, …). */
  action: z.string(),
  /** Ids of users and orders that the call asked for or that its answer showed; never names. */
  subjects: z.array(z.string()),
  /** Whether the call asked for nobody in particular: its subjects stood in a list that it was answered. */
  listed: z.boolean().default(false),
  /** Whether what says who a patient is was hidden in the answer. */
  masked: z.boolean().default(false),
  outcome: z.enum(AUDIT_OUTCOMES),
  /** HTTP status of the answer; null where there was none. */
  status: z.int().nullable(),
  request_id: z.string(),
  /** Milliseconds. */
  duration: z.int().min(0),
  /** The number of calls in an entry that sums up a minute of them. */
  calls: z.int().min(1).optional(),
  /** For a failed sign-in: a keyed hash of the network, equal for all calls from there. */
  network: z.string().optional(),
  /** By the name they had then; entries of before November 2026 have none. */
  actor_name: z.string().optional(),
  /** How many of the subjects are users: they come before all others. Unknown for older entries. */
  user_count: z.int().min(0).optional(),
  /** Details of the change; missing in older entries. */
  details: auditDetails.optional(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const auditSearch = z.object({
  from: dateOrDateTime.optional(),
  to: dateOrDateTime.optional(),
  actor_id: z.string().optional(),
  environment: z.string().optional(),
  action: z.array(z.string()).optional(),
  outcome: z.array(z.enum(AUDIT_OUTCOMES)).optional(),
  /** Subject of an entry: an ID, or any part of one (`lib/utils/ids/id-part.ts`). */
  subject: z.union([uuid, z.string()]).optional(),
  /** Entries with a lower id: the log is read backwards, and grows while it is read. */
  before: z.int().min(1).optional(),
  limit: z.int().min(1).max(500).default(100),
})
export type AuditSearch = z.output<typeof auditSearch>

/** `changes` asks for changes alone, unless actions are asked for. */
const asked = auditSearch.extend({ changes: z.boolean().optional() })

/** IDs to choose from, at most, where a part of one stands for several. */
export const MAX_ID_MATCHES = 20
const idMatches = z.object({ ids: z.array(z.string()), is_cut: z.boolean() })
export type IdMatches = z.infer<typeof idMatches>

/** Ids that an entry of a list is answered with at most; the file has all of them. */
export const SHOWN_SUBJECTS = 20

/** One entry a call; `next` is the `before` of the following page, null at the end. */
export const listAudit = endpoint({
  name: 'list_audit',
  path: '/audit',
  permission: 'audit:read',
  query: asked,
  response: z.object({
    entries: z.array(auditEntry),
    next: z.int().nullable(),
    /** By the id of an entry: how many more subjects it has than it is answered with. */
    more_subjects: z.record(z.string(), z.int().min(1)).default({}),
    /** References of users whom entries are about, by environment and id: `sandbox/3cb7…` → `case-0042`. */
    references: z.record(z.string(), z.string()).default({}),
    /** IDs that match a searched part; with too many (`is_cut`) there are no entries until more of it is given. */
    id_matches: idMatches.nullable().default(null),
  }),
})

/** The viewer's IANA zone, for local times and the day in the name of a file. */
export const viewerClock = { time_zone: ianaZone.default('UTC') }

export const viewSearch = auditSearch.pick({ from: true, to: true }).extend({
  subject: uuid,
  /** IANA zone in which days begin and end; UTC unless given. */
  time_zone: ianaZone.default('UTC'),
})
export type ViewSearch = z.output<typeof viewSearch>

/** Groups of one answer at most. */
export const VIEW_GROUPS = 200

/** Calls by one person about one subject on one day in one environment. */
export const viewGroup = z.object({
  day: isoDate,
  actor_id: z.string().nullable(),
  actor_email: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
  environment: z.string().nullable(),
  /** Reads whose answer held the subject among others. */
  listed: z.int().min(0),
  /** Reads that asked for the subject, or for something of theirs, by id. */
  opened: z.int().min(0),
  /** Masked responses among both. */
  masked: z.int().min(0),
  /** Everything else: changes, exports, what was refused or failed, and readings of the log itself. */
  other: z.int().min(0),
  last_at: isoDateTime,
})
export type ViewGroup = z.infer<typeof viewGroup>

/** Lists views of a user or an order by person and day, newest first; `is_cut` marks older groups left out. */
export const countSubjectViews = endpoint({
  name: 'count_subject_views',
  path: '/audit/views',
  permission: 'audit:read',
  query: viewSearch,
  response: z.object({ groups: z.array(viewGroup), is_cut: z.boolean() }),
})

/** Everything that is filtered, newest first, as CSV: a file to be saved, not an answer to be parsed. */
export const exportAudit = endpoint({
  name: 'export_audit',
  path: '/audit/export',
  permission: 'audit:read',
  query: asked.omit({ before: true, limit: true }).extend(viewerClock),
  response: z.string(),
  isExport: true,
})
