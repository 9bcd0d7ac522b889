/** Unit tests: modules in Node, components in jsdom. A test that asserts nothing fails. */
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MODULES = '{lib,components,app}/**/*.test.ts'
const COMPONENTS = '{components,app}/**/*.test.tsx'

/** Components that leave nothing in a document, nor mind what focus, keys and cookies were there before. */
const TIDY = [
  'components/patterns/**/*.test.tsx',
  'components/ui/display/copyable-id.test.tsx',
  'components/access/link-token-card.test.tsx',
  'components/{audit,connections/list,connections/user,orders/list,orders/views,orders/overview}/*.test.tsx',
  'components/staff/members/roles-table.test.tsx',
  'components/catalog/settings/catalogue-view.test.tsx',
  'components/users/detail/profile-view.test.tsx',
]

/** Tests that put other modules in the place of the real ones: these nobody else may be given. */
const REPLACING = globSync([MODULES, COMPONENTS], { cwd: ROOT }).filter((path) =>
  /\bvi\.(do)?[mM]ock\(/.test(readFileSync(`${ROOT}/${path}`, 'utf8')),
)
const TOGETHER = globSync(TIDY, { cwd: ROOT }).filter((path) => !REPLACING.includes(path))
const PAGE = { environment: 'jsdom', setupFiles: ['components/testing/setup.ts'] }

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
          setupFiles: ['lib/tools/setup.testing.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'replaced modules',
          environment: 'node',
          include: REPLACING.filter((path) => path.endsWith('.ts')),
        },
      },
      { extends: true, test: { ...PAGE, name: 'components', include: [COMPONENTS], exclude: TOGETHER } },
      { extends: true, test: { ...PAGE, name: 'tidy components', isolate: false, include: TOGETHER } },
    ],
  },
})
