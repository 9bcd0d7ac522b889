/** Installs the dependencies when those in node_modules are not the ones of package-lock.json. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node24, ROOT, readText, runQuietly, StepFailed, step, tell } from './steps.mjs'

const STAMP = 'node_modules/.install-stamp'

/** The lockfile and the platform, whose binaries were installed. */
function wantedStamp() {
  const lockfile = readText('package-lock.json') ?? ''
  return createHash('sha256').update(`${process.platform}-${process.arch}\n${lockfile}`).digest('hex')
}

/** `slim`: what building and running need; the tools that check the project may be missing. */
export function isInstalled({ slim }) {
  const stamp = readText(STAMP)
  return (stamp === wantedStamp() || (slim && stamp === `${wantedStamp()}, slim`)) && node24() !== null
}

/** npm's own record of node_modules against the lockfile: what `npm install` by hand has left may be right already. */
function matchesLockfile(slim) {
  const record = readText('node_modules/.package-lock.json')
  if (record === null || node24() === null) return false
  const { packages: wanted } = JSON.parse(readText('package-lock.json'))
  const { packages: installed } = JSON.parse(record)
  return Object.entries(wanted).every(([path, { version, integrity, optional, dev }]) => {
    const found = installed[path]
    if (path === '') return true
    return found
      ? found.version === version && found.integrity === integrity
      : optional === true || (slim && dev === true)
  })
}

/** npm's own script where npm runs us, because the `npm` of the path may be another. */
async function npm(...args) {
  const script = process.env.npm_execpath
  const result = script?.endsWith('.js')
    ? await runQuietly(process.execPath, [script, ...args])
    : await runQuietly('npm', args, { shell: process.platform === 'win32' })
  if (result.code === 0) return
  tell(`\n${result.output.trimEnd()}`, 50)
  throw new StepFailed('The dependencies could not be installed: see what npm says above, mend it, and start again.')
}

function checkNode() {
  const node = node24()
  const run = node === null ? null : spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (run?.status === 0 && Number.parseInt(run.stdout.slice(1), 10) >= 24) return
  throw new StepFailed(
    'Node 24 did not arrive with the npm package "node": allow its install script (npm config: ignore-scripts), or use Node 24 yourself.',
  )
}

/** `npm ci` refuses lockfiles without other platforms' packages; `--no-save` installs and checks the same sums. */
export async function install({ slim }) {
  if (matchesLockfile(slim)) {
    tell('The dependencies are those of package-lock.json.')
  } else {
    const args = ['install', '--no-save', slim ? '--omit=dev' : '--include=dev', '--no-audit', '--no-fund']
    await step('Installing the dependencies (npm install, about a minute)', () => npm(...args))
  }
  checkNode()
  writeFileSync(join(ROOT, STAMP), slim ? `${wantedStamp()}, slim` : wantedStamp())
}
