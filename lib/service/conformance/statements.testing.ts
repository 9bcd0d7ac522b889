/** Every statement of the specification that a service can be asked about. What only reads comes first. */
import { authentication } from './authentication.conformance.ts'
import { booking } from './booking.conformance.ts'
import { bulkImport } from './bulk-import.conformance.ts'
import type { Statement } from './kit.testing.ts'
import { link } from './link.conformance.ts'
import { linkPages } from './link-pages.conformance.ts'
import { markers } from './markers.conformance.ts'
import { orderDates } from './order-dates.conformance.ts'
import { orderFilters } from './order-filters.conformance.ts'
import { orders } from './orders.conformance.ts'
import { portalUrl } from './portal.conformance.ts'
import { providers } from './providers.conformance.ts'
import { serviceCenters } from './service-centers.conformance.ts'
import { userInfo } from './user-info.conformance.ts'
import { users } from './users.conformance.ts'
import { wearables } from './wearables.conformance.ts'
import { wire } from './wire.conformance.ts'

export const statements: readonly Statement[] = [
  ...authentication,
  ...orders,
  ...orderFilters,
  ...orderDates,
  ...markers,
  ...serviceCenters,
  ...wire,
  ...users,
  ...userInfo,
  ...providers,
  ...bulkImport,
  ...link,
  ...linkPages,
  ...portalUrl,
  ...booking,
  ...wearables,
]
