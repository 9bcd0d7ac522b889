/** The endpoint table of the console's own interface: every endpoint below `/api/console`, once. */

import { countSubjectViews, exportAudit, listAudit } from '#lib/domains/audit/audit.ts'
import { exportPersonAudit, listSubjectChanges } from '#lib/domains/audit/person.ts'
import { reportAction } from '#lib/domains/audit/report-action.ts'
import { reviewViewers } from '#lib/domains/audit/review-schema.ts'
import { listSettingChanges } from '#lib/domains/audit/setting-changes.ts'
import { getBooking, listBookings, setBookingState } from '#lib/domains/bookings/booking.ts'
import { listCatalog, removeCatalogEntry, saveCatalogEntries } from '#lib/domains/catalog/catalog.ts'
import { listImports, recordImport } from '#lib/domains/connections/import-log.ts'
import { listEnvironments } from '#lib/domains/environments/environment.ts'
import { revealPatientData } from '#lib/domains/environments/patient-data.ts'
import { watchEvents } from '#lib/domains/events/live.ts'
import {
  countEvents,
  countNewEvents,
  countSourceDays,
  expungeEventBody,
  getEvent,
  listEvents,
  readEventBody,
} from '#lib/domains/events/received.ts'
import { countOrderSearches } from '#lib/domains/orders/order-counts.ts'
import { findOrderIds } from '#lib/domains/orders/order-ids.ts'
import { advanceOrder } from '#lib/domains/orders/simulation/simulation-events.ts'
import { locateZips } from '#lib/domains/service-centers/zips.ts'
import { dismissNotices, listNotices } from '#lib/domains/staff/notices.ts'
import { changeSignInRule, getSignInRules } from '#lib/domains/staff/sign-in-rules.ts'
import {
  changeStaffEmail,
  declineStaffReset,
  inviteStaff,
  listStaff,
  removeStaff,
  resetStaffAccess,
  updateStaff,
} from '#lib/domains/staff/staff.ts'
import { getViewer } from '#lib/domains/staff/viewer.ts'
import {
  getDirectoryState,
  getDirectoryUser,
  listDeletedUsers,
  refreshDirectory,
  searchDirectory,
} from '#lib/domains/users/directory.ts'
import {
  checkConnections,
  countCoverage,
  countDirectorySources,
  listConnectionChanges,
  searchDirectoryConnections,
} from '#lib/domains/users/directory-connections.ts'
import {
  changeView,
  deleteView,
  restoreView,
  saveView,
  setOwnView,
  setRoleView,
} from '#lib/domains/views/view-changes.ts'
import { countViews, listViews } from '#lib/domains/views/views.ts'
import {
  cancelWebhookReplay,
  countWebhookDeliveries,
  expungeWebhookDeliveryBody,
  getWebhookDelivery,
  getWebhookReplay,
  listWebhookDeliveries,
  readWebhookDeliveryBody,
  replayWebhookDelivery,
  startWebhookReplay,
} from '#lib/domains/webhooks/deliveries.ts'
import {
  createWebhookEndpoint,
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  listWebhookEndpoints,
  removeWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '#lib/domains/webhooks/endpoints.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { listCallbacks, recordCallback } from './orders/critical/callbacks.ts'
import {
  acknowledgeCriticalOrder,
  listAcknowledgements,
  listCriticalOrders,
  setCriticalStart,
} from './orders/critical/critical.ts'
import { changeStuckLimits } from './orders/stuck/stuck-limit-changes.ts'
import { getStuckLimits } from './orders/stuck/stuck-limits.ts'
import { getOverview } from './orders/worklist/overview.ts'
import { getWorklistOrder, listWorklist, markWorklistOrder } from './orders/worklist/worklist.ts'

export const consoleEndpoints = {
  list_environments: listEnvironments,
  reveal_patient_data: revealPatientData,
  get_viewer: getViewer,
  list_staff: listStaff,
  invite_staff: inviteStaff,
  update_staff: updateStaff,
  reset_staff_access: resetStaffAccess,
  decline_staff_reset: declineStaffReset,
  change_staff_email: changeStaffEmail,
  remove_staff: removeStaff,
  get_sign_in_rules: getSignInRules,
  change_sign_in_rule: changeSignInRule,
  list_notices: listNotices,
  dismiss_notices: dismissNotices,
  list_audit: listAudit,
  count_subject_views: countSubjectViews,
  export_audit: exportAudit,
  review_viewers: reviewViewers,
  list_subject_changes: listSubjectChanges,
  list_setting_changes: listSettingChanges,
  export_person_audit: exportPersonAudit,
  report_action: reportAction,
  search_directory: searchDirectory,
  get_directory_state: getDirectoryState,
  get_directory_user: getDirectoryUser,
  refresh_directory: refreshDirectory,
  search_directory_connections: searchDirectoryConnections,
  count_directory_sources: countDirectorySources,
  check_connections: checkConnections,
  count_coverage: countCoverage,
  list_connection_changes: listConnectionChanges,
  find_order_ids: findOrderIds,
  count_order_searches: countOrderSearches,
  list_imports: listImports,
  list_deleted_users: listDeletedUsers,
  record_import: recordImport,
  get_overview: getOverview,
  list_critical_orders: listCriticalOrders,
  list_acknowledgements: listAcknowledgements,
  acknowledge_critical_order: acknowledgeCriticalOrder,
  list_callbacks: listCallbacks,
  record_callback: recordCallback,
  set_critical_start: setCriticalStart,
  list_worklist: listWorklist,
  get_worklist_order: getWorklistOrder,
  mark_worklist_order: markWorklistOrder,
  locate_zips: locateZips,
  list_views: listViews,
  count_views: countViews,
  save_view: saveView,
  change_view: changeView,
  delete_view: deleteView,
  restore_view: restoreView,
  set_own_view: setOwnView,
  set_role_view: setRoleView,
  get_stuck_limits: getStuckLimits,
  change_stuck_limits: changeStuckLimits,
  list_catalogue: listCatalog,
  save_catalogue_entries: saveCatalogEntries,
  remove_catalogue_entry: removeCatalogEntry,
  list_bookings: listBookings,
  get_booking: getBooking,
  set_booking_state: setBookingState,
  advance_order: advanceOrder,
  list_events: listEvents,
  count_events: countEvents,
  count_new_events: countNewEvents,
  count_source_days: countSourceDays,
  watch_events: watchEvents,
  get_event: getEvent,
  read_event_body: readEventBody,
  expunge_event_body: expungeEventBody,
  list_webhook_endpoints: listWebhookEndpoints,
  create_webhook_endpoint: createWebhookEndpoint,
  update_webhook_endpoint: updateWebhookEndpoint,
  remove_webhook_endpoint: removeWebhookEndpoint,
  rotate_webhook_secret: rotateWebhookSecret,
  disable_webhook_endpoint: disableWebhookEndpoint,
  enable_webhook_endpoint: enableWebhookEndpoint,
  test_webhook_endpoint: testWebhookEndpoint,
  list_webhook_deliveries: listWebhookDeliveries,
  count_webhook_deliveries: countWebhookDeliveries,
  get_webhook_delivery: getWebhookDelivery,
  read_webhook_delivery_body: readWebhookDeliveryBody,
  expunge_webhook_delivery_body: expungeWebhookDeliveryBody,
  replay_webhook_delivery: replayWebhookDelivery,
  start_webhook_replay: startWebhookReplay,
  get_webhook_replay: getWebhookReplay,
  cancel_webhook_replay: cancelWebhookReplay,
} as const satisfies Record<string, Endpoint>

export const consoleEndpointList: readonly Endpoint[] = Object.values(consoleEndpoints)
