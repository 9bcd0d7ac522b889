'use client'
import clsx from 'clsx'
import { ChevronsUpDown } from 'lucide-react'
import { usePathname, useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { ENVIRONMENT_LABELS } from '#components/patterns/page/environment-mark.tsx'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { pathOf, sectionOf } from '#components/shell/nav.ts'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { leave } from '#lib/kernel/client/leave-guard.ts'

/** Most visits never switch: the menu and its question come with the first sign that this one will. */
const loadMenu = () => import('./environment-menu.tsx')
const EnvironmentMenu = lazyPart(loadMenu, 'EnvironmentMenu')
const EnterProduction = lazyPart(loadMenu, 'EnterProduction')

interface EnvironmentSwitcherProps {
  environments: readonly Environment[]
  current: Environment
  place: 'rail' | 'bar'
}

export function EnvironmentSwitcher({ environments, current, place }: EnvironmentSwitcherProps) {
  const router = useRouter()
  const section = sectionOf(usePathname())
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [asked, setAsked] = useState<Environment | null>(null)
  const { icon: Icon, short } = ENVIRONMENT_LABELS[current.kind]

  const enter = (environment: Environment) => leave(() => router.push(pathOf(environment.id, section)))
  const choose = (environment: Environment) => {
    setOpen(false)
    if (environment.id === current.id) return
    if (environment.kind === 'production') setAsked(environment)
    else enter(environment)
  }
  const quick = [
    { kind: 'sandbox', stroke: 'ctrl+shift+s' },
    { kind: 'production', stroke: 'ctrl+shift+p' },
  ].flatMap(({ kind, stroke }) => {
    const target = environments.find((environment) => environment.kind === kind)
    return target && place === 'rail' ? [{ stroke, target }] : []
  })
  const others = place === 'rail' ? environments.filter(({ id }) => id !== current.id) : []
  useShortcuts(
    others.map((target) => ({
      strokes: quick.filter((one) => one.target === target).map(({ stroke }) => stroke),
      label: `Switch to ${target.label}`,
      words: 'environment',
      group: 'Console' as const,
      icon: ENVIRONMENT_LABELS[target.kind].icon,
      run: () => choose(target),
    })),
  )

  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`Environment: ${current.label}. ${short}.`}
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
        onClick={() => setOpen(true)}
        className={clsx(
          'flex shrink-0 items-center bg-env text-left text-env-ink shadow-[inset_0_0_0_1.5px_var(--env-edge)]',
          place === 'rail'
            ? 'w-full gap-2.5 rounded-env px-[9px] py-2 outline-rail-ink max-wide:h-10 max-wide:justify-center max-wide:p-0'
            : 'h-10 max-w-[46vw] gap-1.5 rounded-control px-2.5 text-sm font-heading',
        )}
      >
        <Icon className="size-[18px] shrink-0" />
        {place === 'rail' ? (
          <>
            <span className="min-w-0 flex-1 max-wide:hidden">
              <span className="block truncate text-sm/[17px] font-heading">{current.label}</span>
              <span className="block truncate text-xs">{short}</span>
            </span>
            <ChevronsUpDown className="shrink-0 max-wide:hidden" />
          </>
        ) : (
          <span className="truncate">{current.label}</span>
        )}
      </button>
      {isOpen && (
        <EnvironmentMenu
          trigger={trigger}
          environments={environments}
          current={current}
          quick={quick}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      )}
      {asked && (
        <EnterProduction
          environment={asked}
          from={current}
          onEnter={() => {
            setAsked(null)
            enter(asked)
          }}
          onClose={() => {
            setAsked(null)
            // It would give the focus back to the menu it was asked from, which is gone.
            requestAnimationFrame(() => document.activeElement === document.body && trigger.current?.focus())
          }}
        />
      )}
    </>
  )
}
