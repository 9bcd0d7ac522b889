/** Unit tests: modules in Node, components in jsdom. A test that asserts nothing fails. */
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MODULES = '{lib,components,app}/**/*.test.ts'

/** Tests that put other modules in the place of the real ones: these nobody else may be given. */
const REPLACING = globSync(MODULES, { cwd: ROOT }).filter((path) =>
  /\bvi\.(do)?[mM]ock\(/.test(readFileSync(`${ROOT}/${path}`, 'utf8')),
)

export default defineConfig({
  root: ROOT,
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    env: { TZ: 'UTC', NEXT_TELEMETRY_DISABLED: '1' },
    expect: { requireAssertions: true },
    restoreMocks: true,
    // More than there are cores: some tests wait for clocks, disks and other processes.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      // One module graph a worker serves them all: what they leave in it is taken back by the setup file.
      {
        extends: true,
        test: {
          name: 'modules',
          environment: 'node',
          isolate: false,
          include: [MODULES],
          exclude: REPLACING,
          setupFiles: ['lib/tools/test-setup.ts'],
        },
      },
      { extends: true, test: { name: 'replaced modules', environment: 'node', include: REPLACING } },
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
