/** The pages of the rail by their address. */
import { NAV_PAGES, type NavPage } from './pages.ts'

export type NavItem = NavPage
export const NAV = NAV_PAGES

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
