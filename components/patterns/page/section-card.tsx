import clsx from 'clsx'
import { type ReactNode, useId } from 'react'

interface SectionCardProps {
  title: string
  /** Anchor for links: `#events`. */
  id?: string
  /** One-line summary in the head. */
  summary?: ReactNode
  /** At the end of the head. */
  action?: ReactNode
  children: ReactNode
}

export function SectionCard({ title, id, summary, action, children }: SectionCardProps) {
  const heading = useId()
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="scroll-mt-4 rounded-card border border-line bg-surface shadow-1 target:border-accent print:mb-4 print:break-inside-avoid print:has-[ol]:break-inside-auto print:[&_li]:break-inside-avoid"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 print:break-after-avoid">
        <div className={clsx('min-w-0', summary ? 'flex-1 basis-56' : 'flex-auto')}>
          <h2 id={heading} className="text-base">
            {title}
          </h2>
          {summary && <p className="text-ink-3">{summary}</p>}
        </div>
        {action}
      </div>
      <div className="p-4">{children}</div>
    </section>
  )
}

interface KindChoiceProps<T extends string> {
  /** Accessible name: "Show events". */
  label: string
  kinds: readonly T[]
  kind: T
  onChange: (kind: T) => void
}

/** In the head of a card: which kind of its lines is shown. */
export function KindChoice<T extends string>({ label, kinds, kind, onChange }: KindChoiceProps<T>) {
  return (
    <fieldset
      aria-label={label}
      className="inline-flex max-w-full overflow-x-auto rounded-control border border-line-2 bg-sunken p-0.5 print:hidden"
    >
      {kinds.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === kind}
          onClick={() => onChange(each)}
          className="h-6 rounded-[5px] px-2.5 text-sm font-control text-ink-2 hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--control)] max-rail:h-9"
        >
          {each}
        </button>
      ))}
    </fieldset>
  )
}

interface PageHeaderProps {
  title: string
  /** How much there is of it. */
  summary?: ReactNode
  children?: ReactNode
  /** 2 within a page that has a heading of its own. */
  level?: 1 | 2
}

/** The name of the page and what it is about. On a phone the bar above already shows the name. */
export function PageHeader({ title, summary, children, level = 1 }: PageHeaderProps) {
  const onPhones = level === 1 && !summary && !children ? 'max-rail:sr-only' : 'max-rail:min-h-12'
  return (
    <header
      className={`flex min-h-[60px] flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-4 py-2 max-rail:justify-end max-rail:gap-2 rail:px-6 print:min-h-0 print:border-0 print:pb-0 ${onPhones}`}
    >
      {level === 1 ? <h1 className="text-xl max-rail:sr-only">{title}</h1> : <h2 className="text-lg">{title}</h2>}
      {summary && <p className="text-ink-3 max-rail:mr-auto rail:mt-1">{summary}</p>}
      {/* On a phone its controls begin beside the summary. */}
      {children && (
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2 max-rail:contents print:hidden">
          {children}
        </div>
      )}
    </header>
  )
}

export interface Fact {
  label: string
  value: ReactNode
  /** Omits the fact from print. */
  screenOnly?: true
}

const ROOMY = 'grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-y-3 rail:gap-x-6'

interface FactListProps {
  facts: readonly Fact[]
  /** For a card among others, with little room. */
  dense?: boolean
  /** In as many columns as there is room for. */
  flow?: boolean
}

const FLOW_LINE = 'grid break-inside-avoid items-baseline grid-cols-[84px_minmax(0,1fr)] gap-x-3 pb-1.5'

/** Codes and references have no space, and an underscore, a dot or a digit: a browser's translation leaves them. */
const asIs = (value: ReactNode) =>
  typeof value === 'string' && /^\S*[_.@\d]\S*$/.test(value) ? { translate: 'no' as const } : {}

/** Names and values side by side. Both wrap wherever they must: a name can be the path of a field nobody foresaw. */
export function FactList({ facts, dense = false, flow = false }: FactListProps) {
  const columns = dense ? 'grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-y-1.5' : ROOMY
  const minimum = dense ? 'min-w-[76px]' : 'min-w-[108px] rail:min-w-[140px]'
  return (
    <dl className={flow ? '-mb-1.5 columns-[232px] gap-x-6' : clsx('grid gap-x-4', columns)}>
      {facts.map(({ label, value, screenOnly }) => (
        <div
          key={label}
          className={clsx(flow ? FLOW_LINE : 'col-span-2 grid grid-cols-subgrid', screenOnly && 'print:hidden')}
        >
          <dt {...asIs(label)} className={clsx('text-ink-3 wrap-anywhere', !flow && minimum)}>
            {label}
          </dt>
          <dd {...asIs(value)} className="min-w-0 wrap-anywhere">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The part of a page that scrolls beneath its header. */
export function TabBody({ children }: { children: ReactNode }) {
  return <div className="relative flex-1 p-4 framed:min-h-0 framed:overflow-y-auto rail:p-6">{children}</div>
}
