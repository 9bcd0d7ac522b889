/** Files that only the account of this process can read: the database and the keys hold health data and secrets. */
import { chmod, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Rights of the group and of everybody. */
const OF_OTHERS = 0o077

/** A file or directory whose permissions can't be narrowed; the message is one line that says what to do. */
export class NotPrivate extends Error {}

/** Makes every file from now on its owner's only; once, at the start of a process. */
export function createPrivateFiles(): void {
  process.umask(OF_OTHERS)
}

/**
 * Makes a directory and everything in it its owner's only, whoever made it before; creates it where it's missing.
 * Windows keeps rights in lists of its own, which are left as they are.
 * @returns how many files and directories others had rights to until now
 * @throws NotPrivate where one of them can't be changed
 */
export async function makePrivate(directory: string): Promise<number> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if (process.platform === 'win32') return 0
  const narrowed = await Promise.all((await pathsIn(directory)).map(narrow))
  return exposedOf(narrowed)
}

/** Files of a directory that others can't enter can't be read, whatever their own rights: a restore leaves such files. */
const exposedOf = (exposed: readonly boolean[]) => (exposed[0] ? exposed.filter(Boolean).length : 0)

/** Returns how many files and directories others have rights to. */
export async function countExposed(directory: string): Promise<number> {
  const exposed = (await pathsIn(directory)).map((path) =>
    lstat(path).then(
      ({ mode }) => (mode & OF_OTHERS) !== 0,
      () => false,
    ),
  )
  return exposedOf(await Promise.all(exposed))
}

async function pathsIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))
  return [directory, ...paths]
}

/** Ignores a file that disappears while permissions change, such as a temporary file of the database. */
async function narrow(path: string): Promise<boolean> {
  try {
    const { mode } = await lstat(path)
    if ((mode & OF_OTHERS) === 0) return false
    await chmod(path, mode & 0o700)
    return true
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return false
    throw new NotPrivate(
      `Other accounts of this machine can read ${path}, and its rights can't be changed. Make this account its owner, or set DATA_DIR to another directory.`,
      { cause },
    )
  }
}
