/** Finds a Chromium: the one inside @sparticuz/chromium on Linux x64, elsewhere Playwright's own or the machine's. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type LaunchOptions } from '@playwright/test'
import { z } from 'zod'
import { chromiumPath, machineEnvironment } from './environment.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PACKAGE = join(ROOT, 'node_modules/@sparticuz/chromium')
const CACHE = join(ROOT, 'node_modules/.cache')

/** Drawn without a graphics card, or the likeness of one, which takes three times as long; names of other hosts do not even resolve. */
const ARGS = [
  '--disable-gpu',
  '--font-render-hinting=none',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

const INFLATE = `await (await import('@sparticuz/chromium')).default.executablePath()`

/**
 * Inflates into a folder of its own and renames that when it is whole, so that an interrupted run leaves nothing
 * half done and two at once do no harm. Runs apart because the package decides by environment what it unpacks.
 */
function inflate(folder: string): void {
  mkdirSync(CACHE, { recursive: true })
  const draft = mkdtempSync(join(CACHE, 'chromium-draft-'))
  // The name of a machine without libraries of its own: it makes the package unpack those that it brings.
  const env = {
    ...machineEnvironment,
    TMPDIR: draft,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x',
    NODE_ENV: 'test',
  } as const
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', INFLATE], { cwd: ROOT, env, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`The browser of @sparticuz/chromium could not be unpacked: ${run.stderr}`)
  chmodSync(draft, 0o755)
  chmodSync(join(draft, 'chromium'), 0o755)
  writeFileSync(
    join(draft, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>\n`,
  )
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(folder)) throw error
  }
}

function packaged(): LaunchOptions {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')))
  const folder = join(CACHE, `chromium-${version}`)
  if (!existsSync(folder)) inflate(folder)
  const executablePath = join(folder, 'chromium')
  const env: Record<string, string> = { ...machineEnvironment }
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_FILE = join(folder, 'fonts.conf')
  // A missing library shows at once; those in the package are for exactly that machine.
  if (spawnSync(executablePath, ['--version']).status !== 0) env.LD_LIBRARY_PATH = join(folder, 'al2023/lib')
  return { executablePath, env }
}

export function browserLaunchOptions(): LaunchOptions {
  if (chromiumPath !== null) return { executablePath: chromiumPath, args: ARGS }
  if (platform() === 'linux' && arch() === 'x64') return { ...packaged(), args: ARGS }
  return existsSync(chromium.executablePath()) ? { args: ARGS } : { channel: 'chrome', args: ARGS }
}
