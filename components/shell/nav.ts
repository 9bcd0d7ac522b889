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

export interface NavItem {
  /** The path after the environment; empty for the environment's own page. */
  section: string
  label: string
  icon: LucideIcon
  /** After G. */
  key: string
  /** Of the rail; a phone's bar has room for `work` alone, the sheet behind it holds the rest. */
  group: 'work' | 'record' | 'foot'
}

/** The pages that exist, in the order of the rail. */
export const NAV: readonly NavItem[] = [
  { section: '', label: 'Overview', icon: LayoutDashboard, key: 'o', group: 'work' },
  { section: 'orders', label: 'Orders', icon: TestTubes, key: 'r', group: 'work' },
  { section: 'users', label: 'Users', icon: Users, key: 'u', group: 'work' },
  { section: 'appointments', label: 'Appointments', icon: CalendarCheck, key: 'b', group: 'work' },
  { section: 'service-centers', label: 'Service centers', icon: MapPinned, key: 'p', group: 'record' },
  { section: 'markers', label: 'Markers', icon: Microscope, key: 'k', group: 'record' },
  { section: 'connections', label: 'Connections', icon: Cable, key: 'c', group: 'record' },
  { section: 'connections/import', label: 'Bulk import', icon: FileUp, key: 'i', group: 'record' },
  { section: 'activity', label: 'Audit log', icon: ScrollText, key: 'a', group: 'record' },
  { section: 'settings', label: 'Settings', icon: Settings, key: 's', group: 'foot' },
]

export const FIRST_SECTION = 'users'

/** The address of a page. */
export function pathOf(environment: string, section: string): string {
  return section === '' ? `/${environment}` : `/${environment}/${section}`
}

/** The page a path shows, or is below; of two the one that says more of the path. */
export function itemOf(pathname: string): NavItem | undefined {
  const path = `${pathname.split('/').slice(2).join('/')}/`
  const found = NAV.filter(({ section }) => path.startsWith(`${section}/`))
  return found.sort((a, b) => b.section.length - a.section.length)[0]
}

/** The part after the environment that another environment has too. */
export function sectionOf(pathname: string): string {
  return itemOf(pathname)?.section ?? FIRST_SECTION
}

export function pageName(pathname: string): string {
  return itemOf(pathname)?.label ?? 'Not found'
}
