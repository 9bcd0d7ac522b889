/** Every statement of the specification that a service can be asked about. What only reads comes first. */
import { authentication } from './authentication.ts'
import { booking } from './booking.ts'
import { bulkImport } from './bulk-import.ts'
import type { Statement } from './kit.ts'
import { link } from './link.ts'
import { linkPages } from './link-pages.ts'
import { markers } from './markers.ts'
import { orderDates } from './order-dates.ts'
import { orderFilters } from './order-filters.ts'
import { orders } from './orders.ts'
import { portalUrl } from './portal.ts'
import { providers } from './providers.ts'
import { serviceCenters } from './service-centers.ts'
import { userInfo } from './user-info.ts'
import { users } from './users.ts'
import { wire } from './wire.ts'

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
]
