/** End-to-end tests: a real Chromium and a real server for each of two workers, nothing hidden. */
import { fileURLToPath } from 'node:url'
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'
import { browserLaunchOptions } from '#e2e/support/browser.ts'
import type { TestOptions } from '#e2e/support/test.ts'

/**
 * Journeys that need a real server from end to end: accounts, pages rendered on the server, and what the service sends.
 * All others are walked on the demo too, but for tests tagged `@server`.
 */
export const ONLY_ON_SERVER = [
  'demo/**',
  'events/**',
  'first-html.spec.ts',
  'replay.spec.ts',
  'smoke.spec.ts',
  'staff/{new-password,session,sign-in,staff}.spec.ts',
]

/** The longest journeys run after `npm test` (.ci/run), which has 15 minutes. */
export const AFTERWARDS = [
  'journeys/staff/activity.spec.ts',
  'journeys/orders/critical-callback.spec.ts',
  'journeys/demo/demo-controls.spec.ts',
  'journeys/demo/simulation.spec.ts',
  'journeys/events/connection-states.spec.ts',
  'journeys/events/webhooks.spec.ts',
  'journeys/find.spec.ts',
  'journeys/orders/raw-data.spec.ts',
  'journeys/service-centers.spec.ts',
  'journeys/staff/session.spec.ts',
  'journeys/user-page.spec.ts',
  'security/upstream-faults.spec.ts',
]

/** Settings shared by all end-to-end tests. */
export const COMMON: PlaywrightTestConfig<TestOptions> = {
  globalSetup: fileURLToPath(new URL('./support/fill.ts', import.meta.url)),
  forbidOnly: true,
  workers: 2,
  // A test that passes on its second try is named at the end: it is to be mended, and stops nobody meanwhile.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
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
}

export default defineConfig<TestOptions>({
  ...COMMON,
  testDir: '.',
  // The configuration of these lies in `long`.
  testIgnore: ['long/**', ...AFTERWARDS],
  outputDir: '../.results/e2e',
  reporter: [['list'], ['./support/reporter.ts']],
  grepInvert: /@every-size/,
  projects: [{ name: 'chromium' }],
})
