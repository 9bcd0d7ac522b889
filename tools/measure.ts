/** Prints figures of the structure, for comparing it before and after a change; see docs/contributing.md. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'

const CODE = /\.(?:ts|tsx|mjs|css)$/
const TEST = /\.(?:test|testing|conformance)\.tsx?$|^e2e\//
/** Tests of addresses as such, `*.wire.test.ts`, spell theirs out. */
const UNIT_TEST = /^(?:lib|components)\/.*(?<![./]wire)\.(?:test|testing)\.tsx?$/
const PATH = /(['"`])[^'"`\n]*\/(?:v2|v3|api)\/[^'"`\n]*\1/g
const EXPORTED = /(\*\/\n)?^export (?:async )?function\*? \w+/gm
const BOOKING = /booking|appointment|phlebotomy/i

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => CODE.test(path))
const source = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]))
const matching = (pattern: RegExp) => files.filter((path) => pattern.test(path))
const matchesIn = (paths: readonly string[], pattern: RegExp) =>
  paths.flatMap((path) => [...(source.get(path) ?? '').matchAll(pattern)])

/** The folder of one concept: two levels below `lib` and `components`, one below everything else. */
const conceptOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('lib/domains/') ? 3 : 2)
    .join('/')

const named = files.filter((path) => !TEST.test(path) && BOOKING.test(path))
const sizes = Map.groupBy(files, (path) => dirname(path))
const [largest, most] = [...sizes]
  .map(([folder, { length }]): [string, number] => [folder, length])
  .sort((a, b) => b[1] - a[1])[0] ?? ['', 0]
const linesOf = (paths: readonly string[]) =>
  paths
    .filter((path) => !TEST.test(path))
    .reduce((sum, path) => sum + (source.get(path) ?? '').split('\n').length - 1, 0)
const functions = matchesIn(
  matching(/^lib\/.*\.ts$/).filter((path) => !TEST.test(path)),
  EXPORTED,
)
const documented = functions.filter(([, docstring]) => docstring !== undefined)

console.log(`folders with booking code in their name: ${new Set(named.map(conceptOf)).size}`)
console.log(`endpoint paths as strings in unit tests: ${matchesIn(matching(UNIT_TEST), PATH).length}`)
console.log(`files in the largest folder: ${most} (${largest})`)
console.log(
  `lines of source without tests: ${linesOf(matching(/^(?!tools\/)/))}, tools ${linesOf(matching(/^tools\//))}`,
)
console.log(
  `exported functions in lib with a docstring: ${Math.round((100 * documented.length) / functions.length)} % of ${functions.length}`,
)
