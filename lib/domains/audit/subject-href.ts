/** Addresses of audit subjects. Pure. */
import type { AuditEntry } from './audit.ts'

/** Actions whose first ID in older entries is a user's; those that can be about either are left out. */
const USERS: ReadonlySet<string> = new Set([
  'get_directory_user',
  'create_user',
  'get_user',
  'resolve_user',
  'delete_user',
  'undo_delete_user',
  'list_deleted_users',
  'update_user',
  'get_latest_user_info',
  'update_user_info',
  'list_user_providers',
  'deregister_provider',
  'create_link_token',
  'create_link_code',
  'create_portal_url',
  'create_sign_in_token',
  'list_users',
  'search_directory',
  'find_people',
  'name_people',
  'search_directory_connections',
  'bulk_import_connections',
  'list_subject_changes',
  'list_connection_changes',
  'add_contact',
  'list_contacts',
  'get_caller_check',
  'verify_caller',
  'list_data_requests',
  'open_data_request',
  'finish_data_request',
  'prepare_message',
  'export_person_audit',
])
const ORDERS: ReadonlySet<string> = new Set([
  'book_phlebotomy_appointment',
  'get_booking',
  'set_booking_state',
  'type_visit_time',
  'advance_order',
  'acknowledge_critical_order',
  'list_callbacks',
  'record_callback',
  'get_figures',
  'list_worklist',
  'get_worklist_order',
  'mark_worklist_order',
  'list_orders',
  'list_bookings',
  'list_critical_orders',
  'export_orders',
  'print_orders',
])

type About = Pick<AuditEntry, 'action' | 'environment' | 'subjects' | 'user_count'>

/** Returns what a subject of an entry is; null where the entry doesn't say. */
export function subjectKind({ action, subjects, user_count }: About, id: string): 'user' | 'order' | null {
  const at = subjects.indexOf(id)
  if (user_count !== undefined && at >= 0 && at < user_count) return 'user'
  if (user_count === undefined && USERS.has(action)) return 'user'
  return ORDERS.has(action) ? 'order' : null
}

/** Returns the subject that an entry is about before all others: the order of a booking, the user of a change. */
export function mainSubject(entry: About): string | null {
  const { action, subjects, user_count = 0 } = entry
  const isOrder = ORDERS.has(action) && user_count > 0
  return (isOrder ? subjects[user_count] : undefined) ?? subjects[0] ?? null
}

/** Returns the address of a subject's page; null where it isn't known or has none. */
export function subjectHref(entry: About, id: string): string | null {
  const kind = subjectKind(entry, id)
  return kind && entry.environment ? `/${entry.environment}/${kind}s/${id}` : null
}
