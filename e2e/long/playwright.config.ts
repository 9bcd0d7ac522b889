/** Tests too long for `npm test`: `npm run test:long`. Also runs the journeys on the demo. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { AFTERWARDS, COMMON, ONLY_ON_SERVER } from '#e2e/playwright.config.ts'
import type { TestOptions } from '#e2e/support/test.ts'

export default defineConfig<TestOptions>({
  ...COMMON,
  testDir: '..',
  projects: [
    {
      name: 'demo',
      testDir: '../journeys',
      testIgnore: ONLY_ON_SERVER.map((pattern) => `**/journeys/${pattern}`),
      // Sizes are walked on the server; a demo answers the same at each, and its calls are asked once more below.
      grepInvert: /@server|@every-size/,
      use: { environmentId: 'demo' },
    },
    { name: 'afterwards', testMatch: AFTERWARDS, grepInvert: /@every-size/ },
    { name: 'sizes', testDir: '../journeys', grep: /@every-size/ },
    // After the journeys: it asks what they asked once more.
    { name: 'long', testDir: fileURLToPath(new URL('.', import.meta.url)), dependencies: ['demo'] },
  ],
  reporter: 'list',
  outputDir: '../../.results/long',
})
