'use client'

import { Ellipsis } from 'lucide-react'
import Link, { useLinkStatus } from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { useRole } from '#components/patterns/page/role.tsx'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { useRefreshAfter, useWorkUnderWay } from '#components/patterns/page/work-under-way.ts'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { leave } from '#lib/kernel/client/leave-guard.ts'
import { itemOf, NAV, type NavItem, pathOf } from './nav.ts'
import { pagesFor } from './pages.ts'
import type { Theme } from './theme-switch.tsx'

const KEYS = ['PageDown', 'PageUp', 'Home', 'End']

/** Loaded with the first such key: most visits need none. */
function onKeyDown(event: KeyboardEvent) {
  if (!KEYS.includes(event.key)) return
  void import('./page-keys.ts').then(({ scrollByKey }) => scrollByKey(event)).catch(() => undefined)
}

/** Page Down, Page Up, Home and End scroll the page wherever the focus is. */
export function usePageKeys() {
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** A bar that grows while the page is on its way; a page that is there at once never shows it. */
function UnderWay() {
  const { pending } = useLinkStatus()
  if (!pending) return null
  return (
    <span
      aria-hidden="true"
      className="after-300ms ml-auto size-1.5 animate-pulse rounded-full bg-current max-rail:hidden"
    />
  )
}

/** Work that goes on in this tab, such as an import: how far it is, or where there is no room, that it is. */
function WorkMark({ environment, section }: { environment: string; section: string }) {
  const work = useWorkUnderWay(environment, section)
  useRefreshAfter(work)
  if (!work) return null
  return (
    <span className="ml-auto rounded-pill bg-current/15 px-1.5 text-xs tabular-nums max-wide:absolute max-wide:-right-1 max-wide:bottom-0 max-wide:px-1">
      <span className="sr-only">{work.label}, </span>
      {work.percent} %
    </span>
  )
}

interface NavLinksProps {
  environment: string
  group: NavItem['group']
  place: 'rail' | 'bar'
}

/** Links of the rail, of which a narrow one shows signs only, and of the bar at the foot of a phone. */
export function NavLinks({ environment, group, place }: NavLinksProps) {
  const pathname = usePathname()
  const role = useRole()
  return pagesFor(NAV, role)
    .filter((item) => item.group === group)
    .map(({ section, label, icon: Icon }) => {
      const href = pathOf(environment, section)
      const isHere = itemOf(pathname)?.section === section
      return (
        <Link
          key={section}
          href={href}
          prefetch={false}
          aria-current={isHere ? 'page' : undefined}
          title={place === 'rail' ? label : undefined}
          className={place === 'rail' ? 'rail-link' : 'bar-link'}
        >
          <Icon className={place === 'rail' ? 'size-4 max-wide:size-[18px]' : 'size-[22px]'} />
          <span className={place === 'rail' ? 'max-wide:sr-only' : undefined}>{label}</span>
          <UnderWay />
          <WorkMark environment={environment} section={section} />
          {section === '' && <MyWorkMark environment={environment} />}
        </Link>
      )
    })
}

const loadWork = () => import('#components/patterns/domain/my-work.tsx')
const MyWorkMark = lazyPart(loadWork, 'MyWorkMark')
const WorkNotifications = lazyPart(loadWork, 'WorkNotifications')

/** G, then a letter; and what tells of new work. */
export function NavKeys({ environment }: { environment: string }) {
  const router = useRouter()
  const role = useRole()
  usePageKeys()
  useShortcuts(
    pagesFor(NAV, role).map(({ section, label, icon, key }) => ({
      strokes: ['g', key],
      label,
      group: 'Go to' as const,
      href: pathOf(environment, section),
      icon,
      run: () => leave(() => router.push(pathOf(environment, section))),
    })),
  )
  return <WorkNotifications environment={environment} />
}

const loadSheet = () => import('./more-sheet.tsx')
const MoreSheet = lazyPart(loadSheet, 'MoreSheet')

/** The last place of a phone's bar: what the rail holds besides pages. */
export function MoreButton({ environment, theme, account }: { environment: string; theme: Theme; account: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerDown={() => void loadSheet()}
        onClick={() => setOpen(true)}
        className="bar-link"
      >
        <Ellipsis className="size-[22px]" />
        More
      </button>
      {isOpen && <MoreSheet environment={environment} theme={theme} account={account} onClose={() => setOpen(false)} />}
    </>
  )
}
