import { type LucideIcon, ScrollText, Settings, TestTubes, Users } from 'lucide-react'

export interface NavItem {
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
  { section: 'orders', label: 'Orders', icon: TestTubes, key: 'r', group: 'work' },
  { section: 'users', label: 'Users', icon: Users, key: 'u', group: 'work' },
  { section: 'activity', label: 'Audit log', icon: ScrollText, key: 'a', group: 'record' },
  { section: 'settings', label: 'Settings', icon: Settings, key: 's', group: 'foot' },
]

export const FIRST_SECTION = 'users'

/** The page a path shows: the part after the environment. */
export function sectionOf(pathname: string): string {
  const section = pathname.split('/')[2]
  return NAV.some((item) => item.section === section) && section ? section : FIRST_SECTION
}

export function pageName(pathname: string): string {
  const section = pathname.split('/')[2]
  return NAV.find((item) => item.section === section)?.label ?? 'Not found'
}
