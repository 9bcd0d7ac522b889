/** The audit log about one person: the newest changes, for everyone who works with them, and a file for auditors. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { dateOrDateTime, isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { viewerClock } from './audit.ts'
import { auditDetails } from './details.ts'

/** Changes of one answer at most. */
const MAX_CHANGES = 20

const subjectChange = z.object({
  id: z.int(),
  at: isoDateTime,
  actor_id: z.string().nullable(),
  /** By the name they had then; null for entries that hold none, and for who is no person. */
  actor_name: z.string().nullable(),
  action: z.string(),
  details: auditDetails,
})
export type SubjectChange = z.infer<typeof subjectChange>

/** For everyone who may see the user, so without who looked, addresses and requests; `has_more` for older ones. */
export const listSubjectChanges = endpoint({
  name: 'list_subject_changes',
  path: '/audit/changes/{environment}/{user_id}',
  permission: 'users:read',
  params: inEnvironment.extend({ user_id: uuid }),
  query: z.object({
    limit: z.int().min(1).max(MAX_CHANGES).default(5),
    /** Changes about this order of theirs alone. */
    order_id: uuid.optional(),
  }),
  response: z.object({ changes: z.array(subjectChange), has_more: z.boolean() }),
})

const AUDIT_FORMATS = ['csv', 'fhir'] as const
export type AuditFormat = (typeof AUDIT_FORMATS)[number]

/** All that is on record about one user, newest first: CSV, or FHIR R4 AuditEvent, one a line (NDJSON). */
export const exportPersonAudit = endpoint({
  name: 'export_person_audit',
  path: '/audit/person-export',
  permission: 'audit:read',
  query: z.object({
    user_id: uuid,
    format: z.enum(AUDIT_FORMATS),
    environment: z.string().optional(),
    from: dateOrDateTime.optional(),
    to: dateOrDateTime.optional(),
    ...viewerClock,
  }),
  response: z.string(),
  isExport: true,
})
