/** Only packages that have an install script may run one, and only in the version that was looked at. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const root = new URL('../', import.meta.url)
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, root), 'utf8'))

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string(),
      resolved: z.string().optional(),
      inBundle: z.boolean().default(false),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
})

test('allowScripts lists every package with an install script, with its versions, and no other', () => {
  const { allowScripts } = z.object({ allowScripts: z.record(z.string(), z.literal(true)) }).parse(read('package.json'))
  const versions = new Map<string, string[]>()
  for (const [path, { version, hasInstallScript }] of Object.entries(
    lockfile.parse(read('package-lock.json')).packages,
  )) {
    const name = path.split('node_modules/').at(-1) ?? ''
    if (hasInstallScript) versions.set(name, [...(versions.get(name) ?? []), version])
  }
  const wanted = [...versions].map(([name, found]) => `${name}@${found.sort().join(' || ')}`)
  expect(Object.keys(allowScripts).sort()).toEqual(wanted.sort())
})

test('the lockfile says where each package comes from: npm matches versions by that', () => {
  const { packages } = lockfile.parse(read('package-lock.json'))
  const elsewhere = Object.entries(packages).filter(
    // A bundled one comes inside the package that brings it.
    ([path, { resolved = '', inBundle }]) =>
      path !== '' && !inBundle && !resolved.startsWith('https://registry.npmjs.org/'),
  )
  expect(elsewhere).toEqual([])
})

test('what a launcher dies of is a line of JSON with LOG_FORMAT=json', () => {
  const code = "import('./tools/steps.mjs').then((steps) => steps.main(() => { throw new Error('boom') }))"
  const env = { NODE_ENV: 'test', LOG_FORMAT: 'json' } as const
  const { stderr } = spawnSync(process.execPath, ['-e', code], { cwd: root, env, encoding: 'utf8' })
  expect(JSON.parse(stderr)).toMatchObject({ level: 60, msg: expect.stringContaining('Error: boom') })
})
