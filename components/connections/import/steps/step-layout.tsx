import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from '#components/ui/display/pill.tsx'
import { Icon } from '#components/ui/display/tile.tsx'
import { formatCount } from '#lib/utils/text/counts.ts'

interface CardProps {
  title?: ReactNode
  aside?: ReactNode
  className?: string
  children: ReactNode
}

export function Card({ title, aside, className, children }: CardProps) {
  return (
    <section className={clsx('flex flex-col rounded-card border border-line bg-surface shadow-1', className)}>
      {title && (
        <div className="flex min-h-[42px] flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-4 py-2">
          <h2 className="text-base">{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}

/** Two columns where there is room for them: choices beside what comes of them. */
export function Columns({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className="grid flex-1 content-start gap-4 p-4 rail:p-6 wide:grid-cols-[356px_minmax(0,1fr)] framed:wide:min-h-0 framed:wide:content-stretch">
      <div className="relative flex flex-col gap-4 framed:wide:-m-1 framed:wide:min-h-0 framed:wide:overflow-y-auto framed:wide:p-1">
        {side}
      </div>
      <div className="flex min-w-0 flex-col framed:wide:min-h-0">{children}</div>
    </div>
  )
}

/** Shows the next step's text and buttons: sticky where there is room, last on a phone. */
export function Footer({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <footer className="bottom-0 z-10 flex min-h-[54px] shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-2.5 rail:sticky rail:px-6 print:hidden">
      <div className="min-w-0 text-ink-2">{text}</div>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-2">{children}</div>
    </footer>
  )
}

interface StatusTextProps {
  icon: LucideIcon
  tone: Tone
  spins?: boolean
  children: ReactNode
}

/** The state of a row or a batch, never by its color alone. */
export function StatusText({ icon, tone, spins = false, children }: StatusTextProps) {
  return (
    <span data-tone={tone} className="flex items-start gap-1.5 text-[12.5px] font-control text-tone-fg">
      <Icon of={icon} size="s" className={clsx('mt-0.5', spins && 'motion-safe:animate-spin')} />
      <span className="min-w-0">{children}</span>
    </span>
  )
}

/** How far something is that has an end. */
export function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  const share = total === 0 ? 0 : Math.min(1, done / total)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-200"
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}

interface Segment<T extends string> {
  value: T
  label: string
  count: number
  icon?: LucideIcon
  tone?: Tone
}

interface CountedSegmentsProps<T extends string> {
  label: string
  segments: readonly Segment<T>[]
  value: T
  onChange: (value: T) => void
}

/** Which rows of a list are shown, with how many there are of each. */
export function CountedSegments<T extends string>({ label, segments, value, onChange }: CountedSegmentsProps<T>) {
  return (
    <fieldset className="flex flex-wrap gap-0.5 rounded-control border border-line-2 bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {segments.map(({ value: own, label: name, count, icon, tone }) => (
        <label
          key={own}
          data-tone={tone}
          className={clsx(
            'flex h-7 cursor-pointer items-center gap-1.5 rounded-[6px] border px-2.5 text-sm font-control whitespace-nowrap text-ink-2 has-focus-visible:outline-2 has-focus-visible:outline-focus max-rail:h-10',
            own === value ? 'border-line-2 bg-surface text-ink shadow-1' : 'border-transparent hover:text-ink',
          )}
        >
          <input type="radio" name={label} checked={own === value} onChange={() => onChange(own)} className="sr-only" />
          {icon && <Icon of={icon} size="s" className="text-tone-fg" />}
          {name} <span className="font-heading text-ink">{formatCount(count)}</span>
        </label>
      ))}
    </fieldset>
  )
}
