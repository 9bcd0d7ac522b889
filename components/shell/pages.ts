/** The page registry: one record per page of an environment. Navigation, palette, settings and user tabs read it. */
import {
  Cable,
  CalendarCheck,
  FileUp,
  LayoutDashboard,
  type LucideIcon,
  MapPinned,
  Microscope,
  ScrollText,
  Settings,
  TestTubes,
  Users,
} from 'lucide-react'
import { mayUse, type Role } from '#lib/domains/staff/roles.ts'
import type { Permission } from '#lib/kernel/endpoint.ts'

export interface Page {
  /** The path after the environment, as in app/[environment]; empty for the environment's own page. */
  section: string
  label: string
  /** What one must be allowed to do to see it; null where everyone sees it or the page decides by part. */
  permission: Permission | null
  /** Other words people look for it by. */
  keywords: string
}

export interface NavPage extends Page {
  icon: LucideIcon
  /** Shortcut: after G. */
  key: string
  /** Of the rail; a phone's bar has room for `work` alone, the sheet behind it holds the rest. */
  group: 'work' | 'record' | 'foot'
}

/** Pages of the rail, in its order. */
export const NAV_PAGES: readonly NavPage[] = [
  {
    section: '',
    label: 'Overview',
    icon: LayoutDashboard,
    key: 'o',
    group: 'work',
    permission: null,
    keywords: 'home dashboard critical exceptions funnel trend stuck morning worklist',
  },
  {
    section: 'orders',
    label: 'Orders',
    icon: TestTubes,
    key: 'r',
    group: 'work',
    permission: null,
    keywords: 'tests kits labs results shipments tracking parcels lost late find',
  },
  {
    section: 'users',
    label: 'Users',
    icon: Users,
    key: 'u',
    group: 'work',
    permission: null,
    keywords: 'people patients members directory find',
  },
  {
    section: 'appointments',
    label: 'Appointments',
    icon: CalendarCheck,
    key: 'b',
    group: 'work',
    permission: null,
    keywords: 'bookings visits draws agenda calendar',
  },
  {
    section: 'service-centers',
    label: 'Service centers',
    icon: MapPinned,
    key: 'p',
    group: 'record',
    permission: 'service_centers:read',
    keywords: 'psc draw sites labs nearby zip map walk-in',
  },
  {
    section: 'markers',
    label: 'Markers',
    icon: Microscope,
    key: 'k',
    group: 'record',
    permission: 'markers:read',
    keywords: 'lab tests biomarkers panels loinc prices compare',
  },
  {
    section: 'connections',
    label: 'Connections',
    icon: Cable,
    key: 'c',
    group: 'record',
    permission: 'connections:read',
    keywords: 'sources providers devices watches wearables chart broken',
  },
  {
    section: 'connections/import',
    label: 'Bulk import',
    icon: FileUp,
    key: 'i',
    group: 'record',
    permission: 'connections:import',
    keywords: 'import connections upload csv tokens migrate',
  },
  {
    section: 'activity',
    label: 'Audit log',
    icon: ScrollText,
    key: 'a',
    group: 'record',
    permission: 'audit:read',
    keywords: 'activity history who did what views export',
  },
  {
    section: 'settings',
    label: 'Settings',
    icon: Settings,
    key: 's',
    group: 'foot',
    permission: null,
    keywords: '',
  },
]

/** Tabs of the settings, in their order. */
export const SETTINGS_TABS: readonly Page[] = [
  {
    section: 'settings',
    label: 'Your account',
    permission: null,
    keywords: 'password two-factor second factor sessions profile',
  },
  { section: 'settings/staff', label: 'Staff', permission: 'staff:manage', keywords: 'invite people colleagues' },
  { section: 'settings/roles', label: 'Roles', permission: null, keywords: 'rights permissions' },
  { section: 'settings/environments', label: 'Environments', permission: null, keywords: 'production sandbox' },
  {
    section: 'settings/stuck-orders',
    label: 'Stuck orders',
    permission: null,
    keywords: 'limits days late overdue stuck',
  },
  {
    section: 'settings/catalogue',
    label: 'Catalog',
    permission: null,
    keywords: 'labs lab tests lab accounts names ids',
  },
]

/** Tabs of a user's page, in their order. */
export const USER_TABS: readonly Page[] = [
  { section: 'users/[userId]', label: 'Summary', permission: null, keywords: '' },
  { section: 'users/[userId]/profile', label: 'Profile', permission: null, keywords: '' },
  { section: 'users/[userId]/demographics', label: 'Demographics', permission: null, keywords: '' },
  { section: 'users/[userId]/connections', label: 'Connections', permission: null, keywords: '' },
  { section: 'users/[userId]/orders', label: 'Orders', permission: null, keywords: '' },
  { section: 'users/[userId]/access', label: 'Access', permission: 'access:create', keywords: '' },
  { section: 'users/[userId]/history', label: 'History', permission: 'audit:read', keywords: '' },
]

/** Pages that only links lead to. */
const LINKED_PAGES: readonly Page[] = [
  { section: 'orders/[orderId]', label: 'Order', permission: null, keywords: '' },
  { section: 'orders/[orderId]/book', label: 'Book draw', permission: null, keywords: '' },
  { section: 'orders/[orderId]/history', label: 'Order history', permission: 'audit:read', keywords: '' },
  { section: 'activity/review', label: 'Access review', permission: 'audit:read', keywords: '' },
]

export const PAGES: readonly Page[] = [...NAV_PAGES, ...SETTINGS_TABS, ...USER_TABS, ...LINKED_PAGES]

/** Returns the pages that a role may open, for navigation and search; all of them while the role isn't known. */
export function pagesFor<P extends Page>(pages: readonly P[], role: Role | null): P[] {
  return pages.filter(({ permission }) => mayUse(role, permission))
}
