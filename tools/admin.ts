/** `npm run admin -- reset EMAIL`, a new way in when no administrator can sign in, and `npm run doctor`, a report on the installation. */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { configFromProcess } from '#lib/config.ts'
import { createAudit, recordPersonEvent } from '#lib/domains/audit/console/audit.ts'
import { postgresAudit } from '#lib/domains/audit/console/store-sql.ts'
import { reportText, systemReport } from '#lib/domains/environments/system-report.ts'
import { createPostgresStaffStore } from '#lib/domains/staff/auth/postgres-staff.ts'
import { createStaff } from '#lib/domains/staff/console/staff.ts'
import { askForReport } from '#lib/platform/backup/live-copy.ts'
import { openDatabase, openExisting } from '#lib/platform/database/database.ts'
import { examine } from '#lib/system/doctor.ts'
import { errorFacts } from '#lib/system/log/log.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import { runCommand } from '#tools/command.ts'

const USAGE = `npm run admin -- reset EMAIL [--remove-second-factor]
  Ends the person's sessions, removes their password and prints a one-time link for a new one.
  The embedded database must not be in use.
npm run doctor
  Prints the state of the installation, also while it runs; the exit code is 1 when something needs you.`

const command = z.tuple([z.literal('reset'), z.email()], { error: 'reset EMAIL is the only command' })

function readCommand() {
  const options = { 'remove-second-factor': { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [, email] = command.parse(positionals)
  return { email, second_factor: values['remove-second-factor'] ? ('remove' as const) : ('keep' as const) }
}

async function reset() {
  const asked = readCommand()
  const config = configFromProcess()
  const publicUrl = () => config.public_url ?? `http://localhost:${config.port}`
  const database = await openDatabase(config)
  try {
    const { db } = database
    // It fails rather than go unrecorded, so there is nothing to add to the error.
    const audit = createAudit({ store: postgresAudit(db), now: () => new Date(), onError: () => undefined })
    const staff = createStaff({
      store: createPostgresStaffStore({ db, publicUrl, onChanged: () => undefined }),
      environments: config.environments,
      onEvent: (event) => recordPersonEvent(audit, event),
    })
    const { link, expires_at } = await staff.resetByOperator({ ...asked, request_id: newId() })
    process.stdout.write(`${link}\nWorks once, until ${expires_at}. Whoever opens it becomes ${asked.email}.\n`)
  } finally {
    await database.close()
  }
}

async function doctor() {
  const config = configFromProcess()
  const asked = config.database_url === null ? await askForReport(config.data_dir) : null
  const report = asked === null ? await examineAlone(config) : systemReport.parse(asked)
  process.stdout.write(`${reportText(report)}\n`)
  if (report.checks.some(({ action }) => action !== null)) process.exitCode = 1
}

async function examineAlone(config: ReturnType<typeof configFromProcess>) {
  const { db, close } = await openExisting(config)
  const onError = (error: unknown, check: string) =>
    process.stderr.write(`${check}: ${JSON.stringify(errorFacts(error))}\n`)
  return examine({ config, db, oldestEvent: null, onError }).finally(close)
}

await runCommand(USAGE, process.argv[2] === 'doctor' ? doctor : reset)
