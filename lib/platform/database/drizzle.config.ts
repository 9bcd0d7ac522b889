import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  // `drizzle-kit generate` ignores a file that no pattern finds, without a word; `drizzle-config.test.ts` compares.
  schema: ['./lib/service/*tables.ts', './lib/platform/database/schemas.ts', './lib/domains/**/console/**/tables.ts'],
  out: './lib/platform/database/migrations',
  schemaFilter: ['service', 'console', 'auth'],
})
