/** Changes to an environment's settings, from the audit log, for everyone who sees the setting. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime } from '#lib/kernel/fields.ts'
import { auditDetails } from './details.ts'

const SETTINGS = ['stuck_limits', 'catalog', 'contact_book'] as const
export type Setting = (typeof SETTINGS)[number]

export const SETTING_ACTIONS: Readonly<Record<Setting, readonly string[]>> = {
  stuck_limits: ['change_stuck_limits'],
  catalog: ['save_catalogue_entries', 'remove_catalogue_entry'],
  contact_book: ['change_contact_book'],
}

const settingChange = z.object({
  id: z.int(),
  at: isoDateTime,
  actor_id: z.string().nullable(),
  /** By the name they had then; null for entries that hold none, and for who is no person. */
  actor_name: z.string().nullable(),
  action: z.string(),
  /** ID of the catalog entry, or the first of many. */
  subject: z.string().nullable(),
  details: auditDetails,
})
export type SettingChange = z.infer<typeof settingChange>

/** Returns the newest changes that were made, newest first. `before` goes on below an entry; null `next` at the end. */
export const listSettingChanges = endpoint({
  name: 'list_setting_changes',
  path: '/audit/settings/{environment}/{setting}',
  permission: 'users:read',
  params: inEnvironment.extend({ setting: z.enum(SETTINGS) }),
  query: z.object({ limit: z.int().min(1).max(50).default(5), before: z.int().min(1).optional() }),
  response: z.object({ changes: z.array(settingChange), next: z.int().nullable() }),
})
