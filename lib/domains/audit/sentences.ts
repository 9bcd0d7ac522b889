/** One-sentence descriptions of audit entries. Pure: for screens, files and the user summary. */
import { nameFromSlug, type SourceName } from '#lib/domains/connections/providers.ts'
import { CALLER_VERIFIED } from '#lib/domains/contacts/callers.ts'
import { MESSAGES, TEMPLATES } from '#lib/domains/contacts/messages.ts'
import { CALLED_LABELS } from '#lib/domains/orders/critical/callbacks.ts'
import { WORKLIST_CHANGES, type WorklistChange } from '#lib/domains/orders/worklist/worklist.ts'
import { countOf, midSentence } from '#lib/utils/text/counts.ts'
import { actionLabel } from './actions.ts'
import { ACTOR_LABELS, type AuditEntry } from './audit.ts'
import { type AuditDetails, fieldPhrase } from './details.ts'

type Phrase = (details: AuditDetails, nameOf: SourceName) => string | null

const ofFields =
  (whole: string): Phrase =>
  ({ fields, is_whole }) => {
    if (!fields) return null
    if (fields.length === 0) return `saved ${whole} without a change`
    return is_whole ? `saved ${whole}` : `changed ${fieldPhrase(fields)}`
  }
const ofFile =
  (what: string): Phrase =>
  ({ rows }) =>
    rows === undefined ? `exported ${what}s` : `exported ${countOf(rows, what)}`

const WORKLIST: Readonly<Record<WorklistChange, string>> = {
  'owner.me': 'took on the order',
  'owner.colleague': 'assigned the order to a colleague',
  'owner.none': 'gave back the order',
  'snooze.until': 'snoozed the order',
  'snooze.ended': 'ended the snooze of the order',
  'outcome.reached': 'finished the order',
  'outcome.undone': 'reopened the order',
}

const CHANNEL_PHRASES: Readonly<Record<string, string>> = { sms: 'an SMS', email: 'an email', copy: 'a text to copy' }

/** Actions whose label says less than a sentence can. */
const PHRASES: Readonly<Record<string, Phrase>> = {
  update_user: ofFields('the profile'),
  update_user_info: ofFields('the demographics'),
  deregister_provider: ({ provider }, nameOf) => (provider ? `disconnected ${nameOf(provider)}` : null),
  bulk_import_connections: ({ provider, rows }, nameOf) =>
    provider && rows !== undefined ? `imported ${countOf(rows, 'row')} from ${nameOf(provider)}` : null,
  create_link_token: ({ provider }, nameOf) =>
    provider ? `created a link token for ${nameOf(provider)}` : 'created a link token',
  create_link_code: () => 'created a link code',
  create_portal_url: () => 'created a portal link',
  create_sign_in_token: () => 'created a sign-in token',
  book_phlebotomy_appointment: () => 'booked a draw',
  acknowledge_critical_order: () => 'acknowledged a critical result',
  mark_worklist_order: ({ fields = [] }) =>
    WORKLIST_CHANGES.flatMap((change) => (fields.includes(change) ? WORKLIST[change] : [])).join(' and ') || null,
  record_callback: ({ called }) => {
    if (!called) return 'recorded a callback about a critical result'
    const whom = called === 'other' ? 'somebody else' : `the ${CALLED_LABELS[called].toLowerCase()}`
    return `recorded a call to ${whom} about a critical result`
  },
  add_contact: ({ fields = [] }) => {
    if (fields.includes('corrects')) return 'corrected a note or contact'
    return fields.includes('channel') ? 'recorded a contact' : 'added a note'
  },
  verify_caller: ({ fields = [] }) => {
    const facts = fieldPhrase(fields.filter((field) => field !== CALLER_VERIFIED))
    return `${fields.includes(CALLER_VERIFIED) ? 'verified' : 'couldn’t verify'} the caller by ${facts}`
  },
  open_data_request: () => 'opened a request about their data',
  finish_data_request: () => 'finished a request about their data',
  prepare_message: ({ fields: [message = ''] = [] }) => {
    const [template, channel] = message.split('.')
    const known = TEMPLATES.find((each) => each === template)
    if (!known || !channel) return null
    return `prepared ${CHANNEL_PHRASES[channel] ?? 'a message'}: ${midSentence(MESSAGES[known].label)}`
  },
  export_contacts: ofFile('contact'),
  set_booking_state: () => 'recorded an update of a booking',
  type_visit_time: () => 'typed the time of a visit booked elsewhere',
  advance_order: () => 'advanced the order',
  change_view: ({ fields }) => (fields?.length ? `changed ${fieldPhrase(fields)} of a saved view` : null),
  change_stuck_limits: ({ fields }) =>
    fields?.length ? `changed ${countOf(fields.length, 'stuck-order limit')}` : null,
  save_catalogue_entries: ({ rows }) =>
    rows === undefined ? null : `saved ${countOf(rows, 'catalog entry', 'catalog entries')}`,
  staff_updated: ({ fields }) => (fields?.length ? `changed ${fieldPhrase(fields)} of a colleague` : null),
  export_users: ofFile('user'),
  export_orders: ofFile('order'),
  print_orders: ({ rows }) => (rows === undefined ? null : `printed ${countOf(rows, 'order')}`),
  export_connections: ofFile('connection'),
  export_visits: ofFile('visit'),
  export_audit: ({ rows }) =>
    rows === undefined ? null : `exported ${countOf(rows, 'entry', 'entries')} of the audit log`,
  export_person_audit: ({ rows }) =>
    rows === undefined ? null : `exported a history of ${countOf(rows, 'entry', 'entries')}`,
  show_secret: () => 'revealed a secret',
  copy_secret: () => 'copied a secret',
}

type Said = Pick<AuditEntry, 'action' | 'details' | 'calls'>

/** Returns what was done, without who did it: `disconnected Ostrel Glucose`. */
export function predicateOf({ action, details = {}, calls }: Said, nameOf: SourceName = nameFromSlug): string {
  const label = actionLabel(action)
  const words =
    PHRASES[action]?.(details, nameOf) ?? (label ? label.charAt(0).toLowerCase() + label.slice(1) : spaced(action))
  return calls === undefined ? words : `${words} (${calls} times in one minute)`
}

/** Returns the same with a capital, as a line of a table: `Disconnected Ostrel Glucose`. */
export function actionPhrase(entry: Said, nameOf?: SourceName): string {
  const words = predicateOf(entry, nameOf)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns who did it: by the name they have now, or had then, or their email address. */
export function actorName(
  { actor_id, actor_email, actor_name }: Pick<AuditEntry, 'actor_id' | 'actor_email' | 'actor_name'>,
  names: ReadonlyMap<string, string> = new Map(),
): string {
  const now = actor_id === null ? undefined : (ACTOR_LABELS[actor_id] ?? names.get(actor_id))
  return now ?? actor_name ?? actor_email ?? 'Not signed in'
}

/** Stands after every sentence that could be read as done. */
export const OUTCOME_WORDS = {
  done: '',
  refused: ' (refused)',
  failed: ' (failed)',
  started: ' (outcome unknown)',
} as const

/** Returns a whole sentence: `Sam Tate disconnected Ostrel Glucose`. */
export function sentenceOf(entry: AuditEntry, nameOf?: SourceName): string {
  return `${actorName(entry)} ${predicateOf(entry, nameOf)}${OUTCOME_WORDS[entry.outcome]}`
}

function spaced(action: string): string {
  return action.replaceAll('_', ' ')
}
