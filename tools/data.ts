/** `npm run backup`, `npm run restore` and `npm run move`: all that the console keeps, from one place to another. */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { BadConfiguration, configFromProcess } from '#lib/config.ts'
import { createAudit, recordOperation } from '#lib/domains/audit/console/audit.ts'
import { postgresAudit } from '#lib/domains/audit/console/store-sql.ts'
import { makeBackup, moveDatabase, type PutOnRecord, restoreBackup } from '#lib/platform/backup/backup.ts'
import { BackupProblem } from '#lib/platform/backup/file.ts'
import { readGenerated } from '#lib/platform/keys.ts'
import { runCommand } from '#tools/command.ts'

const USAGE = `npm run backup -- FILE [--plain]
  Writes everything to a new file, also while the console runs. BACKUP_PASSPHRASE (12 characters or more) seals it, and
  puts the generated keys into it. With --plain it isn't sealed, and has no keys.
npm run restore -- FILE [--plain]
  Fills a new DATA_DIR, or an empty DATABASE_URL, from such a file.
npm run move -- [DATABASE_URL]
  Copies the embedded database to an empty one of PostgreSQL; the address is best given by the variable DATABASE_URL.
  The console must not run.`

const options = { plain: { type: 'boolean', default: false } } as const

const record: PutOnRecord = (db, action) => {
  // It fails rather than go unrecorded, so there is nothing to add to the error.
  const audit = createAudit({ store: postgresAudit(db), now: () => new Date(), onError: () => undefined })
  return recordOperation(audit, action)
}

const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`)
const counted = (rows: number) => `${new Intl.NumberFormat('en').format(rows)} rows`

async function run() {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [command, given] = z.tuple([z.enum(['backup', 'restore', 'move'])], z.string()).parse(positionals)
  const config = configFromProcess()
  if (command === 'move') return move(config, given ?? config.database_url)
  const path = z.string({ error: 'FILE is missing' }).parse(given)
  const passphrase = values.plain ? null : config.backup_passphrase
  if (command === 'restore') {
    const { rows, keys, made_at } = await restoreBackup(config, path, passphrase, record)
    say(`Restored ${counted(rows)} as of ${made_at}.`)
    if (keys.length > 0) say(`The keys are in ${config.data_dir}: ${keys.join(', ')}.`)
    else say('No keys were in it: the next start needs those that the data was written with.')
    return
  }
  if (passphrase === null && !values.plain)
    throw new BackupProblem(`Set BACKUP_PASSPHRASE, or add --plain for a file that anyone can read.\n\n${USAGE}`)
  const { rows, keys } = await makeBackup(config, path, passphrase, record)
  say(`Backed up ${counted(rows)} to ${path}.`)
  if (passphrase === null)
    say(
      'WARNING: it isn’t sealed, and holds health data: whoever has it can read it. The keys aren’t in it. Keep those of',
      `${config.data_dir} elsewhere: tokens and second factors can’t be read without them.`,
    )
  else say(`It is sealed with BACKUP_PASSPHRASE. Generated keys in it: ${keys.join(', ') || 'none'}.`)
}

async function move({ data_dir, database_owner_url }: ReturnType<typeof configFromProcess>, address: string | null) {
  if (address === null) throw new BadConfiguration(['DATABASE_URL: the database to move to is missing'])
  const rows = await moveDatabase(data_dir, { database_url: address, database_owner_url }, record)
  say(
    `Moved ${counted(rows)}. ${data_dir} is as it was: remove its pgdata once all is well, and keep its keys. Start with`,
    '  DATABASE_URL=…',
    ...Object.keys(await readGenerated(data_dir)).map(
      (name) => `  ${name.replaceAll('-', '_').toUpperCase()}_FILE=${data_dir}/${name}`,
    ),
  )
}

await runCommand(USAGE, run)
