/** Which column of a file holds which field of a connection: good guesses by name, then by what is in it. */
import { connectionRecipe } from '#lib/domains/connections/connection.ts'
import { readExpiry } from './expiry.ts'
import { type Cell, cellText, type Table } from './table.ts'

export const FIELDS = connectionRecipe.keyof().options
export type RecipeField = (typeof FIELDS)[number]

/** Index of the column of each field; null where the file has none. */
export type Mapping = Readonly<Record<RecipeField, number | null>>

export const NO_MAPPING: Mapping = {
  user_id: null,
  access_token: null,
  refresh_token: null,
  provider_id: null,
  expires_at: null,
  oauth_scopes: null,
}

export const REQUIRED_FIELDS = FIELDS.filter((field) => !connectionRecipe.shape[field].isOptional())

export const SECRET_FIELDS: ReadonlySet<RecipeField> = new Set<RecipeField>(['access_token', 'refresh_token'])

/** Names without case, spaces and marks; the field's own name is tried first. */
const NAMES: Readonly<Record<RecipeField, readonly string[]>> = {
  user_id: ['userid', 'useruuid', 'memberuuid', 'user', 'uuid', 'memberid', 'patientid', 'id'],
  access_token: ['accesstoken', 'access', 'accesskey', 'oauthtoken', 'token', 'at', 'bearer', 'bearertoken'],
  refresh_token: ['refreshtoken', 'refresh', 'rt', 'oauthrefreshtoken'],
  provider_id: [
    'providerid',
    'provideruserid',
    'externalid',
    'externaluserid',
    'externalaccount',
    'extaccount',
    'accountid',
    'account',
    'sourceuserid',
    'sourceid',
    'provideruser',
  ],
  expires_at: [
    'expiresat',
    'expiry',
    'expires',
    'expiration',
    'expirationdate',
    'expireson',
    'exp',
    'tokenexpiry',
    'accesstokenexpiresat',
    'validuntil',
  ],
  oauth_scopes: ['oauthscopes', 'scopes', 'scope', 'grantedscopes', 'permissions'],
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export function guessMapping({ columns, rows }: Pick<Table, 'columns' | 'rows'>): Mapping {
  const names = columns.map(plain)
  const free = new Set(columns.keys())
  const found: Record<RecipeField, number | null> = { ...NO_MAPPING }
  const take = (field: RecipeField, column: number | undefined) => {
    if (column === undefined || found[field] !== null || !free.delete(column)) return
    found[field] = column
  }
  // Exact names of every field come before the second names of any.
  const longest = Math.max(...FIELDS.map((field) => NAMES[field].length))
  for (let rank = 0; rank < longest; rank += 1) {
    for (const field of FIELDS) {
      const name = NAMES[field][rank]
      take(
        field,
        [...free].find((column) => names[column] === name),
      )
    }
  }
  const sample = rows.slice(0, 20)
  const allOf = (test: (text: string) => boolean) =>
    [...free].find((column) => {
      const texts = sample.map((row) => cellText(row[column])).filter(Boolean)
      return texts.length > 0 && texts.every(test)
    })
  take(
    'user_id',
    allOf((text) => UUID.test(text)),
  )
  take(
    'expires_at',
    allOf((text) => readExpiry(text, 'automatic').ok),
  )
  return found
}

/** Long and without spaces: a token, whatever column it stands in. */
export function looksSecret(text: string): boolean {
  return text.length >= 32 && !/\s/.test(text) && !UUID.test(text)
}

/** As much of a token as tells two apart; of a short one nothing. */
export function tokenEnd(text: string): string {
  return text.length >= 12 ? text.slice(-4) : ''
}

/** The first value of a column, as it may be shown. */
export function sampleOf(
  field: RecipeField,
  rows: readonly (readonly Cell[])[],
  column: number,
): { text: string; secret: boolean } {
  const text = cellText(rows.find((row) => cellText(row[column]) !== '')?.[column])
  const secret = SECRET_FIELDS.has(field) || (field !== 'oauth_scopes' && looksSecret(text))
  return { text: secret ? tokenEnd(text) : text.slice(0, 48), secret }
}
