/** The package as a whole: its version, and the licenses of all that is installed with it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { VERSION } from '#lib/kernel/values.ts'

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

test('the version is stated alike in the code, the package and the changelog', () => {
  const { version } = z.object({ version: z.string() }).parse(read('package.json'))
  const [, newest] = /^## (\d+\.\d+\.\d+)/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
  expect([VERSION, newest]).toEqual([version, version])
})

/** Each lets anyone use, change and pass on what is under it; MPL and LGPL ask only that changes of the package itself stay open. */
const ALLOWED =
  /^(?:MIT|MIT-0|ISC|0BSD|BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|MPL-2\.0|LGPL-3\.0-or-later|OFL-1\.1|CC0-1\.0|CC-BY-4\.0|Unlicense|BlueOak-1\.0\.0)$/

test('every package that is installed has a license of the list', () => {
  const { packages } = z
    .object({ packages: z.record(z.string(), z.looseObject({ license: z.string().optional() })) })
    .parse(read('package-lock.json'))
  const refused = Object.entries(packages).filter(([, { license = 'none' }]) =>
    license
      .replace(/[()]/g, '')
      .split(/ (?:AND|OR|and|or) /)
      .some((each) => !ALLOWED.test(each)),
  )
  expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
})

test('each direct dependency has its reason in docs/decisions/dependencies.md, and nothing else has', () => {
  const names = z.record(z.string(), z.string())
  const { dependencies, devDependencies } = z
    .object({ dependencies: names, devDependencies: names })
    .parse(read('package.json'))
  const rows = readFileSync('docs/decisions/dependencies.md', 'utf8').matchAll(/^\| `([^`]+)` \| \S/gm)
  const direct = [dependencies, devDependencies].flatMap((each) => Object.keys(each))
  expect([...rows].map(([, name]) => name).sort()).toEqual(direct.sort())
})
