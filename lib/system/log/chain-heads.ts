/** Notes the newest hash of the audit log outside the database, where someone who rewrites the log can't reach it. */
import type { Logger } from 'pino'
import { readChainHead } from '#lib/domains/audit/console/chain.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { HOUR, MINUTE } from '#lib/utils/time/durations.ts'
import { repeat } from '#lib/utils/timers/repeat.ts'
import { errorFacts } from './log.ts'

/**
 * Logs id and hash of the newest entry now and once an hour, whatever LOG_LEVEL is; an hour without entries says nothing.
 * The first entry of an empty log is noted within a minute.
 * @returns how to stop; resolves when nothing is under way any more
 */
export function logChainHeads(db: Database, log: Logger): () => Promise<void> {
  const always = log.child({}, { level: log.level === 'silent' ? 'silent' : 'info' })
  let logged = ''
  async function logHead() {
    const head = await readChainHead(db)
    if (!head || head.hash === logged) return
    logged = head.hash
    always.info({ id: head.id, hash: head.hash }, 'head of the audit log')
  }
  // The hourly look says it.
  const ignore = () => undefined
  const stopFirst = repeat(async () => logged || logHead(), { everyMs: MINUTE, onError: ignore, atOnce: false })
  const stop = repeat(logHead, {
    everyMs: HOUR,
    onError: (error) => log.error(errorFacts(error), 'the head of the audit log cannot be read'),
  })
  return async () => {
    await Promise.all([stop(), stopFirst()])
  }
}
