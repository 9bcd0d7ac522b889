'use client'
import clsx from 'clsx'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useInSight } from '#components/patterns/page/use-in-sight.ts'

const TABS = [
  { path: '', label: 'Your account' },
  { path: '/staff', label: 'Staff' },
  { path: '/roles', label: 'Roles' },
  { path: '/environments', label: 'Environments' },
  { path: '/stuck-orders', label: 'Stuck orders' },
  { path: '/catalogue', label: 'Catalogue' },
] as const

/** The name of the page and its parts, each of which has its own address. */
export function SettingsFrame({ environment, children }: { environment: string; children: ReactNode }) {
  const pathname = usePathname()
  const base = `/${environment}/settings`
  const at = TABS.findIndex(({ path }) => pathname === `${base}${path}`)
  const open = useInSight<HTMLAnchorElement>(at)
  return (
    <>
      <header className="border-b border-line bg-surface px-4 rail:px-6">
        <h1 className="pt-3.5 text-xl max-rail:sr-only">Settings</h1>
        <nav aria-label="Settings" className="-mb-px flex gap-1 overflow-x-auto rail:mt-2">
          {TABS.map(({ path, label }, index) => {
            const here = index === at
            return (
              <Link
                key={path}
                href={`${base}${path}`}
                prefetch={false}
                ref={here ? open : null}
                aria-current={here ? 'page' : undefined}
                className={clsx(
                  'flex h-9 shrink-0 items-center border-b-2 px-2.5 font-control whitespace-nowrap outline-offset-[-3px]! max-rail:h-11',
                  here ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink',
                )}
              >
                {label}
              </Link>
            )
          })}
        </nav>
      </header>
      <div className="flex-1 framed:min-h-0 framed:overflow-y-auto">{children}</div>
    </>
  )
}
