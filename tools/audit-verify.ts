/** `npm run audit:verify [-- --head ID:HASH]`: whether the audit log is as it was written. */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { configFromProcess } from '#lib/config.ts'
import { type ChainHead, type ChainReport, readGuards, verifyChain } from '#lib/domains/audit/console/chain.ts'
import { staff } from '#lib/domains/staff/console/tables.ts'
import { type Database, openExisting } from '#lib/platform/database/database.ts'
import { openPGlite } from '#lib/platform/database/embedded.ts'
import { migrateEmbedded } from '#lib/platform/database/migrate.ts'
import { runCommand } from '#tools/command.ts'

const USAGE = `npm run audit:verify [-- --head ID:HASH]
  Works out the hash of every entry again, and compares triggers and functions with the migrations. With a head from the log (lines "head of the audit log"),
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

/** Returns what is wrong, a line each. */
function faultsOf(
  { broken_at, changed_records, head, head_found }: ChainReport,
  expected: ChainHead | null,
  hasStaff: boolean,
): string[] {
  const was = 'it was changed, or an entry before it was removed or put in'
  return [
    ...broken_at.map((id) => `BROKEN at entry ${id}: ${was}.`),
    ...changed_records.map((name) => `BROKEN at ${name}: it isn't as its entry says, or was removed or put in.`),
    ...(head_found === false
      ? [
          `BROKEN: entry ${expected?.id} isn't the one that was logged. Entries were removed at the end, or the log was written anew.`,
        ]
      : []),
    ...(head === null && hasStaff
      ? ['BROKEN: the audit log is empty, and there is staff: their sign-ins were removed.']
      : []),
  ]
}

/** Returns which triggers and functions aren't those of the migrations: without them the log can be changed unseen. */
async function changedGuards(db: Database): Promise<string[]> {
  const client = await openPGlite()
  const [wanted, found] = [await readGuards(await migrateEmbedded(client)), await readGuards(db)]
  await client.close()
  const names = new Set([...wanted.keys(), ...found.keys()])
  return [...names]
    .filter((name) => wanted.get(name) !== found.get(name))
    .map((name) => `BROKEN: the ${name} isn't as the migrations made it.`)
}

async function verify() {
  const expected = readHead()
  const { db, close } = await openExisting(configFromProcess())
  try {
    const report = await verifyChain(db, expected)
    const hasStaff = (await db.$count(staff)) > 0
    const faults = [...faultsOf(report, expected, hasStaff), ...(await changedGuards(db))]
    const warnings = report.back_in_time.map(
      (id) => `Warning: the clock ran back before entry ${id}; entries around it may bear a wrong time.`,
    )
    for (const line of [...faults, ...warnings]) process.stdout.write(`${line}\n`)
    process.stdout.write(`${summary(report, faults.length)}\n`)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    await close()
  }
}

function summary({ entries, head: newest, head_found }: ChainReport, faults: number): string {
  if (newest === null) return 'The audit log is empty.'
  const to = head_found ? ' The expected head is one of them.' : ''
  const all = faults === 0 ? 'all as they were written' : `${faults} ${faults === 1 ? 'fault' : 'faults'} above`
  return `${entries} entries, ${all}.${to} Head: ${newest.id}:${newest.hash}`
}

await runCommand(USAGE, verify, 2)
