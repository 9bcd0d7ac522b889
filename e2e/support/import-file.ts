/** Files for bulk imports, some of their rows wrong in every way that a row can be. */
import type { Page } from '@playwright/test'
import { waitForHydration } from './hydration.ts'

/** The page of the import, alive: a file that is chosen before would not be noticed. */
export async function openImport(page: Page, home: string): Promise<void> {
  await page.goto(`${home}/connections/import`)
  await waitForHydration(page.locator('input[type=file]'))
}

/** Part of every token: whatever holds it in plain text is found. */
export const SECRET = 'sEcReT-tOkEn'

export interface ImportRow {
  user_id: string
  access_token: string
  refresh_token: string
  provider_id: string
  expires_at: string
}

const HEADS = ['member_uuid', 'at', 'rt', 'ext_account', 'expiry'] as const

/** How a row is spoilt, and what the console says of it. */
export const FAULTS: readonly { words: RegExp; spoil: (row: ImportRow, rows: readonly ImportRow[]) => ImportRow }[] = [
  { words: /user_id is not a UUID/, spoil: (row) => ({ ...row, user_id: row.user_id.slice(0, 13) }) },
  { words: /refresh_token is empty/, spoil: (row) => ({ ...row, refresh_token: '' }) },
  { words: /expires_at isn’t a time/, spoil: (row) => ({ ...row, expires_at: 'next week' }) },
  {
    words: /No user with this user_id/,
    spoil: (row) => ({ ...row, user_id: row.user_id.replace(/^.{8}/, '00000000') }),
  },
  { words: /Same user_id as row \d/, spoil: (row, rows) => ({ ...row, user_id: rows[0]?.user_id ?? '' }) },
]

/** A good row a user. */
export function importRows(user_ids: readonly string[]): ImportRow[] {
  return user_ids.map((user_id, index) => ({
    user_id,
    access_token: `${SECRET}-access-${index}`,
    refresh_token: `${SECRET}-refresh-${index}`,
    provider_id: `account-${index}`,
    expires_at: '1900000000',
  }))
}

/** Every hundredth row is spoilt, one way after the other. */
export function spoilt(rows: readonly ImportRow[]): { rows: ImportRow[]; bad: Map<number, RegExp> } {
  const bad = new Map<number, RegExp>()
  const made = rows.map((row, index) => {
    const fault = FAULTS[Math.floor(index / 100) % FAULTS.length]
    if (index % 100 !== 50 || !fault) return row
    bad.set(index, fault.words)
    return fault.spoil(row, rows)
  })
  return { rows: made, bad }
}

export function csvFile(name: string, rows: readonly ImportRow[]) {
  const lines = rows.map((row) => [row.user_id, row.access_token, row.refresh_token, row.provider_id, row.expires_at])
  const text = [HEADS, ...lines].map((cells) => cells.join(',')).join('\n')
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
}
