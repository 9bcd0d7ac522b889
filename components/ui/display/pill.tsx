import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export type Tone = 'place' | 'wait' | 'move' | 'lab' | 'ok' | 'warn' | 'bad' | 'closed' | 'crit'

/** A state as it is shown wherever it stands. */
export interface Appearance {
  label: string
  tone: Tone
  icon: LucideIcon
}

interface PillProps extends Omit<Appearance, 'label'> {
  label: ReactNode
  /** Icon and words only, where a box in every row would be too much. */
  bare?: boolean
}

/** A status: icon, words and colour, of which the words alone are enough. */
export function Pill({ tone, icon: Icon, label, bare = false }: PillProps) {
  return (
    <span
      data-tone={tone}
      className={clsx(
        'inline-flex max-w-full items-center gap-[5px] align-middle text-[12.5px] font-control whitespace-nowrap text-tone-fg',
        !bare && 'h-[22px] rounded-pill border border-tone-line bg-tone-soft pr-2 pl-1.5',
        !bare && tone === 'closed' && 'border-dashed',
      )}
    >
      <Icon className="size-3.5 shrink-0" />
      <span className="truncate">{label}</span>
    </span>
  )
}

/** A neutral word beside another: a count, a priority, a reference. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-5 items-center gap-1 rounded-tag border border-line bg-sunken px-1.5 align-middle text-xs font-medium whitespace-nowrap text-ink-2">
      {children}
    </span>
  )
}
