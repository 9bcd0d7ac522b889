/** Keeps a second process out of a data directory. The operating system frees the lock when its holder dies. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Returns the function that frees the lock, or null while another process holds it. */
export function lockDirectory(directory: string): (() => void) | null {
  const file = new DatabaseSync(join(directory, 'lock'))
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch {
    file.close()
    return null
  }
  return () => file.close()
}
