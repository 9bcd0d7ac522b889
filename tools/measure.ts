/** `--check` fails where a figure is worse than the committed one (measure.json); `--update` commits today's. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { foldersInCircles, targetsOf } from '#tools/rules/boundaries.ts'

const COMMITTED = fileURLToPath(new URL('measure.json', import.meta.url))
const CODE = /\.(?:ts|tsx|mjs|css)$/
const TEST = /\.(?:test|testing|conformance)\.tsx?$|^e2e\/|\/testing\//
/** Lines below which a file with one importer beside it belongs in that importer. */
const SMALL = 120
/** Equal lines in a row that make two places equal. */
const EQUAL = 4
const GLOSS = /^\s*(?:\/\*\*|\/\/|\*)\s+(?:What|Who|Whose|Of|Where|Whoever)\b/gm
/** Journeys and security tests that `npm test` leaves to `.ci/run`. */
const LEFT_OUT = /^ {2}'(?:journeys|security)\/[\w/.-]+',$/gm

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => CODE.test(path))
const texts = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]))
const source = [...texts].filter(([path]) => !TEST.test(path))
const product = source.filter(([path]) => !path.startsWith('tools/'))
const linesIn = (text: string) => text.split('\n').length - 1
const linesOf = (given: typeof source) => given.reduce((sum, [, text]) => sum + linesIn(text), 0)
const countIn = (given: typeof source, pattern: RegExp) =>
  given.reduce((sum, [, text]) => sum + [...text.matchAll(pattern)].length, 0)

function importersOf(): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const [path, text] of source) {
    for (const target of targetsOf(path, text)) importers.set(target, [...(importers.get(target) ?? []), path])
  }
  return importers
}

function smallBesideOneImporter(): number {
  const importers = importersOf()
  return product.filter(([path, text]) => {
    const by = [...new Set(importers.get(path))]
    return linesIn(text) < SMALL && by.length === 1 && dirname(by[0] ?? '') === dirname(path)
  }).length
}

/** Counts where a run of equal lines begins that stands elsewhere, too; imports and brackets alone say nothing. */
function equalPlaces(): number {
  const seen = new Set<string>()
  let pairs = 0
  for (const [, text] of product) {
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length > 3 && !/^(?:import\b|export \{|\/?\*)/.test(line))
    let wasEqual = false
    for (let at = 0; at + EQUAL <= lines.length; at += 1) {
      const run = lines.slice(at, at + EQUAL).join('\n')
      const isEqual = seen.has(run)
      if (isEqual && !wasEqual) pairs += 1
      wasEqual = isEqual
      seen.add(run)
    }
  }
  return pairs
}

/** The first flow of `docs/architecture.md`, whose functions a test looks for. */
function filesOfFlow(): number {
  const [, flow = ''] = /^```\n( 1 OrderEditor[\s\S]*?)^```/m.exec(readFileSync('docs/architecture.md', 'utf8')) ?? []
  return new Set(flow.match(/\S+\/\S+\.tsx?/g)).size
}

const snapshots = execFileSync('git', ['ls-files', 'lib/platform/database/migrations/meta/*_snapshot.json'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean)

const today: Readonly<Record<string, number>> = {
  'source lines without tests and tools': linesOf(product),
  'lines of tools': linesOf(source.filter(([path]) => path.startsWith('tools/'))),
  'source files': product.length,
  'files below 120 lines with one importer, beside it': smallBesideOneImporter(),
  'pairs of equal places': equalPlaces(),
  'files of the flow from an order filter to SQL and back': filesOfFlow(),
  'folders of components in circles': foldersInCircles(product.filter(([path]) => path.startsWith('components/')))
    .length,
  'comments that begin with What, Who, Of, Where …': countIn([...texts], GLOSS),
  'lines of migration snapshots': snapshots.reduce((sum, path) => sum + linesIn(readFileSync(path, 'utf8')), 0),
  'test files left out of npm test': countIn(
    [...texts].filter(([path]) => path === 'e2e/playwright.config.ts'),
    LEFT_OUT,
  ),
}

const committed: Readonly<Record<string, number>> = JSON.parse(readFileSync(COMMITTED, 'utf8'))
const isCheck = process.argv.includes('--check')
const worse = Object.entries(today).filter(([name, value]) => value > (committed[name] ?? Number.POSITIVE_INFINITY))
if (process.argv.includes('--update')) writeFileSync(COMMITTED, `${JSON.stringify(today, null, 2)}\n`)
for (const [name, value] of isCheck ? worse : Object.entries(today)) {
  console.log(`${name.padEnd(52)}${String(value).padStart(8)}  committed ${committed[name] ?? '-'}`)
}
if (isCheck && worse.length > 0) {
  console.log('These figures got worse. Make it smaller, or say why in the commit of `npm run measure -- --update`.')
  process.exitCode = 1
}
