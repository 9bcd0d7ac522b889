/** Counts whom staff viewed, and indexes the IDs of entries, while nobody waits: reviews and searches find little left to do. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { readChainHead } from '#lib/domains/audit/console/chain.ts'
import type { AuditStore } from '#lib/domains/audit/console/store.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { HOUR, MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { repeat } from '#lib/utils/timers/delay.ts'
import { errorFacts } from './log.ts'

/** Between two steps, which others use the database in. */
const PAUSE_MS = 50

/** Counts every ten minutes, indexes every five seconds. @returns how to stop; resolves when nothing is under way */
export function workOnAuditInBackground(
  { countViewers, indexSubjects }: Pick<AuditStore, 'countViewers' | 'indexSubjects'>,
  log: Logger,
  pauseMs: number = PAUSE_MS,
): () => Promise<void> {
  const stopped = new AbortController()
  const start = (step: () => Promise<boolean>, everyMs: number, failure: string) =>
    repeat(
      async () => {
        while (!stopped.signal.aborted && (await step())) await delay(pauseMs)
      },
      { everyMs, onError: (error) => log.error(errorFacts(error), failure) },
    )
  const stops = [
    start(countViewers, 10 * MINUTE, 'the audit log cannot be counted'),
    start(indexSubjects, 5 * SECOND, 'the audit log cannot be indexed'),
  ]
  return async () => {
    stopped.abort()
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Logs the newest entry's hash hourly, whatever LOG_LEVEL is. @returns how to stop; resolves once nothing runs */
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
