import clsx from 'clsx'
import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { mayUse } from '#lib/domains/staff/roles.ts'
import type { Permission } from '#lib/kernel/permissions.ts'
import { useRole } from './role.tsx'
import { useShortcuts } from './shortcuts.tsx'

interface TabLink {
  href: string
  label: string
  /** Undefined where it isn't known, which is no 0. */
  count?: number | undefined
  /** Problem on the tab, in a few words. */
  problem?: string | undefined
  /** Permission needed to see the tab. */
  permission?: Permission | undefined
}

interface TabLinksProps {
  /** Parent of the tabs: "User". */
  label: string
  tabs: readonly TabLink[]
  /** Goes to another tab, once nothing stands in the way. */
  onGo: (go: () => void) => void
}

/** Parts of a page, each with an address of its own; [ and ] lead to the one before and after. */
export function TabLinks({ label, tabs: all, onGo }: TabLinksProps) {
  const role = useRole()
  const tabs = all.filter(({ permission }) => mayUse(role, permission))
  const pathname = usePathname()
  const router = useRouter()
  // An id may stand in the address in capitals.
  const at = tabs.findIndex(({ href }) => href === pathname.toLowerCase())
  // Two quick presses move two tabs, so the pending target counts.
  const aim = useRef(at)
  useLayoutEffect(() => {
    aim.current = at
  }, [at])
  const step = (by: number) => {
    const next = aim.current + by
    const tab = at < 0 ? undefined : tabs[next]
    if (!tab) return
    onGo(() => {
      aim.current = next
      router.push(tab.href)
    })
  }
  const here = useInSight<HTMLAnchorElement>(at)
  useTabKeys(step)
  return (
    <nav
      aria-label={label}
      className="relative -mb-px flex gap-1 overflow-x-auto max-rail:-mx-4 max-rail:px-4 print:hidden"
    >
      {tabs.map(({ href, label: words, count, problem }, index) => (
        <Link
          key={href}
          ref={index === at ? here : undefined}
          href={href}
          prefetch={false}
          aria-current={index === at ? 'page' : undefined}
          className={clsx(
            'flex h-9 shrink-0 items-center gap-2 border-b-2 px-2.5 font-control whitespace-nowrap outline-offset-[-3px] max-rail:h-11',
            index === at ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {words}
          {count !== undefined && <span className="text-xs text-ink-3">{count}</span>}
          {problem && (
            <span data-tone="warn" title={problem} className="inline-flex text-tone-fg">
              <TriangleAlert className="size-3.5 stroke-2" />
              <span className="sr-only">, {problem}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}

/** [ and ] lead to the tab before and after. */
export function useTabKeys(step: (by: -1 | 1) => void) {
  useShortcuts([
    { strokes: ['['], label: 'Previous tab', group: 'Go to', run: () => step(-1) },
    { strokes: [']'], label: 'Next tab', group: 'Go to', run: () => step(1) },
  ])
}

/** Scrolls the current one of a long row into sight; the observer spares another layout of the page. */
export function useInSight<T extends Element>(at: number): RefObject<T | null> {
  const place = useRef<T>(null)
  useEffect(() => {
    if (at < 0 || !place.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect()
      if (entry && entry.intersectionRatio < 1) entry.target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [at])
  return place
}
