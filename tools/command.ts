/** Runs an operator's command: a problem that the person can fix is explained without a stack. */
import { z } from 'zod'
import { BadConfiguration } from '#lib/config.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { BackupProblem } from '#lib/platform/backup/file.ts'
import { DatabaseUnavailable } from '#lib/platform/database/database.ts'
import { createPrivateFiles } from '#lib/platform/private-files.ts'

export async function runCommand(usage: string, command: () => Promise<void>, exitCode = 1): Promise<void> {
  try {
    createPrivateFiles()
    await command()
  } catch (error) {
    process.stderr.write(`${explain(error, usage)}\n`)
    process.exitCode = exitCode
  }
}

function explain(error: unknown, usage: string): string {
  if (error instanceof z.ZodError) return `${z.prettifyError(error)}\n\n${usage}`
  // An argument that `parseArgs` doesn't know.
  if (error instanceof TypeError && 'code' in error) return `${error.message}\n\n${usage}`
  const isExpected = [ApiError, BackupProblem, BadConfiguration, DatabaseUnavailable].some(
    (expected) => error instanceof expected,
  )
  if (error instanceof Error && isExpected) return error.message
  throw error
}
