/** Plants every import that the folder table forbids or allows, and asks Biome about all of them in one run. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What can be imported: a module of each room, and the packages that the table or the browser forbids somewhere. */
const of = {
  contract: '#lib/contract/user.ts',
  utils: '#lib/utils/dates.ts',
  client: '#lib/client/request.ts',
  service: '#lib/service/app.ts',
  serviceStore: '#lib/service/store/memory.ts',
  servicePostgres: '#lib/service/store/postgres.ts',
  console: '#lib/console/app.ts',
  consolePort: '#lib/console/store/port.ts',
  consolePostgres: '#lib/console/store/postgres.ts',
  proxy: '#lib/proxy/proxy.ts',
  auth: '#lib/auth/session.ts',
  db: '#lib/db/schema.ts',
  server: '#lib/server/main.ts',
  mocks: '#lib/mocks/worker.ts',
  mocksData: '#lib/mocks/dataset/people.ts',
  demo: '#lib/demo/world.ts',
  config: '#lib/config.ts',
  tools: '#lib/tools/seed.ts',
  ui: '#components/ui/button.tsx',
  shared: '#components/shared/data-table.tsx',
  feature: '#components/features/users/users-table.tsx',
  app: '#app/layout.tsx',
  e2e: '#e2e/support/server.ts',
  zod: 'zod',
  react: 'react',
  node: 'node:fs',
  nodePath: 'node:fs/promises',
  drizzle: 'drizzle-orm',
  drizzlePath: 'drizzle-orm/pg-core',
  pg: 'pg',
  pglite: '@electric-sql/pglite',
  nodeServer: '@hono/node-server',
  pino: 'pino',
}
const TARGETS = Object.values(of)
const LIB = TARGETS.filter((target) => target.startsWith('#lib/'))
const PACKAGES = TARGETS.filter((target) => !target.startsWith('#'))

const core = [of.contract, of.utils]
const serviceRoom = [of.service, of.serviceStore]
const consoleRoom = [of.console, of.consolePort]
const mocks = [of.mocks, of.mocksData]
const design = [of.ui, of.shared]
const browserSafe = [of.zod, of.react]
const storePackages = PACKAGES.filter((target) => target !== of.pg && target !== of.pglite)

/** The folder table: a file of each room and all that it may import; the rest of `TARGETS` is forbidden there. */
const TABLE: [file: string, may: string[]][] = [
  ['lib/contract/plant.ts', [of.zod, of.contract]],
  ['lib/utils/plant.ts', [of.utils, ...browserSafe]],
  ['lib/client/plant.ts', [of.client, ...core, ...browserSafe]],
  ['lib/service/plant.ts', [...serviceRoom, ...core, ...browserSafe]],
  ['lib/service/store/memory-plant.ts', [...serviceRoom, ...core, ...browserSafe]],
  ['lib/service/store/postgres-plant.ts', [...serviceRoom, of.servicePostgres, ...core, of.db, ...storePackages]],
  ['lib/console/plant.ts', [...consoleRoom, ...core, ...browserSafe]],
  ['lib/console/store/postgres-plant.ts', [...consoleRoom, of.consolePostgres, ...core, of.db, ...storePackages]],
  ['lib/proxy/plant.ts', [of.proxy, ...core, of.consolePort, ...PACKAGES]],
  ['lib/auth/plant.ts', [of.auth, of.db, ...core, of.consolePort, ...PACKAGES]],
  ['lib/db/plant.ts', [of.db, ...PACKAGES]],
  ['lib/server/plant.ts', [...LIB, ...PACKAGES]],
  ['lib/tools/plant.ts', [...LIB, of.e2e, ...PACKAGES]],
  ['lib/mocks/plant.ts', [...mocks, ...core, ...serviceRoom, ...consoleRoom, ...browserSafe]],
  [
    'lib/demo/plant.ts',
    [of.demo, ...mocks, ...core, of.client, of.proxy, ...serviceRoom, ...consoleRoom, ...browserSafe],
  ],
  ['lib/config.ts', [of.contract, ...PACKAGES]],
  ['components/ui/plant.tsx', [of.ui, of.utils, ...browserSafe]],
  ['components/shared/plant.tsx', [...design, of.utils, ...browserSafe]],
  ['components/features/orders/plant.tsx', [...design, ...core, of.client, ...browserSafe]],
  ['components/features/users/plant.tsx', [...design, ...core, of.client, ...browserSafe]],
  ['app/plant.tsx', [of.app, ...design, of.feature, ...core, of.client, ...browserSafe]],
  ['e2e/plant.spec.ts', [of.e2e, of.contract, of.mocksData, ...PACKAGES]],
  ['e2e/support/plant.ts', [of.e2e, of.contract, of.mocksData, of.demo, ...PACKAGES]],
  ['e2e/long/plant.spec.ts', [of.e2e, of.contract, of.mocksData, of.demo, ...PACKAGES]],
]

/** Tests see more than what they test: Node, the data set, and both stores. */
const TABLE_OF_TESTS: [file: string, may: string[]][] = [
  ['lib/contract/plant.test.ts', [of.zod, of.contract, of.node, of.nodePath]],
  ['lib/utils/plant.test.ts', [of.utils, ...PACKAGES]],
  ['lib/client/plant.test.ts', [of.client, ...core, ...mocks, ...PACKAGES]],
  ['lib/service/plant.test.ts', [...serviceRoom, of.servicePostgres, ...core, of.db, ...mocks, ...PACKAGES]],
  ['lib/service/test-plant.ts', [...serviceRoom, of.servicePostgres, ...core, of.db, ...mocks, ...PACKAGES]],
  ['lib/console/plant.test.ts', [...consoleRoom, of.consolePostgres, ...core, of.db, ...mocks, ...PACKAGES]],
  [
    'lib/proxy/plant.test.ts',
    [of.proxy, ...core, ...consoleRoom, of.consolePostgres, ...serviceRoom, of.servicePostgres, ...mocks, ...PACKAGES],
  ],
  ['lib/auth/plant.test.ts', [of.auth, of.db, ...core, ...consoleRoom, of.consolePostgres, ...PACKAGES]],
  ['lib/mocks/plant.test.ts', [...mocks, ...core, ...serviceRoom, ...consoleRoom, ...PACKAGES]],
  ['lib/demo/plant.test.ts', [...LIB, ...PACKAGES]],
  ['components/ui/plant.test.tsx', [of.app, ...design, of.feature, ...core, of.client, ...mocks, of.demo, ...PACKAGES]],
]

const IMPORTS = 'style/noRestrictedImports'

/** The rules of the house beside the table: where a violation stands, its source, and the rule that has to see it. */
const FORBIDDEN: [file: string, source: string, rule: string][] = [
  ['lib/utils/up.ts', `import '../contract/user.ts'`, IMPORTS],
  ['lib/utils/up-by-alias.ts', `import '#lib/utils/../contract/user.ts'`, IMPORTS],
  ['lib/utils/dynamic.ts', `await import('#lib/db/schema.ts')`, IMPORTS],
  ['lib/utils/type-only.ts', `export type { User } from '#lib/contract/user.ts'`, IMPORTS],
  ['lib/service/beside.ts', `import './store/postgres.ts'`, IMPORTS],
  ['next.config.mjs', `import '../up.mjs'`, IMPORTS],
  ['lib/utils/cycle-a.ts', `import { b } from './cycle-b.ts'\nexport const a = () => b`, 'suspicious/noImportCycles'],
  [
    'lib/utils/cycle-b.ts',
    `import { a } from '#lib/utils/cycle-a.ts'\nexport const b = a`,
    'suspicious/noImportCycles',
  ],
  ['lib/server/env.ts', 'export const port = process.env.PORT', 'style/noProcessEnv'],
  ['lib/server/process.ts', `import { env } from 'node:process'`, IMPORTS],
  ['lib/tools/env.ts', 'export const port = process.env.PORT', 'style/noProcessEnv'],
  ['lib/utils/any.ts', 'export const value: any = 1', 'suspicious/noExplicitAny'],
  ['lib/utils/bang.ts', 'export const first = (list: string[]) => list[0]!', 'style/noNonNullAssertion'],
  ['lib/utils/cast.ts', 'export const text = (value: unknown) => value as string', 'nursery/noUnsafeTypeAssertion'],
  ['lib/utils/barrel.ts', `export * from './dates.ts'`, 'performance/noReExportAll'],
  ['lib/utils/default.ts', 'export default 1', 'style/noDefaultExport'],
  ['lib/utils/require.ts', `export const fs = require('node:fs')`, 'style/noCommonJs'],
  ['lib/utils/camelCase.ts', 'export const one = 1', 'style/useFilenamingConvention'],
  ['lib/utils/without-extension.ts', `import './cycle-a'`, 'correctness/useImportExtensions'],
  ['lib/utils/dev.ts', `import 'vitest'`, 'correctness/noUndeclaredDependencies'],
  ['lib/utils/unused.ts', `import { z } from 'zod'`, 'correctness/noUnusedImports'],
  ['lib/utils/floating.ts', 'const later = async () => 1\nlater()', 'nursery/noFloatingPromises'],
  ['lib/utils/print.ts', `console.log('x')`, 'suspicious/noConsole'],
  ['lib/utils/only.test.ts', `import { test } from 'vitest'\ntest.only('x', () => {})`, 'suspicious/noFocusedTests'],
  ['lib/utils/skip.test.ts', `import { test } from 'vitest'\ntest.skip('x', () => {})`, 'suspicious/noSkippedTests'],
  ['components/ui/image.tsx', 'export const Image = () => <img src="/a.png" />', 'a11y/useAltText'],
]

/** What stands near a rule and is allowed. */
const ALLOWED: [file: string, source: string, rule: string][] = [
  ['lib/contract/below.ts', `import './nested/user.ts'`, IMPORTS],
  ['components/features/orders/own.tsx', `import './filters/parse.ts'`, IMPORTS],
  ['lib/tools/env.mjs', 'export const port = process.env.PORT', 'style/noProcessEnv'],
  ['app/page.tsx', 'export default () => null', 'style/noDefaultExport'],
  ['lib/utils/const.ts', 'export const list = [1, 2] as const', 'nursery/noUnsafeTypeAssertion'],
  ['lib/utils/dev.test.ts', `import 'vitest'`, 'correctness/noUndeclaredDependencies'],
]

const reportSchema = z.object({
  diagnostics: z.array(
    z.object({
      category: z.string(),
      location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }),
    }),
  ),
})

const directory = mkdtempSync(join(tmpdir(), 'boundaries-'))
let findings: z.infer<typeof reportSchema>['diagnostics'] = []

function plant(file: string, source: string): void {
  mkdirSync(dirname(join(directory, file)), { recursive: true })
  writeFileSync(join(directory, file), `${source}\n`)
}

function linesReported(file: string, rule: string): number[] {
  const found = findings.filter(({ category, location }) => category === `lint/${rule}` && location.path === file)
  return found.map(({ location }) => location.start.line)
}

beforeAll(() => {
  for (const file of ['.biome.jsonc', '.gitignore', 'package.json'])
    copyFileSync(join(ROOT, file), join(directory, file))
  const everyImport = TARGETS.map((target) => `import '${target}'`).join('\n')
  for (const [file] of [...TABLE, ...TABLE_OF_TESTS]) plant(file, everyImport)
  for (const [file, source] of [...FORBIDDEN, ...ALLOWED]) plant(file, source)
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
  const options = ['lint', '--reporter=json', '--max-diagnostics=none', '--colors=off', '.']
  const run = spawnSync(process.execPath, [biome, ...options], { cwd: directory, encoding: 'utf8', maxBuffer: 2 ** 26 })
  findings = reportSchema.parse(JSON.parse(run.stdout)).diagnostics
})

afterAll(() => rmSync(directory, { recursive: true }))

describe('the folder table', () => {
  test.each([...TABLE, ...TABLE_OF_TESTS])('%s imports what its room may, and nothing else', (file, may) => {
    const reported = linesReported(file, IMPORTS).map((line) => TARGETS[line - 1])
    expect(reported.sort()).toEqual(TARGETS.filter((target) => !may.includes(target)).sort())
  })

  test('has a row for everything in lib and in components', () => {
    const rooms = new Set(['components/test', ...TABLE.map(([file]) => file.split('/').slice(0, 2).join('/'))])
    const found = ['lib', 'components'].flatMap((top) => readdirSync(join(ROOT, top)).map((name) => `${top}/${name}`))
    expect(found.filter((name) => !rooms.has(name) && !name.includes('.test.'))).toEqual([])
  })
})

describe('the house rules', () => {
  test.each(FORBIDDEN)('%s is reported', (file, _source, rule) => {
    expect(linesReported(file, rule)).not.toEqual([])
  })

  test.each(ALLOWED)('%s is not', (file, _source, rule) => {
    expect(linesReported(file, rule)).toEqual([])
  })
})
