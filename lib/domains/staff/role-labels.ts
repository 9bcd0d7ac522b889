/** The roles as people read them. */
import type { Role } from './roles.ts'

export const ROLE_LABELS: Readonly<Record<Role, { label: string; purpose: string }>> = {
  administrator: { label: 'Administrator', purpose: 'Everything, including staff and the audit log.' },
  support: { label: 'Support', purpose: 'Helps users: profiles, demographics, connections, links and codes.' },
  lab_coordinator: { label: 'Lab coordinator', purpose: 'Follows orders and books appointments.' },
  read_only: { label: 'Read-only', purpose: 'Sees everything about users and orders, and changes nothing.' },
}
