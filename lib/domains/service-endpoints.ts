/** The endpoint table: every endpoint of the spec, once, then those it names without their shapes. The name is the key everywhere. */

import { createLinkCode, createLinkToken } from '#lib/domains/access/link.ts'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { listMarkers } from '#lib/domains/catalog/marker.ts'
import {
  bulkImportConnections,
  deregisterProvider,
  listBulkOps,
  listUserProviders,
} from '#lib/domains/connections/connection.ts'
import { getHistoricalPulls } from '#lib/domains/connections/historical-pull.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { updateUserInfo } from '#lib/domains/demographics/user-info-write.ts'
import { getWorkoutStream } from '#lib/domains/events/event.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { getServiceCenters } from '#lib/domains/service-centers/service-center.ts'
import {
  createPortalUrl,
  createSignInToken,
  createUser,
  deleteUser,
  getUser,
  listUsers,
  resolveUser,
  undoDeleteUser,
  updateUser,
} from '#lib/domains/users/user.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'

export const endpoints = {
  update_user_info: updateUserInfo,
  get_latest_user_info: getLatestUserInfo,
  list_user_providers: listUserProviders,
  bulk_import_connections: bulkImportConnections,
  list_users: listUsers,
  create_portal_url: createPortalUrl,
  update_user: updateUser,
  create_link_code: createLinkCode,
  create_link_token: createLinkToken,
  create_sign_in_token: createSignInToken,
  book_phlebotomy_appointment: bookPhlebotomyAppointment,
  list_markers: listMarkers,
  list_orders: listOrders,
  get_service_centers: getServiceCenters,
  deregister_provider: deregisterProvider,
  create_user: createUser,
  get_user: getUser,
  resolve_user: resolveUser,
  delete_user: deleteUser,
  undo_delete_user: undoDeleteUser,
  list_bulk_ops: listBulkOps,
  get_workout_stream: getWorkoutStream,
  get_historical_pulls: getHistoricalPulls,
} as const satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints

export const endpointList: readonly Endpoint[] = Object.values(endpoints)
