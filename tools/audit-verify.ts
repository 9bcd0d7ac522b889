/** `npm run audit:verify [-- --head ID:HASH]`: whether the audit log is as it was written. */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { BadConfiguration, configFromProcess } from '#lib/config.ts'
import { type ChainHead, type ChainReport, verifyChain } from '#lib/domains/audit/console/chain.ts'
import { DatabaseUnavailable, openDatabase } from '#lib/platform/database/database.ts'
import { createPrivateFiles } from '#lib/platform/private-files.ts'

const USAGE = `npm run audit:verify [-- --head ID:HASH]
  Works out the hash of every entry again. With a head from the log (lines "head of the audit log"),
  also whether the entries up to it are the ones of that time. The embedded database must not be in use.`

const head = z
  .string()
  .regex(/^\d+:[\da-f]{64}$/, 'must be ID:HASH as the log has them')
  .transform((text): ChainHead => {
    const [id, hash = ''] = text.split(':')
    return { id: Number(id), hash }
  })

function readHead(): ChainHead | null {
  const { values } = parseArgs({ options: { head: { type: 'string' } } })
  return values.head === undefined ? null : z.object({ head }).parse(values).head
}

/** Returns a report's meaning in one sentence. */
function verdict({ entries, head: newest, broken_at, head_found }: ChainReport, expected: ChainHead | null): string {
  if (broken_at !== null) {
    return `BROKEN at entry ${broken_at}: it was changed, or an entry before it was removed or put in. ${entries} entries before it are whole.`
  }
  if (head_found === false) {
    return `BROKEN: entry ${expected?.id} isn't the one that was logged. Entries were removed at the end, or the log was written anew.`
  }
  if (newest === null) return 'The audit log is empty.'
  const to = head_found ? ' The expected head is one of them.' : ''
  return `${entries} entries, all as they were written.${to} Head: ${newest.id}:${newest.hash}`
}

async function verify() {
  const expected = readHead()
  const database = await openDatabase(configFromProcess())
  try {
    const report = await verifyChain(database.db, expected)
    process.stdout.write(`${verdict(report, expected)}\n`)
    if (report.broken_at !== null || report.head_found === false) process.exitCode = 1
  } finally {
    await database.close()
  }
}

/** Explains a problem that the person can fix, without a stack. */
function explain(error: unknown): string {
  if (error instanceof z.ZodError) return `${z.prettifyError(error)}\n\n${USAGE}`
  if (error instanceof BadConfiguration || error instanceof DatabaseUnavailable) return error.message
  if (error instanceof TypeError && 'code' in error) return `${error.message}\n\n${USAGE}`
  throw error
}

try {
  createPrivateFiles()
  await verify()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 2
}
