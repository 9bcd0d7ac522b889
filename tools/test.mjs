/** `npm test`: lint, types, build, unit and end-to-end, each to its end, and one line that sums them up. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build, isBuilt } from './build.mjs'
import { prepare } from './prepare.mjs'
import { node24, ROOT, readText, runQuietly, StepFailed, seconds } from './steps.mjs'
import { readUnitTests } from './unit-results.mjs'

const UNIT = '.results/unit.json'
const BROWSER = '.results/e2e.json'
// On a slow machine all of it takes twice its 15 minutes.
const deadline = Date.now() + 40 * 60_000

const bin = (...path) => join(ROOT, 'node_modules', ...path)
const NEXT = bin('next', 'dist', 'bin', 'next')
const TSC = bin('typescript', 'bin', 'tsc')
const VITEST = bin('vitest', 'vitest.mjs')
const PLAYWRIGHT = bin('@playwright', 'test', 'cli.js')

/** Runs a tool on Node 24. What still runs at the deadline is ended, and so fails. */
function tool(script, args, env) {
  return runQuietly(node24(), [script, ...args], {
    limit: Math.max(1000, deadline - Date.now()),
    env: { FORCE_COLOR: '0', ...env },
  })
}

/** A check is one test: its tools run one after the other, to the first that fails. */
async function check(...calls) {
  for (const [script, ...args] of calls) {
    const { code, output } = await tool(script, args)
    if (code !== 0) return { passed: 0, failed: 1, skipped: 0, failures: [output] }
  }
  return { passed: 1, failed: 0, skipped: 0, failures: [] }
}

/** A runner writes its results to a file; one that fails without naming a failed test has failed itself. */
async function suite(file, read, script, args, env) {
  rmSync(join(ROOT, file), { force: true })
  const { code, output } = await tool(script, args, env)
  const text = readText(file)
  const result = text === null ? { passed: 0, failed: 0, skipped: 0, failures: [] } : read(JSON.parse(text))
  if (code === 0 || result.failed > 0) return result
  return { ...result, failed: 1, failures: [output] }
}

async function pages() {
  if (!isBuilt()) await build({ limit: Math.max(1000, deadline - Date.now()) })
  return { passed: 0, failed: 0, skipped: 0, failures: [] }
}

function browserTests() {
  if (!isBuilt()) throw new StepFailed('Not run: they need the pages.')
  return suite(BROWSER, (report) => report, PLAYWRIGHT, ['test', '--config', 'e2e/playwright.config.ts'])
}

const STEPS = [
  ['Lint', () => check(['tools/lint.mjs'])],
  ['Types', () => check([NEXT, 'typegen'], [TSC, '-p', '.', '--pretty', 'false'])],
  ['Build', pages],
  [
    'Unit tests',
    () => {
      const reporters = ['--reporter=json', `--outputFile=${UNIT}`]
      return suite(UNIT, readUnitTests, VITEST, ['run', '--config', 'tools/vitest.config.ts', ...reporters], {
        NODE_ENV: 'test',
      })
    },
  ],
  ['End-to-end tests', browserTests],
]

function indented(text) {
  return stripVTControlCharacters(text).trim().replaceAll(/^/gm, '    ')
}

async function runStep(title, work) {
  const start = Date.now()
  console.log(`${title} …`)
  const result = await Promise.resolve()
    .then(work)
    .catch((error) => {
      const failure = error instanceof StepFailed ? error.message : String(error.stack)
      return { passed: 0, failed: 1, skipped: 0, failures: [failure] }
    })
  for (const failure of result.failures) console.log(`${indented(failure)}\n`)
  for (const text of result.retried ?? []) console.log(`  Passed on its second try; find out why:\n${indented(text)}\n`)
  const { passed, failed, skipped } = result
  const counts = passed + failed + skipped > 0 ? `${passed} passed, ${failed} failed, ${skipped} skipped, ` : ''
  console.log(`  ${counts}${seconds(Date.now() - start)}`)
  return result
}

const total = { passed: 0, failed: 0, skipped: 0 }

function add(result) {
  for (const key of Object.keys(total)) total[key] += result[key]
}

try {
  await prepare({ built: false })
  mkdirSync(join(ROOT, '.results'), { recursive: true })
  for (const [title, work] of STEPS) add(await runStep(title, work))
} catch (error) {
  console.error(error instanceof StepFailed ? error.message : error)
  add({ passed: 0, failed: 1, skipped: 0 })
}
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
