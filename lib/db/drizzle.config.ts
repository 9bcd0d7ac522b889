import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './lib/db/schema.ts',
    './lib/db/console-schema.ts',
    './lib/db/directory-schema.ts',
    './lib/db/views-schema.ts',
    './lib/db/catalogue-schema.ts',
    './lib/db/auth-schema.ts',
    './lib/db/booking-schema.ts',
  ],
  out: './lib/db/migrations',
  schemaFilter: ['service', 'console', 'auth'],
})
