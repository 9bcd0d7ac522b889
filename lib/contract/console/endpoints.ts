/** The endpoint table of the console's own interface: every endpoint below `/api/console`, once. */
import type { Endpoint } from '#lib/contract/endpoint.ts'
import { exportAudit, listAudit, reportAction } from './audit.ts'
import { getBooking, listBookings, setBookingState } from './bookings.ts'
import { listCatalogue, removeCatalogueEntry, saveCatalogueEntries } from './catalogue.ts'
import { acknowledgeCriticalOrder, listCriticalOrders } from './critical.ts'
import {
  countDirectorySources,
  getDirectoryState,
  getDirectoryUser,
  refreshDirectory,
  searchDirectory,
  searchDirectoryConnections,
} from './directory.ts'
import { listEnvironments } from './environments.ts'
import { getOverview } from './overview.ts'
import { advanceOrder } from './simulation.ts'
import { getViewer, inviteStaff, listStaff, resetStaffAccess, updateStaff } from './staff.ts'
import { changeStuckLimits, getStuckLimits } from './stuck-limits.ts'
import { changeView, deleteView, restoreView, saveView, setOwnView, setRoleView } from './view-changes.ts'
import { countViews, listViews } from './views.ts'
import { locateZips } from './zips.ts'

export const consoleEndpoints = {
  list_environments: listEnvironments,
  get_viewer: getViewer,
  list_staff: listStaff,
  invite_staff: inviteStaff,
  update_staff: updateStaff,
  reset_staff_access: resetStaffAccess,
  list_audit: listAudit,
  export_audit: exportAudit,
  report_action: reportAction,
  search_directory: searchDirectory,
  get_directory_state: getDirectoryState,
  get_directory_user: getDirectoryUser,
  refresh_directory: refreshDirectory,
  search_directory_connections: searchDirectoryConnections,
  count_directory_sources: countDirectorySources,
  get_overview: getOverview,
  list_critical_orders: listCriticalOrders,
  acknowledge_critical_order: acknowledgeCriticalOrder,
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
  list_catalogue: listCatalogue,
  save_catalogue_entries: saveCatalogueEntries,
  remove_catalogue_entry: removeCatalogueEntry,
  list_bookings: listBookings,
  get_booking: getBooking,
  set_booking_state: setBookingState,
  advance_order: advanceOrder,
} as const satisfies Record<string, Endpoint>

export const consoleEndpointList: readonly Endpoint[] = Object.values(consoleEndpoints)
