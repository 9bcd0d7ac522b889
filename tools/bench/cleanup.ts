/** Nothing of a bench stays behind: what is registered here is undone at its end, or when it is interrupted. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const pending = new Set<() => void>()

function undoAll() {
  for (const undo of [...pending].reverse()) undo()
  pending.clear()
}

/** Interrupted, a process skips its `finally` blocks but not its exit handlers. */
export function cleanUpWhenInterrupted(): void {
  process.once('exit', undoAll)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
}

/** `undo` must be synchronous. Returns the function that undoes it now. */
export function onExit(undo: () => void): () => void {
  pending.add(undo)
  return () => {
    if (pending.delete(undo)) undo()
  }
}

/** Runs work in a new directory below the system's temporary one, and removes it afterwards. */
export async function withScratch<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'))
  const remove = onExit(() => rmSync(directory, { recursive: true, force: true }))
  try {
    return await work(directory)
  } finally {
    remove()
  }
}
