/** The page registry: one record per page of an environment. Navigation, palette, settings and user tabs read it. */
import {
  Cable,
  CalendarCheck,
  ChartColumn,
  FileUp,
  LayoutDashboard,
  type LucideIcon,
  MapPinned,
  Microscope,
  Radio,
  ScrollText,
  Settings,
  TestTubes,
  Users,
} from 'lucide-react'
import { mayUse, type Role } from '#lib/domains/staff/roles.ts'
import type { Permission } from '#lib/kernel/permissions.ts'

export interface Page {
  /** The path after the environment, as in app/[environment]; empty for the environment's own page. */
  section: string
  label: string
  /** Permission to see the page; null if everyone sees it or it decides by part. */
  permission: Permission | null
  /** Only the embedded service has it. */
  isEmbeddedOnly?: true
}

export interface NavPage extends Page {
  icon: LucideIcon
  /** Shortcut: after G. */
  key: string
  /** Group in the rail; a phone's bar has room for `work`, and its sheet holds the rest. */
  group: 'work' | 'record' | 'foot'
}

export const NAV_PAGES: readonly NavPage[] = [
  {
    section: '',
    label: 'Overview',
    icon: LayoutDashboard,
    key: 'o',
    group: 'work',
    permission: null,
  },
  {
    section: 'orders',
    label: 'Orders',
    icon: TestTubes,
    key: 'r',
    group: 'work',
    permission: null,
  },
  {
    section: 'users',
    label: 'Users',
    icon: Users,
    key: 'u',
    group: 'work',
    permission: null,
  },
  {
    section: 'appointments',
    label: 'Appointments',
    icon: CalendarCheck,
    key: 'b',
    group: 'work',
    permission: null,
  },
  {
    section: 'service-centers',
    label: 'Service centers',
    icon: MapPinned,
    key: 'p',
    group: 'record',
    permission: 'service_centers:read',
  },
  {
    section: 'markers',
    label: 'Markers',
    icon: Microscope,
    key: 'k',
    group: 'record',
    permission: 'markers:read',
  },
  {
    section: 'connections',
    label: 'Connections',
    icon: Cable,
    key: 'c',
    group: 'record',
    permission: 'connections:read',
  },
  {
    section: 'connections/import',
    label: 'Bulk import',
    icon: FileUp,
    key: 'i',
    group: 'record',
    permission: 'connections:import',
  },
  {
    section: 'events',
    label: 'Events',
    icon: Radio,
    key: 'e',
    group: 'record',
    permission: 'events:read',
  },
  {
    section: 'figures',
    label: 'Figures',
    icon: ChartColumn,
    key: 'f',
    group: 'record',
    permission: 'orders:read',
  },
  {
    section: 'activity',
    label: 'Audit log',
    icon: ScrollText,
    key: 'a',
    group: 'record',
    permission: 'audit:read',
  },
  {
    section: 'settings',
    label: 'Settings',
    icon: Settings,
    key: 's',
    group: 'foot',
    permission: null,
  },
]

export const SETTINGS_TABS: readonly Page[] = [
  {
    section: 'settings',
    label: 'Your account',
    permission: null,
  },
  { section: 'settings/staff', label: 'Staff', permission: 'staff:manage' },
  { section: 'settings/roles', label: 'Roles', permission: null },
  { section: 'settings/environments', label: 'Environments', permission: null },
  {
    section: 'settings/stuck-orders',
    label: 'Stuck orders',
    permission: null,
  },
  {
    section: 'settings/catalogue',
    label: 'Catalog',
    permission: null,
  },
  { section: 'settings/contacts', label: 'Contacts', permission: null },
  { section: 'settings/messages', label: 'Messages', permission: 'contacts:write' },
  { section: 'settings/webhooks', label: 'Webhooks', permission: 'webhooks:manage' },
  { section: 'settings/teams', label: 'API keys and teams', permission: 'staff:manage', isEmbeddedOnly: true },
  { section: 'settings/system', label: 'System', permission: 'staff:manage' },
]

export const USER_TABS: readonly Page[] = [
  { section: 'users/[userId]', label: 'Summary', permission: null },
  { section: 'users/[userId]/profile', label: 'Profile', permission: null },
  { section: 'users/[userId]/demographics', label: 'Demographics', permission: null },
  { section: 'users/[userId]/connections', label: 'Connections', permission: null },
  { section: 'users/[userId]/orders', label: 'Orders', permission: null },
  { section: 'users/[userId]/events', label: 'Events', permission: 'events:read' },
  { section: 'users/[userId]/access', label: 'Access', permission: 'access:create' },
  { section: 'users/[userId]/history', label: 'History', permission: 'audit:read' },
]

/** Pages that only links lead to. */
export const LINKED_PAGES: readonly Page[] = [
  { section: 'orders/[orderId]', label: 'Order', permission: null },
  { section: 'orders/[orderId]/book', label: 'Book draw', permission: null },
  { section: 'orders/[orderId]/history', label: 'Order history', permission: 'audit:read' },
  { section: 'find', label: 'Find', permission: 'users:read' },
  { section: 'users/deleted', label: 'Deleted users', permission: 'users:delete' },
  { section: 'connections/coverage', label: 'Data coverage', permission: 'connections:read' },
  { section: 'activity/review', label: 'Access review', permission: 'audit:read' },
  { section: 'events/deliveries', label: 'Webhook deliveries', permission: 'webhooks:manage' },
]

export const PAGES: readonly Page[] = [...NAV_PAGES, ...SETTINGS_TABS, ...USER_TABS, ...LINKED_PAGES]

/** Returns the pages that a role may open, for navigation and search; all of them while the role isn't known. */
export function pagesFor<P extends Page>(pages: readonly P[], role: Role | null, isEmbedded = true): P[] {
  return pages.filter(({ permission, isEmbeddedOnly }) => mayUse(role, permission) && (isEmbedded || !isEmbeddedOnly))
}
