import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './lib/service/tables.ts',
    './lib/service/webhook-tables.ts',
    './lib/platform/database/schemas.ts',
    './lib/domains/audit/console/tables.ts',
    './lib/domains/orders/console/overview/tables.ts',
    './lib/domains/orders/console/callbacks/tables.ts',
    './lib/domains/users/console/tables.ts',
    './lib/domains/connections/console/tables.ts',
    './lib/domains/orders/console/stuck-limits/tables.ts',
    './lib/domains/orders/console/worklist/tables.ts',
    './lib/domains/views/console/tables.ts',
    './lib/domains/catalog/console/tables.ts',
    './lib/domains/staff/console/tables.ts',
    './lib/domains/bookings/console/tables.ts',
    './lib/domains/events/console/tables.ts',
  ],
  out: './lib/platform/database/migrations',
  schemaFilter: ['service', 'console', 'auth'],
})
