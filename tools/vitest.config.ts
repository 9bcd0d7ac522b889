/** Unit tests: modules in Node, components in jsdom. A test that asserts nothing fails. */
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODULES = '{lib,components,app,tools}/**/*.test.ts'
const COMPONENTS = '{components,app}/**/*.test.tsx'

/** Servers that are started and killed again and again, and long crawls: half a minute and more each, so they run after `npm test` (.ci/run). */
const SLOW: readonly string[] = [
  'lib/system/processes/backup.test.ts',
  'tools/package.test.ts',
  ...[
    'api-tour',
    'kill',
    'kill-deletion',
    'kill-events',
    'kill-sender',
    'parallel',
    'database',
    'directory',
    'first-run',
    'process',
  ].map((name) => `lib/system/processes/${name}.test.ts`),
  'lib/system/console/store.test.ts',
  'lib/system/processes/load.test.ts',
  'lib/sandbox/service/fuzz.test.ts',
  'lib/service/conformance/embedded.test.ts',
  'lib/service/conformance/server.test.ts',
]
export const isSlow = (path: string) => SLOW.includes(path)

/** Tests that run over the embedded database and a PostgreSQL server, each with all migrations: `npm run test:store`. */
export const isStoreSuite = (path: string) => /\boverEveryStore\(|\bdescribe\('PostgreSQL server'/.test(sourceOf(path))

const ALL = globSync([MODULES, COMPONENTS], { cwd: ROOT })

/** Tests that put other modules in the place of the real ones: these nobody else may be given. */
const REPLACING = ALL.filter((path) => /\bvi\.(do)?[mM]ock\(/.test(sourceOf(path)))
const SEED = 'tools/property-seed.testing.ts'
const PAGE = { environment: 'jsdom', setupFiles: [SEED, 'components/testing/setup.ts'] }

export function sourceOf(path: string): string {
  return readFileSync(`${ROOT}/${path}`, 'utf8')
}

/** Tests whose path passes `isWanted`; property tests begin with `propertySeed`. */
export function configOf(propertySeed: number, isWanted: (path: string) => boolean = () => true): ViteUserConfig {
  const unwanted = ALL.filter((path) => !isWanted(path))
  return {
    root: ROOT,
    oxc: { jsx: { runtime: 'automatic' } },
    test: {
      env: { TZ: 'UTC', NEXT_TELEMETRY_DISABLED: '1' },
      // A poll waits for servers on a busy machine; one second is too short for those.
      expect: { requireAssertions: true, poll: { timeout: 30_000 } },
      provide: { propertySeed },
      restoreMocks: true,
      // More than there are cores: some tests wait for clocks, disks and other processes.
      maxWorkers: Math.ceil(1.5 * availableParallelism()),
      testTimeout: 60_000,
      hookTimeout: 180_000,
      projects: [
        // One module graph a worker serves them all: what they leave in it is taken back by the setup file.
        {
          extends: true,
          test: {
            name: 'modules',
            environment: 'node',
            isolate: false,
            include: [MODULES],
            exclude: [...REPLACING, ...unwanted],
            setupFiles: [SEED, 'tools/setup.testing.ts'],
          },
        },
        {
          extends: true,
          test: {
            ...PAGE,
            name: 'components',
            isolate: false,
            include: [COMPONENTS],
            exclude: [...REPLACING, ...unwanted],
          },
        },
        {
          extends: true,
          test: {
            name: 'replaced modules',
            environment: 'node',
            include: REPLACING.filter((path) => path.endsWith('.ts') && isWanted(path)),
            setupFiles: [SEED],
          },
        },
        {
          extends: true,
          test: {
            ...PAGE,
            name: 'components with replaced modules',
            include: REPLACING.filter((path) => path.endsWith('.tsx') && isWanted(path)),
          },
        },
      ],
    },
  }
}

/** So that a check of the same code always says the same. */
export const FIXED_SEED = 20_261_122

export default defineConfig(configOf(FIXED_SEED, (path) => !isSlow(path)))
