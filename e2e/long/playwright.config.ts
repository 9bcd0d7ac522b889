/** Journeys that take longer than a check of every change may: `npm run test:long`. */
import { defineConfig } from '@playwright/test'
import config from '#e2e/playwright.config.ts'

export default defineConfig(config, {
  testDir: '.',
  testIgnore: [],
  reporter: 'list',
  outputDir: '../../.results/long',
})
