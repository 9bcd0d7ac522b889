/** The charts of the figures: each stands in or beside a table that says the same. Bars are colored on screens, hatched on paper. */
import clsx from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { useHint } from '#components/ui/button/hint.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { FAILURE_CAUSES, type Figure, type Figures } from '#lib/domains/orders/figures.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { DAY, formatDuration, HOUR } from '#lib/utils/time/durations.ts'
import { formatDay, withoutYear } from '#lib/utils/time/instants.ts'
import { nameOf } from './figures-query.ts'

const PAPER = 'forced-color-adjust-none print:border print:border-[black] print:[print-color-adjust:exact]'
const BAR = `${PAPER} print:bg-[repeating-linear-gradient(45deg,black_0_1px,white_1px_4px)]`

/** A number that nobody knows. */
export function Unknown({ word = 'Not known' }: { word?: string }) {
  return (
    <span className="text-ink-3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{word}</span>
    </span>
  )
}

interface ChangeProps {
  now: number | null
  before: number | null
  /** Says the difference without its sign. */
  words: (difference: number) => string
}

/** How much less or more than before; in all these figures less is better. */
export function Change({ now, before, words }: ChangeProps) {
  if (now === null || before === null) return <Unknown word="Nothing to compare with" />
  const difference = Math.abs(now - before)
  const isMore = now > before
  if (difference === 0) return <span className="text-xs text-ink-3">same</span>
  const Arrow = isMore ? ArrowUp : ArrowDown
  return (
    <span
      data-tone={isMore ? 'warn' : 'ok'}
      className="inline-flex items-center gap-0.5 text-xs whitespace-nowrap text-tone-fg print:text-[black]"
    >
      <Arrow className="size-3!" />
      <span className="sr-only">{isMore ? 'up' : 'down'}</span> {words(difference)}
    </span>
  )
}

/** A word of statistics that says what it means. */
export function Term({ children, meaning }: { children: string; meaning: string }) {
  return (
    <button
      type="button"
      {...useHint(() => meaning)}
      className="min-h-6 min-w-6 text-xs text-ink-3 underline decoration-dotted underline-offset-3"
    >
      {children}
    </button>
  )
}

interface TrendProps {
  /** Null where a day has none. */
  now: readonly (number | null)[]
  before: readonly (number | null)[]
}

/** Draws the days that have a value, the last of them with a dot; the tile says in words what it comes to. */
export function Trend({ now, before }: TrendProps) {
  const known = [...now, ...before].filter((value) => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const y = (value: number) => 30 - ((value - low) / (high - low || 1)) * 26
  const pointsOf = (values: TrendProps['now']) =>
    values.flatMap((value, at) => (value === null ? [] : [`${at} ${y(value)}`]))
  const points = pointsOf(now)
  const line = (through: readonly string[]) => (through.length > 0 ? `M${through.join('L')}` : '')
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${Math.max(1, now.length)} 34`}
      preserveAspectRatio="none"
      className="mt-auto h-[34px] w-full fill-none stroke-[1.5px] *:[vector-effect:non-scaling-stroke]"
    >
      <path d={line(pointsOf(before))} className="stroke-line-2 print:[stroke-dasharray:3_3]" />
      <g
        data-tone="lab"
        strokeLinecap="round"
        className="stroke-tone-dot *:[vector-effect:non-scaling-stroke] print:stroke-[black]"
      >
        <path d={line(points)} />
        <path d={points.length > 0 ? `M${points.at(-1)}h.01` : ''} strokeWidth="6" />
      </g>
    </svg>
  )
}

const STEPS = [HOUR / 4, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 4 * DAY, 7 * DAY, 14 * DAY, 30 * DAY]

/** Returns the gridlines of an axis that begins at 0: five at most. */
function gridOf(longest: number): number[] {
  const step = STEPS.find((each) => longest / each <= 4) ?? Math.ceil(longest / 4 / DAY) * DAY
  return Array.from({ length: Math.max(1, Math.ceil(longest / step)) + 1 }, (_, at) => at * step)
}

/** Values of a row by column; the most come first. */
const SORTS = {
  p50: ({ p50_ms }: Figure) => p50_ms,
  p95: ({ p95_ms }: Figure) => p95_ms,
  Orders: ({ count }: Figure) => count,
  Change: ({ p50_ms, p50_before_ms }: Figure) =>
    p50_ms === null || p50_before_ms === null ? null : p50_ms - p50_before_ms,
} as const
type Sort = keyof typeof SORTS

interface TurnaroundTableProps {
  title: string
  /** Head of the first column: "Lab test". */
  head: string
  rows: readonly Figure[]
  hrefOf: (row: Figure) => string
}

const ROOMY = 'hidden @min-[440px]/figure:table-cell print:table-cell'
const LAST_ON_PHONES = 'pr-4 @min-[440px]/figure:pr-0'
const NUMBER = 'pl-2 text-right whitespace-nowrap tabular-nums'

/** A chart and its table in one: a bar to the half, a line to 95 of 100. A row opens its orders. */
export function TurnaroundTable({ title, head, rows, hrefOf }: TurnaroundTableProps) {
  const [sort, setSort] = useState<Sort>('p50')
  const grid = gridOf(Math.max(HOUR, ...rows.flatMap(({ p50_ms, p95_ms }) => [p50_ms ?? 0, p95_ms ?? 0])))
  const end = grid.at(-1) ?? 1
  const share = (ms: number) => `${(ms / end) * 100}%`
  const sortedBy = (row: Figure) => SORTS[sort](row) ?? Number.NEGATIVE_INFINITY
  const column = (key: Sort, width: string) => (
    <th scope="col" aria-sort={sort === key ? 'descending' : undefined} className={`${NUMBER} ${width}`}>
      <button type="button" onClick={() => setSort(key)} className="min-h-6 hover:text-ink">
        {key}
      </button>
    </th>
  )
  return (
    <table aria-label={title} className="w-full table-fixed">
      <thead className="bg-sunken">
        <tr className="h-8 text-xs text-ink-3 *:font-control">
          <th scope="col" className="pl-4 text-left @min-[560px]/figure:w-[168px]">
            {head}
          </th>
          <td aria-hidden="true" className="relative hidden @min-[560px]/figure:table-cell print:table-cell">
            {grid.slice(0, -1).map((ms) => (
              <span key={ms} style={{ left: share(ms) }} className="absolute top-2 whitespace-nowrap">
                {ms === 0 ? '0' : formatDuration(ms)}
              </span>
            ))}
          </td>
          {column('p50', 'w-[70px]')}
          {column('p95', 'w-[62px]')}
          {column('Orders', `w-[58px] ${LAST_ON_PHONES}`)}
          {column('Change', `w-[88px] pr-4 ${ROOMY}`)}
        </tr>
      </thead>
      <tbody>
        {rows
          .toSorted((a, b) => sortedBy(b) - sortedBy(a) || 0)
          .map((row) => (
            <TurnaroundRow key={row.name} row={row} href={hrefOf(row)} grid={grid} share={share} />
          ))}
      </tbody>
    </table>
  )
}

interface TurnaroundRowProps {
  row: Figure
  href: string
  grid: readonly number[]
  share: (ms: number) => string
}

function TurnaroundRow({ row, href, grid, share }: TurnaroundRowProps) {
  return (
    <tr className="relative h-[42px] border-t border-line hover:bg-hover">
      <th scope="row" className="py-1 pr-2 pl-4 text-left font-control">
        <Link
          href={href}
          prefetch={false}
          className="block after:absolute after:inset-0 hover:underline print:text-[black]"
        >
          {nameOf(row)}
        </Link>
      </th>
      <td aria-hidden="true" className="relative hidden p-0 @min-[560px]/figure:table-cell print:table-cell">
        {grid.slice(0, -1).map((ms) => (
          <span key={ms} style={{ left: share(ms) }} className="absolute inset-y-0 w-px bg-line" />
        ))}
        <span data-tone="lab" className="absolute inset-y-0 right-0 left-0">
          {row.p95_ms !== null && (
            <>
              <span style={{ width: share(row.p95_ms) }} className={`absolute top-5 h-px bg-tone-line ${PAPER}`} />
              <span
                style={{ left: share(row.p95_ms) }}
                className={`absolute top-3 -ml-px h-4 w-0.5 bg-tone-fg ${PAPER}`}
              />
            </>
          )}
          <span
            style={{ width: share(row.p50_ms ?? 0) }}
            className={`absolute top-[15px] h-3 rounded-r-[2px] bg-tone-dot ${BAR}`}
          />
        </span>
      </td>
      <td className={`${NUMBER} font-control`}>{row.p50_ms === null ? <Unknown /> : formatDuration(row.p50_ms)}</td>
      <td className={`${NUMBER} text-ink-2`}>
        {row.p95_ms === null ? <Unknown word="Fewer than 20 orders" /> : formatDuration(row.p95_ms)}
      </td>
      <td className={`${NUMBER} ${LAST_ON_PHONES} text-ink-2`}>
        {row.count === null ? <Unknown /> : formatCount(row.count)}
      </td>
      <td className={`${NUMBER} pr-4 ${ROOMY}`}>
        <Change now={row.p50_ms} before={row.p50_before_ms} words={formatDuration} />
      </td>
    </tr>
  )
}

/** Four steps of one hue, from the bottom up; on paper four hatches. */
const CAUSE_LOOKS = [
  `bg-tone-fg ${PAPER} print:bg-[black]`,
  `bg-tone-dot ${BAR}`,
  `bg-[color-mix(in_oklab,var(--tone-dot),var(--surface)_38%)] ${PAPER} print:bg-[repeating-linear-gradient(135deg,black_0_1px,white_1px_7px)]`,
  `bg-[color-mix(in_oklab,var(--tone-dot),var(--surface)_68%)] ${PAPER} print:bg-[white]`,
] as const

/** Failed orders of each week, stacked by cause. */
export function FailureChart({ weeks }: Pick<Figures, 'weeks'>) {
  const clock = useWallClock()
  const short = (day: string) => withoutYear(formatDay(day, clock))
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
  const most = Math.max(1, ...weeks.map(({ failed }) => sum(failed)))
  const isFew = weeks.length < 6
  const labelOf = (from: string, to: string) =>
    isFew && Date.parse(to) - Date.parse(from) < 6 * DAY ? `${short(from)} –\n${short(to)}` : short(from)
  const words = (failed: readonly number[]) =>
    failed.map((count, at) => `${nameOf({ kind: 'failure', name: FAILURE_CAUSES[at] ?? '', label: null })} ${count}`)
  return (
    <ol aria-label="Failures by week" className="relative flex justify-around gap-1 px-4 pt-3 pb-2">
      {weeks.map(({ from, to, failed }, week) => (
        <li key={from} className="flex min-w-0 flex-1 flex-col items-center text-xs">
          <span className="sr-only">{`${short(from)} to ${short(to)}: ${words(failed).join(', ')}`}</span>
          <span aria-hidden="true" className="mt-auto mb-1 font-control">
            {sum(failed)}
          </span>
          <span
            aria-hidden="true"
            data-tone="bad"
            className="flex w-full max-w-[38px] flex-col-reverse gap-px overflow-hidden rounded-t-[3px]"
          >
            {CAUSE_LOOKS.map((look, at) => {
              const count = failed[at] ?? 0
              return count > 0 && <span key={look} style={{ height: (count / most) * 104 }} className={look} />
            })}
          </span>
          <span
            aria-hidden="true"
            className={clsx(
              'mt-1.5 flex w-0 justify-center text-center whitespace-pre text-ink-3',
              isFew ? 'h-8' : 'h-4',
            )}
          >
            {isFew || week % 3 === 0 ? labelOf(from, to) : ''}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** The mark of a cause in the table that is the chart's legend. */
export function CauseMark({ cause }: { cause: string }) {
  const look = CAUSE_LOOKS[FAILURE_CAUSES.findIndex((one) => cause === one)]
  return <span aria-hidden="true" data-tone="bad" className={clsx('size-2.5 shrink-0 rounded-[2px]', look)} />
}

/** A bar in a table; one that stands out is warm on screens and hatched on paper. */
export function TableBar({ share, isOld }: { share: number; isOld: boolean }) {
  return (
    <span
      data-tone={isOld ? 'warn' : 'place'}
      style={{ width: `${share * 100}%` }}
      className={`block h-3 rounded-r-[2px] ${isOld ? `bg-tone-dot ${BAR}` : `bg-ink-3 ${PAPER} print:bg-[white]`}`}
    />
  )
}
