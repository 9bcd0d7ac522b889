'use client'
import clsx from 'clsx'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useIsEmbedded, useRole } from '#components/patterns/page/role.tsx'
import { useInSight } from '#components/patterns/page/tab-links.tsx'
import { pathOf } from '#components/shell/nav.ts'
import { pagesFor, SETTINGS_TABS } from '#components/shell/pages.ts'

/** The name of the page and its parts, each of which has its own address. */
export function SettingsFrame({ environment, children }: { environment: string; children: ReactNode }) {
  const pathname = usePathname()
  const tabs = pagesFor(SETTINGS_TABS, useRole(), useIsEmbedded())
  const at = tabs.findIndex(({ section }) => pathname === pathOf(environment, section))
  const open = useInSight<HTMLAnchorElement>(at)
  return (
    <>
      <header className="border-b border-line bg-surface px-4 rail:px-6">
        <h1 className="pt-3.5 text-xl max-rail:sr-only">Settings</h1>
        <nav aria-label="Settings" className="-mb-px flex gap-1 overflow-x-auto rail:mt-2">
          {tabs.map(({ section, label }, index) => {
            const here = index === at
            return (
              <Link
                key={section}
                href={pathOf(environment, section)}
                prefetch={false}
                ref={here ? open : null}
                aria-current={here ? 'page' : undefined}
                className={clsx(
                  'flex h-9 shrink-0 items-center border-b-2 px-2.5 font-control whitespace-nowrap outline-offset-[-3px] max-rail:h-11',
                  here ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink',
                )}
              >
                {label}
              </Link>
            )
          })}
        </nav>
      </header>
      <div className="relative flex-1 framed:min-h-0 framed:overflow-y-auto">{children}</div>
    </>
  )
}
