/** One row as the connection it would become, and what is wrong with it. The endpoint's own schema decides. */
import { z } from 'zod'
import { type ConnectionRecipe, connectionRecipe, providerSlug } from '#lib/domains/connections/connection.ts'
import { invisibleName } from '#lib/utils/text/invisible.ts'
import { spoiledBySpreadsheet } from '#lib/utils/text/read-csv.ts'
import { formatDuration, HOUR } from '#lib/utils/time/durations.ts'
import { EXPIRY_FORMS, FIELDS, REQUIRED_FIELDS, type RecipeField, readExpiry, readScopes } from './columns.ts'
import { type Cell, cellText } from './table.ts'

/** How the rows of a file are read, and what to do with the doubtful ones. */
export const settingsSchema = z.object({
  provider: providerSlug,
  /** Index of the column of each field; null where the file has none. */
  mapping: z.record(z.enum(FIELDS), z.int().min(0).nullable()),
  expiry: z.enum(['automatic', ...EXPIRY_FORMS]),
  /** Tokens that have expired may still be refreshed. */
  expired: z.enum(['send', 'leave_out']),
  /** Which of several rows for one user is used. */
  duplicates: z.enum(['first', 'last']),
})
export type Settings = z.infer<typeof settingsSchema>

export type ProblemCode =
  | RecipeField
  | 'too_many_values'
  | 'duplicate'
  | 'expired'
  | 'odd_expiry'
  | 'no_scopes'
  | 'no_user'
  | 'renews'

export interface Problem {
  code: ProblemCode
  level: 'error' | 'warning'
  text: string
}

export interface CheckedRow {
  /** Null where a field cannot be used. */
  recipe: ConnectionRecipe | null
  problems: Problem[]
}

const error = (code: ProblemCode, text: string): Problem => ({ code, level: 'error', text })
const warning = (code: ProblemCode, text: string): Problem => ({ code, level: 'warning', text })

/** 1 Jan 2000 and 2100, in Unix seconds: outside of these, seconds and milliseconds were mixed up. */
const EARLIEST = 946_684_800
const LATEST = 4_102_444_800

/** `now` in milliseconds. No text repeats a value: it may be a token. */
export function checkRow(row: readonly Cell[], width: number, settings: Settings, now: number): CheckedRow {
  const { mapping } = settings
  const cell = (field: RecipeField) => (mapping[field] === null ? undefined : row[mapping[field]])
  const problems: Problem[] = []
  if (row.slice(width).some((extra) => cellText(extra) !== ''))
    problems.push(
      error('too_many_values', 'More values than columns: put quotes around a value that contains a separator'),
    )
  const expiry = readExpiry(cell('expires_at'), settings.expiry)
  const spoiled = FIELDS.flatMap((field) => {
    const found = spoiledBySpreadsheet(cellText(cell(field)))
    // A user is known by the ID within whatever marks; a day is what the other column may hold.
    if (field === 'user_id' && found?.level === 'warning') return []
    return found && !(field === 'expires_at' && (expiry.ok || found.level === 'warning') && found.text.includes('date'))
      ? [{ code: field, level: found.level, text: `${field} ${found.text}` }]
      : []
  })
  problems.push(...spoiled.filter(({ level }) => level === 'error'))
  const isNamed = (field: RecipeField) => problems.some(({ code }) => code === field)
  if (!expiry.ok && !isNamed('expires_at'))
    problems.push(
      error('expires_at', spoiled.find(({ code }) => code === 'expires_at')?.text ?? `expires_at ${expiry.why}`),
    )
  const oauth_scopes = readScopes(cell('oauth_scopes'))
  const candidate = {
    user_id: cellText(cell('user_id')),
    access_token: cellText(cell('access_token')),
    refresh_token: cellText(cell('refresh_token')),
    provider_id: cellText(cell('provider_id')),
    expires_at: expiry.ok ? expiry.at : 0,
    ...(oauth_scopes && { oauth_scopes }),
  }
  const parsed = connectionRecipe.safeParse(candidate)
  for (const issue of parsed.error?.issues ?? []) {
    const field = REQUIRED_FIELDS.find((name) => name === issue.path[0]) ?? 'oauth_scopes'
    if (!isNamed(field)) problems.push(error(field, describeField(field, cellText(cell(field)))))
  }
  for (const field of ['access_token', 'refresh_token', 'provider_id'] as const) {
    const why = unusable(cell(field), candidate[field])
    if (why && !isNamed(field)) problems.push(error(field, `${field} ${why}`))
  }
  if (!parsed.success || problems.length > 0) return { recipe: null, problems }
  return { recipe: parsed.data, problems: [...spoiled, ...warningsOf(parsed.data, settings, now)] }
}

function describeField(field: RecipeField, text: string): string {
  if (text === '') return `${field} is empty`
  const hidden = invisibleName(text)
  if (hidden) return `${field} contains ${hidden}`
  if (field === 'user_id') return 'user_id is not a UUID'
  return `${field} isn’t accepted by the service`
}

/** Returns why a JSON value can't be stored by the service (gap "texts and depth"), or null. */
function unusable(cell: Cell | undefined, text: string): string | null {
  if (typeof cell === 'object' && cell !== null) return 'is a list or object, not text'
  if (typeof cell === 'number' && !Number.isSafeInteger(cell)) return 'is a number that lost digits: put it in quotes'
  const hidden = invisibleName(text)
  if (hidden) return `contains ${hidden}`
  return text.isWellFormed() ? null : 'contains an invalid character'
}

function warningsOf({ expires_at, oauth_scopes }: ConnectionRecipe, settings: Settings, now: number): Problem[] {
  const found: Problem[] = []
  const age = now - expires_at * 1000
  if (expires_at < EARLIEST || expires_at > LATEST)
    found.push(warning('odd_expiry', `expires_at is in the year ${yearOf(expires_at)}: seconds or milliseconds?`))
  else if (age >= 0)
    found.push(
      settings.expired === 'leave_out'
        ? error('expired', `Token expired ${formatAge(age)}`)
        : warning('expired', `Token expired ${formatAge(age)}, refresh will be tried`),
    )
  if (settings.mapping.oauth_scopes !== null && !oauth_scopes)
    found.push(warning('no_scopes', 'oauth_scopes is empty, all count as granted'))
  return found
}

function formatAge(age: number) {
  return age < HOUR / 60 ? 'just now' : `${formatDuration(age)} ago`
}

function yearOf(seconds: number) {
  const year = new Date(seconds * 1000).getUTCFullYear()
  return Number.isNaN(year) ? 'far off' : year
}
