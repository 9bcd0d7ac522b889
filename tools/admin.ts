/** `npm run admin -- reset EMAIL`: gives somebody a new way in when no administrator can. */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { BadConfiguration, configFromProcess } from '#lib/config.ts'
import { createAudit, recordPersonEvent } from '#lib/domains/audit/console/audit.ts'
import { postgresAudit } from '#lib/domains/audit/console/store-sql.ts'
import { createPostgresStaffStore } from '#lib/domains/staff/auth/postgres-staff.ts'
import { createStaff } from '#lib/domains/staff/console/staff.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { DatabaseUnavailable, openDatabase } from '#lib/platform/database/database.ts'
import { createPrivateFiles } from '#lib/platform/private-files.ts'
import { newId } from '#lib/utils/ids/ids.ts'

const USAGE = `npm run admin -- reset EMAIL [--remove-second-factor]
  Ends the person's sessions, removes their password and prints a one-time link for a new one.
  The embedded database must not be in use.`

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

/** Explains a problem that the person can fix, without a stack. */
function explain(error: unknown): string {
  if (error instanceof z.ZodError) return `${z.prettifyError(error)}\n\n${USAGE}`
  if (error instanceof ApiError || error instanceof BadConfiguration || error instanceof DatabaseUnavailable) {
    return error.message
  }
  if (error instanceof TypeError && 'code' in error) return `${error.message}\n\n${USAGE}`
  throw error
}

try {
  createPrivateFiles()
  await reset()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}
