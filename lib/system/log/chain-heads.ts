/** Notes the newest hash of the audit log outside the database, where someone who rewrites the log can't reach it. */
import type { Logger } from 'pino'
import { readChainHead } from '#lib/domains/audit/console/chain.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { errorFacts } from './log.ts'

const ONE_HOUR_MS = 3_600_000

/**
 * Logs id and hash of the newest entry now and once an hour, whatever LOG_LEVEL is; an hour without entries says nothing.
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
  const attempt = () =>
    logHead().catch((error: unknown) => log.error(errorFacts(error), 'the head of the audit log cannot be read'))
  let running = attempt()
  const timer = setInterval(() => {
    running = attempt()
  }, ONE_HOUR_MS)
  return () => {
    clearInterval(timer)
    return running
  }
}
