/** Notices: what administrators did about a person, told to that person and to the other administrators. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime } from '#lib/kernel/fields.ts'

const id = z.string().min(1).max(64)

/**
 * Actions on staff that the person concerned and all administrators see as a notice at their next sign-in, and those that
 * send patient data elsewhere or open it, which all administrators see.
 */
const NOTICED = [
  'staff_reset_requested',
  'staff_access_reset',
  'staff_reset_declined',
  'staff_removal_requested',
  'staff_removed',
  'staff_email_change_requested',
  'staff_email_changed',
  'staff_updated',
  'staff_disabled',
  'staff_enabled',
  'administrator_added',
  'webhook_endpoint_added',
  'webhook_endpoint_readdressed',
  'webhook_events_recovered',
  'webhook_events_replayed',
  'key_created',
] as const
export type Noticed = (typeof NOTICED)[number]

/** An action on a person, a webhook endpoint or a key, told to the people it concerns. */
export interface News {
  action: Noticed
  about: { id: string; name: string }
  by: { id: string; email: string }
  at: string
}
export type AdminNews = Omit<News, 'at'>

export const notice = z.object({
  id,
  action: z.enum(NOTICED),
  /** Person, webhook endpoint or key concerned; null if it's the reader. */
  about_name: z.string().nullable(),
  by_name: z.string(),
  at: isoDateTime,
})
export type Notice = z.infer<typeof notice>

/** Lists administrators' actions on the reader, or for administrators on anyone; newest first. */
export const listNotices = endpoint({
  name: 'list_notices',
  path: '/notices',
  permission: 'users:read',
  response: z.object({
    notices: z.array(notice),
    /** The server's disk is almost full; said to those who can do something about it. */
    is_short_of_space: z.boolean().default(false),
  }),
})

/** The reader has seen these. */
export const dismissNotices = endpoint({
  name: 'dismiss_notices',
  method: 'POST',
  path: '/notices/dismiss',
  permission: 'users:read',
  body: z.object({ ids: z.array(id).max(200) }),
  response: z.null(),
  success: [204],
})
