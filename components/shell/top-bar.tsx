'use client'

import { ChevronRight, Clock, Keyboard, WifiOff } from 'lucide-react'
import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import { useOffline } from 'next/offline'
import { useState } from 'react'
import { usePersonName } from '#components/patterns/page/person-title.ts'
import { useShortcutKeys, useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { Note } from '#components/patterns/states/states.tsx'
import { useHint } from '#components/ui/button/hint.tsx'
import { ShortId } from '#components/ui/display/copyable-id.tsx'
import { PatientName } from '#components/ui/display/redact.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { useOrderQueue, useQueueEnd } from '#lib/domains/orders/order-queue.ts'
import { openList } from '#lib/kernel/client/address.ts'
import { instantParts } from '#lib/utils/time/instants.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { pageName } from './nav.ts'

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Beside the patient's name, which is what a phone has room for. */
const ORDER_ID = 'shrink-0 font-mono text-xs text-ink-2 max-wide:sr-only'

/** The heading serves screen readers, so the name is for sighted users; the way back is for everyone. */
export function PageName() {
  const pathname = usePathname()
  const [, environment = '', section, id = ''] = pathname.split('/')
  const router = useRouter()
  const queue = useOrderQueue(environment, section === 'orders' ? id.toLowerCase() : '')
  useQueueEnd(pathname)
  const person = usePersonName(id.toLowerCase())
  if (!ID.test(id)) {
    return (
      <p aria-hidden="true" className="min-w-0 truncate font-heading max-rail:text-lg">
        {pageName(pathname)}
      </p>
    )
  }
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex items-center gap-2 max-rail:gap-1">
        <li>
          <Link
            href={queue?.address ?? `/${environment}/${section}`}
            onNavigate={(event) => {
              if (!queue) return
              // Its text may name a person, so it goes beside the address.
              event.preventDefault()
              openList(queue.address, queue.held, router.push)
            }}
            prefetch={false}
            className="inline-flex min-h-6 items-center text-ink-2 underline-offset-3 hover:text-ink hover:underline max-rail:min-h-10"
          >
            {pageName(queue ? new URL(queue.address, window.location.href).pathname : pathname)}
          </Link>
        </li>
        <li aria-current="page" className="flex min-w-0 items-center gap-2 max-rail:gap-1">
          <ChevronRight className="size-3.5 shrink-0 text-ink-3 stroke-2" />
          {person && <PatientName name={person} className="truncate font-control" />}
          {!(person && section === 'users') && (
            <Verbatim className={person ? ORDER_ID : 'truncate font-mono text-xs'} title={id}>
              <ShortId id={id} />
            </Verbatim>
          )}
        </li>
      </ol>
    </nav>
  )
}

/** The zone in which this page writes its times. */
export function ZoneChip({ now }: { now: number }) {
  const clock = useWallClock()
  const hint = useHint(() => `Times on this page are in ${zoneName(clock.zone)}.`)
  return (
    <button
      type="button"
      className="inline-flex h-[30px] items-center gap-1.5 rounded-control px-1.5 text-ink-2"
      {...hint}
    >
      <Clock />
      <span className="sr-only">Time zone </span>
      {instantParts(now, clock).zone}
    </button>
  )
}

const loadSheet = () => import('./shortcuts-sheet.tsx')
const ShortcutsSheet = lazyPart(loadSheet, 'ShortcutsSheet')

export function ShortcutsButton() {
  const [isOpen, setOpen] = useState(false)
  useShortcutKeys()
  useShortcuts([
    {
      strokes: ['?'],
      label: 'Keyboard shortcuts',
      words: 'keys help',
      group: 'Console',
      icon: Keyboard,
      run: () => setOpen(true),
    },
  ])
  return (
    <>
      <button
        type="button"
        title="Shortcuts"
        onPointerEnter={() => void loadSheet()}
        onClick={() => setOpen(true)}
        className="flex h-8 items-center gap-[9px] rounded-control px-2.5 font-medium text-rail-ink-2 outline-rail-ink hover:bg-rail-2 hover:text-rail-ink max-wide:h-10 max-wide:justify-center max-wide:px-0"
      >
        <Keyboard className="max-wide:size-[18px]" />
        <span className="max-wide:sr-only">Shortcuts</span>
        <span aria-hidden="true" className="ml-auto text-xs font-control max-wide:hidden">
          ?
        </span>
      </button>
      {isOpen && <ShortcutsSheet onClose={() => setOpen(false)} />}
    </>
  )
}

/** Says that pages can't be loaded. Whatever was opened waits, is tried again every few seconds, and then appears. */
export function OfflineNote() {
  const isOffline = useOffline()
  if (!isOffline) return null
  return (
    <Note tone="warn" icon={WifiOff}>
      <strong className="font-control">{navigator.onLine ? 'The console isn’t responding.' : 'You’re offline.'}</strong>{' '}
      Pages will load when you’re back online. Your changes are safe.
    </Note>
  )
}
