/** An entry of the audit log as a FHIR R4 AuditEvent (http://hl7.org/fhir/R4/auditevent.html). Pure. */
import { ROLE_LABELS } from '#lib/domains/staff/roles.ts'
import { actionGroup, actionLabel } from './actions.ts'
import type { AuditEntry, AuditOutcome } from './audit.ts'
import { actorName, sentenceOf } from './sentences.ts'
import { CHANGES } from './views.ts'

const EVENT_TYPE = 'http://terminology.hl7.org/CodeSystem/audit-event-type'
const DICOM = 'http://dicom.nema.org/resources/ontology/DCM'
const SOURCE_TYPE = 'http://terminology.hl7.org/CodeSystem/security-source-type'
const ENTITY_TYPE = 'http://terminology.hl7.org/CodeSystem/audit-entity-type'
const ENTITY_ROLE = 'http://terminology.hl7.org/CodeSystem/object-role'

/** `audit-event-outcome`: how a change ended that nobody recorded isn't known, so it has none. */
const OUTCOMES: Readonly<Record<AuditOutcome, { code?: string; text: string }>> = {
  done: { code: '0', text: 'Done' },
  refused: { code: '4', text: 'Refused: nothing was shown or changed' },
  failed: { code: '8', text: 'Failed: a change may or may not have been made' },
  started: { text: 'The outcome was not recorded: a change may or may not have been made' },
}

const changes = new Set(CHANGES)

/** `audit-event-action`: create, read, update, delete or execute. */
function actionCode(action: string): 'C' | 'R' | 'U' | 'D' | 'E' {
  if (action.startsWith('create_') || action === 'book_phlebotomy_appointment') return 'C'
  if (action === 'deregister_provider' || action.startsWith('delete_') || action.startsWith('remove_')) return 'D'
  if (changes.has(action)) return 'U'
  return actionGroup(action)?.id === 'viewing' ? 'R' : 'E'
}

function typeOf(action: string) {
  const group = actionGroup(action)?.id
  if (group === 'access') return { system: DICOM, code: '110114', display: 'User Authentication' }
  if (group === 'files' && !changes.has(action)) return { system: DICOM, code: '110106', display: 'Export' }
  return { system: EVENT_TYPE, code: 'rest', display: 'RESTful Operation' }
}

/** Other users of the same call are counted, not named: the file is about this person alone. */
export function auditEventOf(entry: AuditEntry, user_id: string) {
  const { action, at, duration, outcome, actor_id, actor_email, role, environment, subjects } = entry
  const { code, text } = OUTCOMES[outcome]
  const label = actionLabel(action)
  return {
    resourceType: 'AuditEvent',
    id: `vialdesk-${entry.id}`,
    type: typeOf(action),
    subtype: [{ code: action, ...(label && { display: label }) }],
    action: actionCode(action),
    period: { start: at, end: new Date(Date.parse(at) + duration).toISOString() },
    recorded: at,
    ...(code && { outcome: code }),
    outcomeDesc: entry.status === null ? text : `${text} (HTTP ${entry.status})`,
    agent: [
      {
        ...(role && { role: [{ text: ROLE_LABELS[role].label }] }),
        ...(actor_id && { who: { identifier: { value: actor_id }, display: actorName(entry) } }),
        ...(actor_email && { altId: actor_email }),
        name: actorName(entry),
        requestor: true,
      },
    ],
    source: {
      ...(environment && { site: environment }),
      observer: { display: 'Vialdesk' },
      type: [{ system: SOURCE_TYPE, code: '4', display: 'Application Server' }],
    },
    entity: [
      {
        what: { identifier: { value: user_id } },
        type: { system: ENTITY_TYPE, code: '1', display: 'Person' },
        role: { system: ENTITY_ROLE, code: '1', display: 'Patient' },
        description: sentenceOf(entry),
        detail: detailsOf(entry, subjects.filter((id) => id !== user_id).length),
      },
    ],
  }
}

function detailsOf({ details = {}, request_id, listed, masked, calls }: AuditEntry, others: number) {
  const { fields = [], provider, rows, view } = details
  const pairs: [string, string | number | undefined][] = [
    ['request-id', request_id],
    ['shown-in-list', String(listed)],
    ['patient-data-masked', String(masked)],
    ...fields.map((field): [string, string] => ['changed-field', field]),
    ['source', provider],
    ['rows', rows],
    ['view', view],
    ['calls', calls],
    ['other-subjects', others > 0 ? others : undefined],
  ]
  return pairs.flatMap(([type, value]) => (value === undefined ? [] : [{ type, valueString: String(value) }]))
}
