/** Makes again what other tabs, or this one before its page was loaded, have changed. */
import type { RunLog } from '#lib/sandbox/demo/journal/run-log.ts'
import type { Stage } from './stage.ts'

/** A run that is shown, and what was written of it. */
export type Playing = Stage & { log: RunLog }

/** One after the other, so that nothing is made twice. */
export function createCatchUp() {
  let last = Promise.resolve()
  return (on: Playing): Promise<void> => {
    const mine = last.then(() => catchUp(on))
    last = mine.catch(() => undefined)
    return mine
  }
}

async function catchUp({ log, settle, replay }: Playing): Promise<void> {
  const entries = await log.unread()
  if (entries.length === 0) return
  await settle()
  for (const id of await replay(entries)) await log.remove(id)
}
