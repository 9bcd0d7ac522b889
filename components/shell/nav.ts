/** The pages of the rail by their address. */
import { LINKED_PAGES, NAV_PAGES, type NavPage, PAGES, type Page, SETTINGS_TABS } from './pages.ts'

export type NavItem = NavPage
export const NAV = NAV_PAGES

/** The overview: where sign-in, setup and the bare address lead. */
export const FIRST_SECTION = ''

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
  const path = pathname.split('/').slice(2).join('/')
  return (LINKED_PAGES.find(({ section }) => section === path) ?? itemOf(pathname))?.label ?? 'Not found'
}

/** The record of one page; of Settings the tab that its address shows. @throws Error where none is registered */
export function pageAt(section: string): Page {
  const found = [...SETTINGS_TABS, ...PAGES].find((page) => page.section === section)
  if (!found) throw new Error(`No page is registered at "${section}".`)
  return found
}

export const titleOf = (section: string) => ({ title: pageAt(section).label })
