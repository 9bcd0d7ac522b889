/** Before all tests: what every server makes up at its first start is made up once, and each starts over a copy. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_SIZE } from '#lib/sandbox/data/generate.ts'
import { tellFilledDirectory } from './environment.ts'
import { seed } from './seed.ts'

/** Returns what is done after all tests. */
export default async function fill(): Promise<() => void> {
  const directory = mkdtempSync(join(tmpdir(), 'e2e-filled-'))
  await seed(directory, DEFAULT_SIZE)
  tellFilledDirectory(directory)
  return () => rmSync(directory, { recursive: true, force: true })
}
