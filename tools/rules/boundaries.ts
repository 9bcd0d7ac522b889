/** Checks which folder imports which, by one table. Our own: no linter states so many rules over two aliases in one place. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Rule {
  /** Files that the rule is about: the first rule that matches a file counts. `*` stands for one folder. */
  of: string
  /** Folders that they may import from. `@` stands for what `*` matched. */
  may: readonly string[]
  /** Packages of the server that they may import; any other package is open to all. */
  packages?: readonly string[]
}

/** Packages that only a server can load. */
const SERVER_PACKAGES = [
  'node:',
  'pg',
  'pg-boss',
  'drizzle-orm',
  '@electric-sql/pglite',
  '@hono/node-server',
  'pino',
  'better-auth',
]

const DATABASE = ['drizzle-orm', 'pg', '@electric-sql/pglite', 'node:crypto']
const DOMAINS = 'lib/domains/*'
const PAGES = ['lib/domains', 'lib/kernel', 'lib/utils', 'lib/demo']
const SERVER = ['lib/kernel', 'lib/utils', 'lib/domains', 'lib/platform']

/** Folders below a domain that only the composition root, the sandbox and tools may import. */
const PRIVATE = ['service', 'console', 'auth']

export const RULES: readonly Rule[] = [
  { of: 'lib/utils', may: ['lib/utils'] },
  { of: 'lib/kernel', may: ['lib/kernel', 'lib/utils'] },
  { of: 'lib/platform', may: ['lib/platform', 'lib/utils', 'lib/kernel'], packages: SERVER_PACKAGES },
  { of: `${DOMAINS}/service`, may: [...SERVER, 'lib/service', 'lib/domains/@/service'], packages: DATABASE },
  { of: `${DOMAINS}/console`, may: [...SERVER, 'lib/console', 'lib/domains/@/console'], packages: DATABASE },
  {
    of: `${DOMAINS}/auth`,
    may: [...SERVER, 'lib/console', 'lib/domains/@/console', 'lib/domains/@/auth'],
    packages: SERVER_PACKAGES,
  },
  { of: 'lib/domains', may: PAGES },
  { of: 'lib/demo', may: PAGES },
  { of: 'lib/service', may: [...SERVER, 'lib/service'], packages: DATABASE },
  { of: 'lib/console', may: ['lib/kernel', 'lib/utils', 'lib/domains', 'lib/console'] },
  { of: 'lib/proxy', may: [...SERVER, 'lib/proxy', 'lib/console'], packages: SERVER_PACKAGES },
  { of: 'lib/pages', may: ['lib/pages', ...PAGES] },
  { of: 'components/ui', may: ['components/ui', 'lib/utils'] },
  { of: 'components/patterns', may: ['components/ui', 'components/patterns', ...PAGES] },
  { of: 'components/shell', may: ['components/ui', 'components/patterns', 'components/shell', 'lib/pages', ...PAGES] },
  { of: 'components/*', may: ['components/ui', 'components/patterns', 'components/@', ...PAGES] },
  { of: 'app', may: ['app', 'components', 'lib/pages', ...PAGES] },
  // The shell for the page registry: journeys that walk every page.
  {
    of: 'e2e',
    may: ['e2e', ...PAGES, 'components/shell', 'lib/service/conformance', 'lib/sandbox'],
    packages: SERVER_PACKAGES,
  },
]

const IMPORT =
  /(?:^|[;}\s])(?:import|export)\s(?:[^'"();]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

/** Folders that see everything, and tests, which stand outside the structure that they test. */
const FREE =
  /^(?:tools|lib\/(?:system|sandbox))\/|^lib\/(?:main|system|config)\.ts$|\.(?:test|testing|conformance)\.tsx?$|^components\/testing\//

/** Returns one line for each import that the table forbids: `<file> imports <target>`. */
export function violationsOf(file: string, source: string): string[] {
  if (FREE.test(file)) return []
  const found = ruleOf(file)
  if (!found) return [`${file} is in no folder of the table`]
  return importsIn(source)
    .filter((specifier) => !isAllowed(found, targetOf(specifier, file)))
    .map((specifier) => `${file} imports ${specifier}`)
}

export function violationsIn(root: string, files: readonly string[]): string[] {
  return files.flatMap((file) => violationsOf(file, readFileSync(join(root, file), 'utf8')))
}

interface Found {
  rule: Rule
  /** Match of `*`. */
  name: string
}

function ruleOf(file: string): Found | null {
  for (const rule of RULES) {
    const match = new RegExp(`^${rule.of.replace('*', '([\\w-]+)')}/`).exec(file)
    if (match) return { rule, name: match[1] ?? '' }
  }
  return null
}

function importsIn(source: string): string[] {
  return [...source.matchAll(IMPORT)].map(([, fixed, later]) => fixed ?? later ?? '')
}

/** Returns the files of ours below the root, and the packages, that a file imports. */
export const targetsOf = (file: string, source: string) =>
  importsIn(source).map((specifier) => targetOf(specifier, file))

/** Returns the folders that import each other, by a way of any length, or are on a way between two such. */
export function foldersInCircles(sources: Iterable<readonly [file: string, source: string]>): string[] {
  const edges = new Map<string, Set<string>>()
  for (const [file, source] of sources) {
    const folder = dirname(file)
    const others = targetsOf(file, source).map(dirname)
    edges.set(folder, new Set([...(edges.get(folder) ?? []), ...others.filter((other) => other !== folder)]))
  }
  for (let before = -1; before !== edges.size; ) {
    before = edges.size
    const isOpen = (next: ReadonlySet<string>) => ![...next].some((folder) => edges.has(folder))
    for (const [folder, next] of edges) if (isOpen(next)) edges.delete(folder)
  }
  return [...edges.keys()]
}

/** A file of ours below the root, or a package as it is named. */
function targetOf(specifier: string, file: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? join(dirname(file), specifier) : specifier
}

const isBelow = (path: string, folder: string) => path.startsWith(`${folder}/`)

function isAllowed({ rule, name }: Found, target: string): boolean {
  if (!/^(?:app|components|e2e|lib|tools)\//.test(target)) return isPackageAllowed(rule, target)
  const may = rule.may.map((folder) => folder.replace('@', name))
  const own = PRIVATE.map((folder) => /^lib\/domains\/[\w-]+/.exec(target)?.[0].concat(`/${folder}`) ?? '')
  const hidden = own.find((folder) => folder !== '' && isBelow(target, folder))
  if (hidden) return may.some((folder) => folder === hidden)
  return may.some((folder) => isBelow(target, folder))
}

function isPackageAllowed({ packages = [] }: Rule, name: string): boolean {
  const isNamed = (prefix: string) => name === prefix || name.startsWith(prefix.endsWith(':') ? prefix : `${prefix}/`)
  return !SERVER_PACKAGES.some(isNamed) || packages.some(isNamed)
}
