/** The port of the console's own back end: everything it asks of a store. Both adapters pass one conformance suite. */

import type { AuditStore } from '#lib/domains/audit/console/store.ts'
import type { BookingStore } from '#lib/domains/bookings/console/store.ts'
import type { CatalogStore } from '#lib/domains/catalog/console/store.ts'
import type { ImportStore } from '#lib/domains/connections/console/store.ts'
import type { EventStore } from '#lib/domains/events/console/store.ts'
import type { CallbackStore } from '#lib/domains/orders/console/callbacks/store.ts'
import type { AcknowledgementStore } from '#lib/domains/orders/console/overview/store.ts'
import type { SettingsStore } from '#lib/domains/orders/console/stuck-limits/store.ts'
import type { WorklistStore } from '#lib/domains/orders/console/worklist/store.ts'
import type { DirectoryStore } from '#lib/domains/users/console/store/store.ts'
import type { ViewStore } from '#lib/domains/views/console/store.ts'

export interface ConsoleStore
  extends AuditStore,
    DirectoryStore,
    ImportStore,
    AcknowledgementStore,
    CallbackStore,
    ViewStore,
    SettingsStore,
    WorklistStore,
    CatalogStore,
    BookingStore,
    EventStore {}
