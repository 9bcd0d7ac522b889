import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { countExposed, makePrivate, NotPrivate } from './private-files.ts'

const made: string[] = []
function scratch() {
  const directory = mkdtempSync(join(tmpdir(), 'vialdesk-test-'))
  made.push(directory)
  return directory
}
afterEach(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true })
})

const rightsOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('a directory that others could read becomes its owner’s only, with everything in it', async () => {
  const directory = scratch()
  mkdirSync(join(directory, 'pgdata/base'), { recursive: true })
  writeFileSync(join(directory, 'pgdata/base/1'), 'x')
  writeFileSync(join(directory, 'key'), 'x')
  chmodSync(join(directory, 'pgdata/base/1'), 0o664)
  chmodSync(join(directory, 'pgdata/base'), 0o777)
  chmodSync(join(directory, 'pgdata'), 0o755)
  chmodSync(join(directory, 'key'), 0o640)
  chmodSync(directory, 0o755)
  expect(await makePrivate(directory)).toBe(5)
  expect(['', 'pgdata', 'pgdata/base', 'pgdata/base/1', 'key'].map((name) => rightsOf(join(directory, name)))).toEqual([
    '700',
    '700',
    '700',
    '600',
    '600',
  ])
  expect(await makePrivate(directory)).toBe(0)
  // Nobody else could enter the directory, so there is nothing to warn of.
  chmodSync(join(directory, 'key'), 0o644)
  expect([await countExposed(directory), await makePrivate(directory)]).toEqual([0, 0])
  expect(rightsOf(join(directory, 'key'))).toBe('600')
})

test('a missing directory is made for its owner only', async () => {
  const directory = join(scratch(), 'a/b')
  expect(await makePrivate(directory)).toBe(0)
  expect(rightsOf(directory)).toBe('700')
})

const WRITING = `
  import { mkdirSync, writeFileSync } from 'node:fs'
  import { createPrivateFiles } from '#lib/platform/private-files.ts'
  process.umask(0)
  createPrivateFiles()
  mkdirSync(process.argv[1] + '/made')
  writeFileSync(process.argv[1] + '/made/file', '')
`

test('what a process makes is its owner’s only, whatever its umask was', () => {
  const directory = scratch()
  execFileSync(process.execPath, ['--input-type=module', '--eval', WRITING, directory])
  expect(['made', 'made/file'].map((name) => rightsOf(join(directory, name)))).toEqual(['700', '600'])
})

test('what a link points to stays as it is', async () => {
  const [directory, elsewhere] = [scratch(), scratch()]
  chmodSync(elsewhere, 0o755)
  symlinkSync(elsewhere, join(directory, 'link'))
  await makePrivate(directory)
  expect(rightsOf(elsewhere)).toBe('755')
})

// /proc belongs to the kernel: nobody, not even root, can change its rights.
test.runIf(process.platform === 'linux')('rights that can’t be changed stop the start', async () => {
  await expect(makePrivate(`/proc/${process.pid}/net`)).rejects.toThrow(NotPrivate)
})
