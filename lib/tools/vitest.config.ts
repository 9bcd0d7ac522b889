/** Unit tests: modules in Node, components in jsdom. A test that asserts nothing fails. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const PURE = 'lib/{utils,contract,mocks,proxy}/**/*.test.ts'

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    env: { TZ: 'UTC', NEXT_TELEMETRY_DISABLED: '1' },
    expect: { requireAssertions: true },
    restoreMocks: true,
    // By default one core stays idle, which on two is half of the machine.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'modules',
          environment: 'node',
          include: ['{lib,components,app}/**/*.test.ts'],
          exclude: [PURE],
        },
      },
      // Nothing in them lasts: one module graph a worker serves them all.
      { extends: true, test: { name: 'pure modules', environment: 'node', isolate: false, include: [PURE] } },
      {
        extends: true,
        test: {
          name: 'components',
          environment: 'jsdom',
          include: ['{components,app}/**/*.test.tsx'],
          setupFiles: ['components/test/setup.ts'],
        },
      },
    ],
  },
})
