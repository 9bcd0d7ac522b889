/** The state of this installation: Settings → System shows it to administrators, and `npm run doctor` prints it. */
import { z } from 'zod'
import { KEPT_AFTER_EXPIRY_DAYS } from '#lib/domains/access/link.ts'
import { IMPORT_KEPT_DAYS } from '#lib/domains/connections/import-log.ts'
import { UNDO_DAYS } from '#lib/domains/users/user.ts'
import { KEPT_DAYS } from '#lib/domains/webhooks/rules.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime } from '#lib/kernel/fields.ts'

const systemCheck = z.object({
  label: z.string(),
  /** Without secrets: people paste it into tickets. */
  value: z.string(),
  /** For an administrator to do; null where all is well. */
  action: z.string().nullable(),
})
export type SystemCheck = z.infer<typeof systemCheck>

const retained = z.object({
  data: z.string(),
  kept: z.string(),
  /** The variable that changes it; null where it's fixed. */
  setting: z.string().nullable(),
})

export const systemReport = z.object({
  made_at: isoDateTime,
  checks: z.array(systemCheck),
  retention: z.array(retained),
})
export type SystemReport = z.infer<typeof systemReport>

export const getSystem = endpoint({
  name: 'get_system',
  path: '/system',
  permission: 'staff:manage',
  response: systemReport,
})

/** How long each kind of data is kept; docs/operations.md has the same table with the defaults. */
export function retentionOf(set: { event_body_days: number; session_hours: number }): z.infer<typeof retained>[] {
  const row = (data: string, kept: string, setting: string | null = null) => ({ data, kept, setting })
  return [
    row('Audit log', 'Never removed'),
    row('Booking changes, acknowledgments, call attempts and their notes', 'Never removed'),
    row('Requests about data, with who asked and their outcome', 'Never removed, also after the user is deleted'),
    row('Users, demographics, connections and orders', 'Until the user is deleted'),
    row('Deleted users', `${UNDO_DAYS} days, then erased`),
    row(
      'Bodies and samples of received events; data of sources that no user list has',
      `${set.event_body_days} days`,
      'EVENT_BODY_DAYS',
    ),
    row('Received events without their bodies', 'Never removed'),
    row('Sent events and deliveries', `${KEPT_DAYS} days`),
    row('Records of imports', `${IMPORT_KEPT_DAYS} days`),
    row('Links, codes and sign-in tokens', `${KEPT_AFTER_EXPIRY_DAYS} days after they expire`),
    row('Sessions', `${set.session_hours} hours`, 'SESSION_HOURS'),
    row('User directory', 'Until the service no longer lists the user'),
  ]
}

/** Returns the report as text for a terminal or a ticket. */
export function reportText({ made_at, checks }: SystemReport): string {
  const width = Math.max(...checks.map(({ label }) => label.length)) + 2
  const lines = checks.flatMap(({ label, value, action }) => [
    `${action === null ? ' ' : '!'} ${label.padEnd(width)}${value}`,
    ...(action === null ? [] : [`  ${' '.repeat(width)}→ ${action}`]),
  ])
  return [`As of ${made_at}`, ...lines].join('\n')
}
