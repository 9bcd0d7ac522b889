/** End-to-end tests: a real Chromium and a real server for each of two workers, nothing retried and nothing hidden. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { browserLaunchOptions } from './support/browser.ts'

export default defineConfig({
  testDir: '.',
  // The configuration of the long ones lies elsewhere.
  globalSetup: fileURLToPath(new URL('./support/fill.ts', import.meta.url)),
  testIgnore: 'long/**',
  outputDir: '../.results/e2e',
  forbidOnly: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['./support/reporter.ts']],
  projects: [{ name: 'chromium' }],
  use: {
    launchOptions: browserLaunchOptions(),
    viewport: { width: 1440, height: 900 },
    // Not the server's zone: a page that renders times by the wrong one shows it as a hydration error.
    timezoneId: 'America/New_York',
    locale: 'en-US',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'off',
    video: 'off',
  },
})
