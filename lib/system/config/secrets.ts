/** Secrets of the configuration: in a variable, or in the file that a variable names. */
import { readFileSync } from 'node:fs'
import type { Variables } from './variables.ts'

/** Each may be given as a file, by its name with `_FILE` behind it. */
export const SECRETS =
  `DATABASE_URL DATABASE_OWNER_URL SERVICE_API_KEY WEBHOOK_SECRET SECRETS_KEY MANAGEMENT_KEY CONSOLE_ADMIN_PASSWORD OIDC_CLIENT_SECRET
  OTEL_EXPORTER_OTLP_HEADERS BACKUP_PASSPHRASE`.split(/\s+/)

/** Returns the variables with each secret in place of its file; what cannot be read is added to `problems`. */
export function withSecretFiles(env: Variables, problems: string[]): Variables {
  const read = SECRETS.map((name) => ({ [name]: secretOf(env, name, problems), [`${name}_FILE`]: undefined }))
  return Object.assign({ ...env }, ...read)
}

/** A secret by its variable, or by the file that the variable with `_FILE` names. */
export function secretOf(env: Variables, name: string, problems: string[]): string | undefined {
  const path = env[`${name}_FILE`]
  if (!path) return env[name]
  if (env[name]) problems.push(`${name}: given twice, as ${name} and as ${name}_FILE`)
  return readSecret(path, `${name}_FILE`, problems)
}

/** Returns the text of a file without its last line break. */
export function readSecret(path: string, name: string, problems: string[]): string {
  try {
    const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    if (secret === '') problems.push(`${name}: the file ${path} is empty`)
    return secret
  } catch {
    problems.push(`${name}: the file ${path} cannot be read`)
    return ''
  }
}
