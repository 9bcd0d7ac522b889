/** Import rules: the project keeps them, each row of the table sees a planted violation, and Biome the house rules. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { foldersInCircles, RULES, targetsOf, violationsIn, violationsOf } from './boundaries.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const TEST = /\.(?:test|testing|conformance)\.tsx?$|\/testing\//
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Shared code stands below, composing code above. A domain has two layers: what all see, and its own servers. */
const LAYERS = [
  /^lib\/utils\//,
  /^lib\/kernel\//,
  /^lib\/platform\//,
  /^lib\/domains\/(?![\w-]+\/(?:service|console|auth)\/)/,
  /^lib\/(?:demo|pages|console|service)\//,
  /^lib\/domains\//,
  /^lib\/proxy\//,
  /^lib\/(?:config\.ts$|system\/)/,
  /^lib\/sandbox\//,
  /^lib\//,
]
const layerOf = (file: string) => LAYERS.findIndex((layer) => layer.test(file))

describe('the table of folders', () => {
  test('is kept by every file', () => {
    const files = globSync('{app,components,e2e,lib}/**/*.{ts,tsx}', { cwd: ROOT })
    expect(files.length).toBeGreaterThan(1000)
    expect(violationsIn(ROOT, files)).toEqual([])
  })

  test('leaves no circle of folders in components', () => {
    const files = globSync('components/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !TEST.test(file))
    expect(foldersInCircles(files.map((file) => [file, textOf(file)]))).toEqual([])
  })

  test('has no import in lib that runs up', () => {
    const files = globSync('lib/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !TEST.test(file))
    const upwards = files.flatMap((file) =>
      targetsOf(file, textOf(file)).flatMap((target) =>
        target.startsWith('lib/') && layerOf(target) > layerOf(file) ? [`${file} imports ${target}`] : [],
      ),
    )
    expect(upwards).toEqual([])
    expect(layerOf('lib/system/inbox.ts')).toBeLessThan(layerOf('lib/sandbox/data-set.ts'))
  })

  const refused: [file: string, target: string][] = [
    ['lib/utils/a.ts', '#lib/kernel/endpoint.ts'],
    ['lib/utils/a.ts', 'node:fs'],
    ['lib/kernel/a.ts', '#lib/domains/users/user.ts'],
    ['lib/kernel/a.ts', 'drizzle-orm/pg-core'],
    ['lib/platform/a.ts', '#lib/domains/users/user.ts'],
    ['lib/platform/a.ts', '#lib/system/log/log.ts'],
    ['lib/domains/users/a.ts', 'pg'],
    ['lib/domains/users/a.ts', './service/users.ts'],
    ['lib/domains/users/a.ts', '#lib/domains/users/console/routes.ts'],
    ['lib/domains/users/a.ts', '#components/ui/field/field.tsx'],
    ['lib/domains/users/service/a.ts', '#lib/domains/orders/service/orders.ts'],
    ['lib/domains/users/service/a.ts', '#lib/domains/users/console/routes.ts'],
    ['lib/domains/users/console/a.ts', '#lib/domains/users/service/users.ts'],
    ['lib/domains/users/console/a.ts', '#lib/domains/audit/console/audit.ts'],
    ['lib/domains/users/console/a.ts', '#lib/service/store.ts'],
    ['lib/domains/staff/auth/a.ts', '#lib/domains/audit/console/audit.ts'],
    ['lib/demo/a.ts', '#lib/sandbox/demo/world.ts'],
    ['lib/service/a.ts', '#lib/domains/users/service/users.ts'],
    ['lib/service/a.ts', '#lib/console/route.ts'],
    ['lib/console/a.ts', '#lib/domains/users/console/routes.ts'],
    ['lib/console/a.ts', 'drizzle-orm'],
    ['lib/proxy/a.ts', '#lib/domains/audit/console/audit.ts'],
    ['lib/pages/a.ts', '#lib/system/access.ts'],
    ['components/ui/a.tsx', '#lib/kernel/endpoint.ts'],
    ['components/patterns/a.tsx', '#components/users/list/users-view.tsx'],
    ['components/shell/a.tsx', '#components/users/list/users-view.tsx'],
    ['components/users/a.tsx', '#components/orders/list/orders-view.tsx'],
    ['components/users/a.tsx', '#lib/pages/context.ts'],
    ['app/a.tsx', '#lib/domains/users/console/routes.ts'],
    ['app/a.tsx', 'node:fs'],
    ['e2e/a.spec.ts', '#lib/domains/users/console/routes.ts'],
    ['e2e/a.spec.ts', '#components/users/list/users-view.tsx'],
  ]
  test.each(refused)('%s may not import %s', (file, target) => {
    expect(violationsOf(file, `import { x } from '${target}'\nx()`)).toEqual([`${file} imports ${target}`])
  })

  test('has a planted violation for each of its rows', () => {
    const planted = (of: string) => new RegExp(`^${of.replace('*', '[\\w-]+')}/`)
    const isPlanted = ({ of }: { of: string }) => refused.some(([file]) => planted(of).test(file))
    expect(RULES.filter((rule) => !isPlanted(rule))).toEqual([])
  })

  test.each([
    ['a type', `import type { User } from '#lib/domains/users/user.ts'`],
    ['several lines', `import {\n  type A,\n  b,\n} from '#lib/domains/users/user.ts'`],
    ['an effect', `import '#lib/domains/users/user.ts'`],
    ['a later import', `const users = await import('#lib/domains/users/user.ts')`],
    ['an export', `export { user } from '#lib/domains/users/user.ts'`],
  ])('sees %s', (_, source) => {
    expect(violationsOf('lib/kernel/a.ts', source)).toEqual(['lib/kernel/a.ts imports #lib/domains/users/user.ts'])
  })

  test.each([
    ['lib/domains/users/service/a.ts', './store-sql.ts'],
    ['lib/domains/users/service/a.ts', '#lib/domains/orders/order.ts'],
    ['lib/domains/users/service/a.ts', 'drizzle-orm'],
    ['lib/domains/users/service/users.test.ts', '#lib/domains/orders/service/orders.ts'],
    ['lib/system/a.ts', '#lib/domains/users/service/users.ts'],
    ['components/users/a.tsx', './list/users-view.tsx'],
    ['components/users/a.tsx', 'react'],
  ])('lets %s import %s', (file, target) => {
    expect(violationsOf(file, `import { x } from '${target}'`)).toEqual([])
  })

  test('a file outside of it is reported', () => {
    expect(violationsOf('lib/misc/a.ts', '')).toEqual(['lib/misc/a.ts is in no folder of the table'])
  })
})

const IMPORTS = 'style/noRestrictedImports'

/** The house rules beside the table: where a violation stands, its source, and the rule that has to see it. */
const FORBIDDEN: [file: string, source: string, rule: string][] = [
  ['lib/utils/up.ts', `import '../kernel/endpoint.ts'`, IMPORTS],
  ['lib/utils/up-by-alias.ts', `import '#lib/utils/../kernel/endpoint.ts'`, IMPORTS],
  ['next.config.mjs', `import '../up.mjs'`, IMPORTS],
  ['lib/utils/cycle-a.ts', `import { b } from './cycle-b.ts'\nexport const a = () => b`, 'suspicious/noImportCycles'],
  [
    'lib/utils/cycle-b.ts',
    `import { a } from '#lib/utils/cycle-a.ts'\nexport const b = a`,
    'suspicious/noImportCycles',
  ],
  ['lib/system/env.ts', 'export const port = process.env.PORT', 'style/noProcessEnv'],
  ['lib/system/process.ts', `import { env } from 'node:process'`, IMPORTS],
  ['tools/env.ts', 'export const port = process.env.PORT', 'style/noProcessEnv'],
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

/** Cases near a rule that are allowed. */
const ALLOWED: [file: string, source: string, rule: string][] = [
  ['lib/kernel/below.ts', `import './client/request.ts'`, IMPORTS],
  ['tools/env.mjs', 'export const port = process.env.PORT', 'style/noProcessEnv'],
  ['app/page.tsx', 'export default () => null', 'style/noDefaultExport'],
  ['lib/utils/const.ts', 'export const list = [1, 2] as const', 'nursery/noUnsafeTypeAssertion'],
  ['lib/utils/dev.test.ts', `import 'vitest'`, 'correctness/noUndeclaredDependencies'],
  ['lib/utils/dev.testing.ts', `import 'vitest'`, 'correctness/noUndeclaredDependencies'],
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
  for (const [file, source] of [...FORBIDDEN, ...ALLOWED]) plant(file, source)
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
  const options = ['lint', '--reporter=json', '--max-diagnostics=none', '--colors=off', '.']
  const run = spawnSync(process.execPath, [biome, ...options], { cwd: directory, encoding: 'utf8', maxBuffer: 2 ** 26 })
  findings = reportSchema.parse(JSON.parse(run.stdout)).diagnostics
})

afterAll(() => rmSync(directory, { recursive: true }))

describe('the house rules', () => {
  test.each(FORBIDDEN)('%s is reported', (file, _source, rule) => {
    expect(linesReported(file, rule)).not.toEqual([])
  })

  test.each(ALLOWED)('%s is not', (file, _source, rule) => {
    expect(linesReported(file, rule)).toEqual([])
  })
})
