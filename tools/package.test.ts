/** `npm run package`: what it copies runs by itself, from a read-only disk, without the rest of the project. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { getViewer } from '#lib/domains/staff/viewer.ts'
import { until } from '#lib/system/processes/spawn.testing.ts'
import { ADMINISTRATOR, STAFFED, signedIn } from '#lib/system/staff.testing.ts'
import { programOf } from './build.mjs'

const run = promisify(execFile)
const home = mkdtempSync(join(tmpdir(), 'vialdesk-package-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Mounts the directory read-only for the program alone; where that isn't allowed it stays as it is. */
const READ_ONLY = 'mount --bind . . && mount -o remount,ro,bind . && cd "$PWD" && exec "$@"'
const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0

/** MB: with distroless Node, which has 120, the image stays below 300. */
const MOST = 180

/** Milliseconds that a build may take on a busy machine, where there is none yet. */
const BUILD = 400_000

test(
  'the package starts, signs people in, shows pages and is backed up',
  async () => {
    await run(process.execPath, ['tools/package.mjs'])
    await run('cp', ['-r', 'dist', join(home, 'app')])
    const cwd = join(home, 'app')
    const { stdout: size } = await run('du', ['-sm', cwd])
    expect(Number.parseInt(size, 10)).toBeLessThan(MOST)
    const data_dir = join(home, 'data')
    const env = { NODE_ENV: 'production' as const, PORT: '0', DATA_DIR: data_dir, ...STAFFED }
    const command = [process.execPath, programOf('main')]
    const [program = '', ...args] = canMount ? ['unshare', '-rm', 'sh', '-c', READ_ONLY, 'sh', ...command] : command
    const server = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const printed: string[] = []
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', (text) => printed.push(text))
    try {
      await until(() => /ready after/.test(printed.join('')) || server.exitCode !== null, 'the start')
      const origin = /(http:\S+?)\/sandbox/.exec(printed.join(''))?.[1] ?? ''
      expect(origin, printed.join('')).not.toBe('')
      const page = await fetch(`${origin}/sign-in`)
      expect([page.status, (await page.text()).includes('Sign in')]).toEqual([200, true])
      const docs = await Promise.all(
        ['docs', 'docs/viewer.js', 'docs/viewer.css'].map((path) => fetch(`${origin}/${path}`)),
      )
      expect(docs.map(({ status }) => status)).toEqual([200, 200, 200])
      const ask = await signedIn({ origin })
      expect((await ask(getViewer)).json()).toMatchObject({ email: ADMINISTRATOR.email })
      const file = join(home, 'backup')
      const backup = run(process.execPath, [programOf('data'), 'backup', file, '--plain'], { cwd, env })
      expect((await backup).stdout).toContain('Backed up')
      expect(statSync(file).size).toBeGreaterThan(100_000)
      const exit = once(server, 'exit')
      server.kill('SIGTERM')
      await exit
      expect(printed.join('')).not.toMatch(/"level":(40|50|60)/)
    } finally {
      server.kill('SIGKILL')
    }
  },
  BUILD,
)
