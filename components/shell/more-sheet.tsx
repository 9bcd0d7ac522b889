import { X } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Heading } from 'react-aria-components'
import { useRole } from '#components/patterns/page/role.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Dialog } from '#components/ui/dialog/dialog.tsx'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { NAV, pathOf } from './nav.ts'
import { pagesFor } from './pages.ts'
import { type Theme, ThemeSwitch } from './theme-switch.tsx'

interface MoreSheetProps {
  environment: string
  theme: Theme
  /** Account lines and sign-out. */
  account: ReactNode
  onClose: () => void
}

export function MoreSheet({ environment, theme, account, onClose }: MoreSheetProps) {
  const timeZone = useTimeZone()
  const role = useRole()
  return (
    <Dialog isOpen onClose={onClose} sheet className="max-w-[480px]">
      <div className="flex items-center py-2 pr-3 pl-4">
        <Heading slot="title" className="flex-1 text-lg">
          More
        </Heading>
        <IconButton icon={X} label="Close" onPress={onClose} plain />
      </div>
      <div className="flex flex-col gap-4 px-4 pb-[calc(20px+env(safe-area-inset-bottom))]">
        <nav aria-label="More pages" className="-mx-4 border-y border-line">
          {pagesFor(NAV, role)
            .filter(({ group }) => group !== 'work')
            .map(({ section, label, icon: Icon }) => (
              <Link
                key={section}
                href={pathOf(environment, section)}
                prefetch={false}
                onClick={onClose}
                className="flex h-12 items-center gap-3 border-b border-line px-4 text-base font-control last:border-b-0 outline-offset-[-3px]"
              >
                <Icon className="size-5 text-ink-2" />
                {label}
              </Link>
            ))}
        </nav>
        {account}
        <div>
          <p aria-hidden="true" className="pb-1.5 text-xs font-control text-ink-3">
            Theme
          </p>
          <ThemeSwitch initial={theme} place="sheet" />
        </div>
        <p className="text-base text-ink-2">Times are in {zoneName(timeZone)}.</p>
      </div>
    </Dialog>
  )
}
