/** The endpoint table: every endpoint of the spec, once. The name is the key everywhere. */
import { bookPhlebotomyAppointment } from './appointment.ts'
import { bulkImportConnections, deregisterProvider, listUserProviders } from './connection.ts'
import type { Endpoint } from './endpoint.ts'
import { createLinkCode, createLinkToken } from './link.ts'
import { listMarkers } from './marker.ts'
import { listOrders } from './order.ts'
import { getServiceCenters } from './service-center.ts'
import { createPortalUrl, createSignInToken, listUsers, updateUser } from './user.ts'
import { getLatestUserInfo, updateUserInfo } from './user-info.ts'

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
} as const satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints

export const endpointList: readonly Endpoint[] = Object.values(endpoints)
