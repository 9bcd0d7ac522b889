/** The demo runs in a browser's worker: no module that it starts from may reach Node, a database or a server. */
import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin, stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const ENTRIES = [
  'lib/system/console/app.ts',
  'lib/domains/audit/console/audit.ts',
  'lib/domains/bookings/console/bookings.ts',
  'lib/domains/catalog/console/learner.ts',
  'lib/domains/users/console/crawl.ts',
  'lib/domains/users/console/directory.ts',
  'lib/domains/orders/console/overview/critical.ts',
  'lib/domains/orders/console/overview/overview.ts',
  'lib/domains/orders/console/stuck-limits.ts',
  'lib/domains/staff/console/store-memory.ts',
  'lib/domains/staff/console/routes.ts',
  'lib/domains/staff/console/staff.ts',
  'lib/system/console/store-memory.ts',
  'lib/domains/orders/console/view-counts.ts',
  'lib/sandbox/catalog.ts',
  'lib/sandbox/data/labs.ts',
  'lib/sandbox/data/generate.ts',
  'lib/proxy/app.ts',
  'lib/proxy/in-process.ts',
  'lib/proxy/sources.ts',
  'lib/proxy/sources.ts',
  'lib/service/handler.ts',
  'lib/sandbox/service/service.ts',
  'lib/sandbox/service/store-memory.ts',
]

/** Packages that work in a browser. Whatever else is imported has to be looked at first. */
const PACKAGES = ['hono', 'libphonenumber-js', 'lru-cache', 'p-limit', 'p-map', 'p-retry', 'papaparse', 'zod']

/** Imports, by a fixed or a later `import`, and uses of globals that only Node has. */
const IMPORT =
  /(?:^|[;}\s])(?:import|export)\s(?:[^'"();]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g
const NODE_GLOBAL = /(?<![.\w'"`-])(?:Buffer|process|__dirname|__filename|require|setImmediate)(?=[.([])/

interface Module {
  imports: string[]
  nodeGlobal: string | null
}

/** Types and comments are no part of what runs. */
function readModule(source: string): Module {
  const code = stripTypeScriptTypes(source).replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  const imports = [...code.matchAll(IMPORT)].map(([, fixed, dynamic]) => fixed ?? dynamic ?? '')
  return { imports, nodeGlobal: NODE_GLOBAL.exec(code)?.[0] ?? null }
}

/** The file of an import of ours, below the root; null for a package. */
function fileOf(specifier: string, from: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? join(dirname(from), specifier) : null
}

function problemOf(specifier: string): string | null {
  if (isBuiltin(specifier)) return 'a module of Node'
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  return PACKAGES.includes(name) ? null : 'a package that is not known to work in a browser'
}

/** Returns a line for each way out of the browser, with the imports that lead to it. */
function problemsFrom(entry: string, read: (file: string) => Module): string[] {
  const problems: string[] = []
  const seen = new Set([entry])
  const queue: string[][] = [[entry]]
  for (let chain = queue.shift(); chain; chain = queue.shift()) {
    const file = chain.at(-1) ?? entry
    const { imports, nodeGlobal } = read(file)
    if (nodeGlobal) problems.push(`${chain.join(' → ')} uses ${nodeGlobal}`)
    for (const specifier of imports) {
      const next = fileOf(specifier, file)
      const problem = next === null ? problemOf(specifier) : null
      if (problem) problems.push(`${chain.join(' → ')} → ${specifier}: ${problem}`)
      if (next === null || seen.has(next)) continue
      seen.add(next)
      queue.push([...chain, next])
    }
  }
  return problems
}

const modules = new Map<string, Module>()
function fromDisk(file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const path = join(ROOT, file)
  if (!existsSync(path)) throw new Error(`${relative(ROOT, path)} is imported and does not exist.`)
  const module = path.endsWith('.ts') ? readModule(readFileSync(path, 'utf8')) : { imports: [], nodeGlobal: null }
  modules.set(file, module)
  return module
}

test.each(ENTRIES)('%s runs in a browser', (entry) => {
  expect(problemsFrom(entry, fromDisk)).toEqual([])
})

test('the walk reaches the modules that the demo is made of', () => {
  for (const entry of ENTRIES) problemsFrom(entry, fromDisk)
  expect(modules.size).toBeGreaterThan(100)
  for (const file of [
    'lib/domains/orders/order.ts',
    'lib/domains/bookings/service/appointments.ts',
    'lib/proxy/upstream.ts',
  ]) {
    expect([...modules.keys()]).toContain(file)
  }
})

describe('a way out of the browser is found, and named with the imports that lead there', () => {
  const walk = (files: Record<string, string>) => problemsFrom('a.ts', (file) => readModule(files[file] ?? ''))

  test.each<[string, string, string[]]>([
    ['a module of Node', `import { join } from 'node:path'`, ['a.ts → b.ts → node:path: a module of Node']],
    ['one without its prefix', `import fs from 'fs'`, ['a.ts → b.ts → fs: a module of Node']],
    ['one that is imported for its effect', `import 'node:fs'`, ['a.ts → b.ts → node:fs: a module of Node']],
    ['one that is exported again', `export * from 'node:fs'`, ['a.ts → b.ts → node:fs: a module of Node']],
    ['one that is imported later', `const fs = await import('node:fs')`, ['a.ts → b.ts → node:fs: a module of Node']],
    [
      'imports over several lines',
      `import {\n  type A,\n  b,\n} from 'pg'`,
      ['a.ts → b.ts → pg: a package that is not known to work in a browser'],
    ],
    ...['drizzle-orm/pg-core', '@electric-sql/pglite', 'pg-boss', 'pino', '@hono/node-server/conninfo'].map(
      (name): [string, string, string[]] => [
        name,
        `import { x } from '${name}'\nx()`,
        [`a.ts → b.ts → ${name}: a package that is not known to work in a browser`],
      ],
    ),
    ['Buffer', 'export const b = Buffer.from("")', ['a.ts → b.ts uses Buffer']],
    ['process', 'if (process.env.A) b()', ['a.ts → b.ts uses process']],
    ['types only', `import type { Pool } from 'pg'\nlet a: Buffer<ArrayBuffer>`, []],
    ['comments and texts', `/** import 'pg', Buffer.from */\nconst a = 'process of pg' // import 'pg'`, []],
    ['packages of the browser', `import { Hono } from 'hono'\nimport { compress } from 'hono/compress'`, []],
  ])('%s', (_, source, problems) => {
    expect(walk({ 'a.ts': `import { b } from './b.ts'`, 'b.ts': source })).toEqual(problems)
  })

  test('modules that import each other are read once', () => {
    expect(walk({ 'a.ts': `import './b.ts'`, 'b.ts': `import './a.ts'\nimport 'pg'` })).toHaveLength(1)
  })
})
