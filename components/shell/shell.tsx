import type { ReactNode } from 'react'
import { PrintedBy } from '#components/patterns/print/print-sheet.tsx'
import { Announcer } from '#components/ui/dialog/announcer.tsx'
import { ToastHost } from '#components/ui/dialog/toast.tsx'
import { TubeLogo } from '#components/ui/display/tube.tsx'
import type { Environment } from '#lib/domains/environments/environment.ts'
import type { ViewerPreferences } from '#lib/pages/context.ts'
import { EnvironmentSwitcher } from './environment-switcher.tsx'
import { MoreButton, NavKeys, NavLinks } from './nav-links.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { OfflineNote, PageName, ShortcutsButton, ZoneChip } from './top-bar.tsx'

interface ShellProps {
  environments: readonly Environment[]
  current: Environment
  viewer: ViewerPreferences
  /** Name of the signed-in person. */
  person: string | null
  account: { rail: ReactNode; sheet: ReactNode }
  /** The way to anything. */
  search: ReactNode
  /** Whether patients can be seen on this screen. */
  mask: ReactNode
  /** Beside the page's name: how this environment is at present. */
  chip?: ReactNode
  /** Beside the page, from the edge of the window (app/globals.css). */
  panel?: ReactNode
  children: ReactNode
}

/** The frame of every page: a rail beside it, or on a phone a bar above and one below; the environment's line over all. */
export function Shell({
  environments,
  current,
  viewer,
  person,
  account,
  search,
  mask,
  chip,
  panel,
  children,
}: ShellProps) {
  const switcher = { environments, current }
  return (
    <div
      data-env={current.kind}
      className="min-h-dvh rail:grid rail:grid-cols-[60px_minmax(0,1fr)] wide:grid-cols-[212px_minmax(0,1fr)] print:block!"
    >
      <a
        href="#main"
        className="fixed top-3 left-3 z-50 -translate-y-20 rounded-control bg-surface px-3 py-2 font-control text-accent-ink focus:translate-y-0 focus:shadow-3 print:hidden"
      >
        Skip to content
      </a>
      <div aria-hidden="true" className="env-line fixed inset-x-0 top-0 z-40 h-1 print:hidden" />
      <aside
        aria-label="Console"
        className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-r border-rail-line bg-rail px-2.5 pt-4 pb-3 text-rail-ink rail:flex print:hidden!"
      >
        <p className="flex items-center gap-2 px-1 pb-3 text-[15px]/5 font-heading max-wide:justify-center">
          <TubeLogo className="h-[22px] shrink-0 text-[var(--logo)]" />
          <span className="max-wide:sr-only">Vialdesk</span>
        </p>
        <EnvironmentSwitcher {...switcher} place="rail" />
        <nav aria-label="Pages" className="mt-3 flex flex-col gap-0.5">
          <NavLinks environment={current.id} group="work" place="rail" />
          <hr className="mx-2.5 my-2 border-rail-line" />
          <NavLinks environment={current.id} group="record" place="rail" />
        </nav>
        <div className="mt-auto flex flex-col gap-0.5 pt-4">
          <ShortcutsButton />
          <NavLinks environment={current.id} group="foot" place="rail" />
          <div className="mt-1.5 mb-2">
            <ThemeSwitch initial={viewer.theme} place="rail" />
          </div>
          {account.rail && <div className="border-t border-rail-line pt-2">{account.rail}</div>}
        </div>
      </aside>
      <div className="flex min-h-dvh flex-col pt-1 framed:h-dvh framed:min-h-0">
        <header className="sticky top-1 z-20 flex h-[46px] shrink-0 items-center gap-2.5 border-b border-line bg-surface px-4 max-rail:h-[52px] rail:px-6 print:static">
          <TubeLogo className="h-6 shrink-0 text-accent rail:hidden" />
          <PageName />
          {chip}
          <div className="ml-auto flex items-center gap-2">
            {search}
            {mask}
            <span className="max-rail:hidden">
              <ZoneChip now={viewer.now} />
            </span>
            <span className="rail:hidden print:hidden">
              <EnvironmentSwitcher {...switcher} place="bar" />
            </span>
          </div>
        </header>
        <PrintedBy label={current.label} person={person}>
          <OfflineNote />
          <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none framed:min-h-0">
            {children}
          </main>
        </PrintedBy>
        {panel}
        <nav
          aria-label="Pages"
          className="sticky bottom-0 z-20 flex h-[calc(56px+env(safe-area-inset-bottom))] shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] rail:hidden print:hidden"
        >
          <NavLinks environment={current.id} group="work" place="bar" />
          <MoreButton environment={current.id} theme={viewer.theme} account={account.sheet} />
        </nav>
      </div>
      <NavKeys environment={current.id} />
      <Announcer />
      <ToastHost />
    </div>
  )
}
