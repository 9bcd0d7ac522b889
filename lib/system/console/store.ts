/** The port of the console's own back end: everything it asks of a store. Both adapters pass one conformance suite. */

import type { RecordStore } from '#lib/console/records.ts'
import type { AuditStore } from '#lib/domains/audit/console/store.ts'
import type { BookingStore } from '#lib/domains/bookings/console/store.ts'
import type { CatalogStore } from '#lib/domains/catalog/console/store.ts'
import type { EventStore } from '#lib/domains/events/console/store.ts'
import type { AcknowledgementStore, CallbackStore } from '#lib/domains/orders/console/store.ts'
import type { DirectoryStore } from '#lib/domains/users/console/store/store.ts'
import type { ViewStore } from '#lib/domains/views/console/store.ts'

export interface ConsoleStore
  extends AuditStore,
    DirectoryStore,
    AcknowledgementStore,
    CallbackStore,
    ViewStore,
    RecordStore,
    CatalogStore,
    BookingStore,
    EventStore {}
