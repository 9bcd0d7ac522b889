'use client'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ChartColumn, Download, Info, Printer } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useId } from 'react'
import { MAX_IDS } from '#components/orders/search/orders-search.ts'
import { KindChoice, PageHeader } from '#components/patterns/page/section-card.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel, Note } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { useAtPresent, useTimeZone, useWallClock } from '#components/ui/display/viewer.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { type Figure, type FigureKind, type Figures, OLD_DAYS } from '#lib/domains/orders/figures.ts'
import { ordersPath } from '#lib/domains/orders/worklist/overview-groups.ts'
import { navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import { failureOf, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { saveFile } from '#lib/utils/browser/browser.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { formatDuration } from '#lib/utils/time/durations.ts'
import { formatDay, instantDay, parseInstant, withoutYear } from '#lib/utils/time/instants.ts'
import { CauseMark, Change, FailureChart, TableBar, Term, Trend, TurnaroundTable, Unknown } from './figures-charts.tsx'
import {
  type FiguresPlace,
  figureRows,
  figuresPath,
  figuresQuery,
  GROUP_LABELS,
  GROUPS,
  nameOf,
  PERIODS,
  rateOf,
  readFigures,
  writeFigures,
} from './figures-query.ts'

type HrefOf = (kind: FigureKind, name?: string) => string

interface FiguresProps {
  environment: string
  place: FiguresPlace
  figures: Figures
}

const PERIOD_OPTIONS = PERIODS.map((value) => ({ value, text: `Last ${value} days` }))

export function FiguresView({
  environment,
  failure: initial,
}: {
  environment: string
  failure: RequestFailure | null
}) {
  const place = readFigures(useAddressSearch())
  const time_zone = useTimeZone()
  const clock = useWallClock()
  const today = useAtPresent((now) => dayIn(time_zone, now))
  const query = useQuery({
    ...figuresQuery(environment, { ...place, time_zone, today }),
    enabled: initial?.status !== 403,
  })
  const { data: figures } = query
  const met = figures ? null : initial
  const failure = query.error ? failureOf(query.error) : met
  const [first, last] = figures ? [figures.days[figures.days.length / 2], figures.days.at(-1)] : []
  const days = first && last && `${withoutYear(formatDay(first.day, clock))} to ${formatDay(last.day, clock)}`
  const isPage = place.kind === null
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader title="Figures" summary={days}>
        {isPage && <Tools environment={environment} place={place} figures={figures} />}
      </PageHeader>
      {failure && !figures && (
        <ErrorPanel
          subject="Figures"
          failure={failure}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {!figures && !failure && <Loading />}
      {figures && !isPage && <OrdersOf environment={environment} place={place} figures={figures} />}
      {figures && isPage && (
        <>
          <SeenNote figures={figures} />
          <Body environment={environment} place={place} figures={figures} />
        </>
      )}
    </div>
  )
}

function Tools({ environment, place, figures }: Omit<FiguresProps, 'figures'> & { figures: Figures | undefined }) {
  const save = async (rows: ReturnType<typeof figureRows>) => {
    const [{ csvFile }, { fileName }] = await Promise.all([
      import('#lib/utils/text/csv.ts'),
      import('#lib/domains/audit/list-export.ts'),
    ])
    await saveFile(fileName('figures', environment), csvFile(rows))
    toast({ kind: 'done', title: 'Exported.', text: countOf(rows.length - 1, 'row') })
  }
  return (
    <>
      <span data-tone="lab" aria-hidden="true" className="h-0.5 w-3 bg-tone-dot forced-color-adjust-none" />
      <Select
        label="Period"
        value={place.period}
        options={PERIOD_OPTIONS}
        onChange={(period) => navigate(writeFigures({ ...place, period }), {})}
      />
      <span className="flex items-center gap-2 text-ink-3">
        vs <span aria-hidden="true" className="h-0.5 w-3 bg-line-2 forced-color-adjust-none" /> previous {place.period}{' '}
        days
      </span>
      <Button icon={Download} isDisabled={!figures} onPress={() => figures && void save(figureRows(figures))}>
        Export CSV
      </Button>
      <IconButton icon={Printer} label="Print figures" onPress={() => window.print()} />
    </>
  )
}

function Loading() {
  return (
    <div className="grid gap-4 p-4 rail:px-6">
      <Skeleton className="after-300ms h-[130px]" />
      <Skeleton className="after-300ms h-[300px]" />
    </div>
  )
}

/** Says from when this console knows anything, and what it couldn't read. */
function SeenNote({ figures: { seen_from, is_whole, missing } }: { figures: Figures }) {
  const clock = useWallClock()
  const since = seen_from && instantDay(parseInstant(seen_from), clock)
  return (
    <>
      {!is_whole && (
        <Note tone="move" icon={Info}>
          This console is still reading orders for the first time. Turnaround and failures appear once it has read them
          all.
        </Note>
      )}
      {missing !== null && (
        <Note tone="warn" icon={Info}>
          Some open work is missing. {missing}
        </Note>
      )}
      <p className="px-4 pt-3 text-sm text-ink-3 rail:px-6">
        {since ? `Counts only what was seen since ${since}.` : 'Nothing has been seen yet.'} Bookings and calls are
        those recorded in this console. Unknown numbers are shown as “–”.
      </p>
    </>
  )
}

/** A number that the answer doesn't have. */
const NO_FIGURE: Figure = {
  ...{ kind: 'open', name: '', label: null, count: null, before: null },
  ...{ p50_ms: null, p50_before_ms: null, p95_ms: null, p95_before_ms: null },
}

const ofKind = ({ figures }: Figures, kind: FigureKind) => figures.filter((figure) => figure.kind === kind)
const oneOf = (figures: Figures, kind: FigureKind, name = '') =>
  ofKind(figures, kind).find((figure) => figure.name === name) ?? NO_FIGURE

function Body({ environment, place, figures }: FiguresProps) {
  const hrefOf: HrefOf = (kind, name = '') => figuresPath(environment, { ...place, kind, name })
  const ended = oneOf(figures, 'ended')
  const failures = ofKind(figures, 'failure')
  const total = ended.count === null ? null : failures.reduce((sum, { count }) => sum + (count ?? 0), 0)
  const ages = ofKind(figures, 'age')
  const most = Math.max(1, ...ages.map(({ count }) => count ?? 0))
  return (
    <div className="relative @container/figures min-w-0 flex-1 p-4 framed:min-h-0 framed:overflow-y-auto rail:px-6 print:overflow-visible">
      <div className="grid gap-4 @min-[560px]/figures:grid-cols-2 @min-[1000px]/figures:grid-cols-4 print:grid-cols-4">
        <Tiles figures={figures} hrefOf={hrefOf} />
      </div>
      <div className="mt-4 grid items-start gap-4 @min-[1000px]/figures:grid-cols-[minmax(0,1fr)_378px]">
        <div className="grid min-w-0 gap-4">
          <TurnaroundCard environment={environment} place={place} figures={figures} />
          <div className="grid items-start gap-4 @min-[700px]/figures:grid-cols-2">
            <FigureTable
              title="Booking outcomes"
              heads={['Outcome', 'Bookings', 'Before']}
              rows={ofKind(figures, 'booking')}
              none="No bookings were made in this console."
              hrefOf={hrefOf}
              last={({ before }) => formatCount(before ?? 0)}
            />
            <FigureTable
              title="Open work by person"
              heads={['Owner', 'Orders']}
              rows={ofKind(figures, 'owner')}
              none={figures.missing ?? 'No orders need action.'}
              hrefOf={hrefOf}
            />
          </div>
        </div>
        <div className="grid min-w-0 gap-4">
          <FigureTable
            title="Failures by cause"
            summary={total !== null && `${formatCount(total)}, by week`}
            chart={total !== null && <FailureChart weeks={figures.weeks} />}
            heads={['Cause', 'Rate', 'Orders', 'Change']}
            rows={failures}
            hrefOf={hrefOf}
            mark={({ name }) => <CauseMark cause={name} />}
            middle={({ count }) => <Rate rate={rateOf(count, ended.count)} />}
            last={({ count, before }) => <Change now={count} before={before} words={formatCount} />}
          />
          <FigureTable
            title="Open work by age"
            summary={figures.unchecked > 0 && `${formatCount(figures.unchecked)} more not checked`}
            heads={['Age', '', 'Orders']}
            rows={ages}
            hrefOf={hrefOf}
            middle={({ count, name }) => <TableBar share={(count ?? 0) / most} isOld={Number(name) >= OLD_DAYS} />}
          />
        </div>
      </div>
    </div>
  )
}

function Rate({ rate }: { rate: number | null }) {
  return rate === null ? <Unknown /> : `${rate.toFixed(1)}%`
}

interface CardProps {
  title: string
  summary?: ReactNode
  action?: ReactNode
  isTile?: boolean
  children: ReactNode
}

function Card({ title, summary, action, isTile = false, children }: CardProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className={clsx(
        'min-w-0 rounded-card border border-line bg-surface shadow-1 print:break-inside-avoid',
        isTile ? 'flex min-h-[130px] flex-col px-3.5 py-3' : 'overflow-hidden',
      )}
    >
      <div
        className={clsx(
          'flex flex-wrap items-center gap-x-2',
          !isTile && 'min-h-[42px] border-b border-line px-4 py-1.5',
        )}
      >
        <h2 id={heading} className={clsx('mr-auto', isTile ? 'text-sm' : 'text-base')}>
          {title}
        </h2>
        {summary && <p className="text-sm text-ink-3">{summary}</p>}
        {action}
      </div>
      {children}
    </section>
  )
}

function Tile({ title, children, trend }: { title: string; children: ReactNode; trend?: ReactNode }) {
  return (
    <Card title={title} isTile>
      <div className="mt-1 flex flex-wrap gap-x-5">{children}</div>
      {trend}
    </Card>
  )
}

interface ValueProps {
  value: ReactNode
  /** To its orders, where it has any. */
  href?: string | false
  /** Beside the difference. */
  children: ReactNode
}

function Value({ value, href, children }: ValueProps) {
  return (
    <div>
      <p className="text-xl/[26px] font-heading whitespace-nowrap">
        {href ? (
          <Link href={href} prefetch={false} className="hover:underline print:text-[black]">
            {value}
          </Link>
        ) : (
          value
        )}
      </p>
      <div className="flex min-h-6 flex-wrap items-center gap-x-2 text-xs text-ink-3">{children}</div>
    </div>
  )
}

function Spread({ of, href }: { of: Figure; href: string }) {
  const time = (ms: number | null) => (ms === null ? <Unknown /> : formatDuration(ms))
  return (
    <>
      <Value value={time(of.p50_ms)} href={Boolean(of.count) && href}>
        <Term meaning="Half of them took no longer than this.">p50</Term>
        <Change now={of.p50_ms} before={of.p50_before_ms} words={formatDuration} />
      </Value>
      <Value value={time(of.p95_ms)}>
        <Term meaning="95 of 100 took no longer than this. Not said of fewer than 20.">p95</Term>
        <Change now={of.p95_ms} before={of.p95_before_ms} words={formatDuration} />
      </Value>
    </>
  )
}

function Tiles({ figures, hrefOf }: { figures: Figures; hrefOf: HrefOf }) {
  const trendOf = (of: (day: Figures['days'][number]) => number | null) => {
    const values = figures.days.map(of)
    return <Trend now={values.slice(values.length / 2)} before={values.slice(0, values.length / 2)} />
  }
  const [redraws, ended] = [oneOf(figures, 'failure', 'sample_error'), oneOf(figures, 'ended')]
  const [open, old] = [oneOf(figures, 'open'), oneOf(figures, 'old')]
  const rate = rateOf(redraws.count, ended.count)
  const points = (difference: number) => `${difference.toFixed(1)} pt`
  return (
    <>
      <Tile title="Turnaround" trend={trendOf(({ turnaround_p50_ms }) => turnaround_p50_ms)}>
        <Spread of={oneOf(figures, 'turnaround')} href={hrefOf('turnaround')} />
      </Tile>
      <Tile title="Critical callback time" trend={trendOf(({ callback_p50_ms }) => callback_p50_ms)}>
        <Spread of={oneOf(figures, 'callback')} href={hrefOf('callback')} />
      </Tile>
      <Tile title="Redraw rate" trend={trendOf((day) => rateOf(day.redraws, day.ended))}>
        <Value value={<Rate rate={rate} />} href={Boolean(redraws.count) && hrefOf('failure', 'sample_error')}>
          {ended.count !== null && `of ${countOf(ended.count, 'order')} that ended`}
          <Change now={rate} before={rateOf(redraws.before, ended.before)} words={points} />
        </Value>
      </Tile>
      <Tile title={`Open work older than ${OLD_DAYS} d`}>
        <Value
          value={old.count === null ? <Unknown /> : formatCount(old.count)}
          href={Boolean(old.count) && hrefOf('old')}
        >
          {open.count !== null && `of ${formatCount(open.count)} that need action now`}
        </Value>
      </Tile>
    </>
  )
}

function TurnaroundCard({ environment, place, figures }: FiguresProps) {
  const { by } = place
  const rows = ofKind(figures, by)
  const choose = (label: string) => {
    const chosen = GROUPS.find((group) => GROUP_LABELS[group] === label)
    if (chosen) navigate(writeFigures({ ...place, by: chosen }), {}, 'replace')
  }
  const choice = (
    <KindChoice
      label="Show turnaround by"
      kinds={GROUPS.map((group) => GROUP_LABELS[group])}
      kind={GROUP_LABELS[by]}
      onChange={choose}
    />
  )
  const none =
    by === 'lab'
      ? 'Give each lab test its lab in the catalog to see labs here.'
      : 'No orders got all of their results in these days.'
  const title = by === 'stage' ? 'Time in each stage' : `Turnaround by ${GROUP_LABELS[by].toLowerCase()}`
  return (
    <Card title={title} action={choice}>
      <div className="@container/figure">
        {rows.length === 0 ? (
          <p className="px-4 py-3 text-ink-3">{figures.is_whole ? none : 'Orders are still being read.'}</p>
        ) : (
          <TurnaroundTable
            title={title}
            head={GROUP_LABELS[by]}
            rows={rows}
            hrefOf={({ name }) => figuresPath(environment, { ...place, kind: by, name })}
          />
        )}
      </div>
    </Card>
  )
}

interface FigureTableProps {
  title: string
  summary?: ReactNode
  /** The table is its legend. */
  chart?: ReactNode
  heads: readonly string[]
  rows: readonly Figure[]
  /** Said without any. */
  none?: string
  hrefOf: HrefOf
  mark?: (row: Figure) => ReactNode
  /** Before and after the number, which leads to its orders. */
  middle?: (row: Figure) => ReactNode
  last?: (row: Figure) => ReactNode
}

const CELL = 'px-2 text-right tabular-nums last:pr-4'

function FigureTable({ title, summary, chart, heads, rows, none, hrefOf, mark, middle, last }: FigureTableProps) {
  const columns = heads.map((head, at) => (
    <th key={head} scope="col" className={clsx(at === 0 ? 'pl-4 text-left' : CELL, !head && 'w-3/5')}>
      {head || <span className="sr-only">Bar</span>}
    </th>
  ))
  const lines = rows.map((row) => (
    <tr key={row.name} className="relative h-8 border-b border-line last:border-0 hover:bg-hover max-rail:h-10">
      <th scope="row" className="pl-4 text-left font-text">
        <span className="inline-flex items-center gap-2">
          {mark?.(row)}
          {nameOf(row)}
        </span>
      </th>
      {middle && <td className={`${CELL} text-ink-2`}>{middle(row)}</td>}
      <td className={`${CELL} font-control`}>
        <Count row={row} href={hrefOf(row.kind, row.name)} />
      </td>
      {last && <td className={CELL}>{last(row)}</td>}
    </tr>
  ))
  return (
    <Card title={title} summary={summary}>
      {chart}
      {rows.length === 0 && <p className="px-4 py-3 text-ink-3">{none}</p>}
      {rows.length > 0 && (
        <table aria-label={title} className="w-full">
          <thead>
            <tr className="h-8 border-b border-line text-xs text-ink-3 *:font-control">{columns}</tr>
          </thead>
          <tbody>{lines}</tbody>
        </table>
      )}
    </Card>
  )
}

function Count({ row: { count }, href }: { row: Figure; href: string }) {
  if (count === null) return <Unknown />
  if (count === 0) return '0'
  return (
    <Link href={href} prefetch={false} className="after:absolute after:inset-0 hover:underline print:text-[black]">
      {formatCount(count)}
      <span className="sr-only"> orders</span>
    </Link>
  )
}

/** Leads to the list of a number's orders; a list takes so many IDs, so that more of them are several lists. */
function OrdersOf({ environment, place, figures: { order_ids: ids } }: FiguresProps) {
  const router = useRouter()
  const starts = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, at) => at * MAX_IDS)
  const pathFrom = (start: number) => ordersPath(environment, { order_ids: ids.slice(start, start + MAX_IDS) })
  const only = starts.length === 1 ? pathFrom(0) : null
  useEffect(() => {
    if (only) router.replace(only)
  }, [only, router])
  if (only) return <Loading />
  const back = (
    <Link href={figuresPath(environment, { ...place, kind: null })} prefetch={false} className={linkButton}>
      Back to figures
    </Link>
  )
  return (
    <EmptyState
      mark={<ChartColumn className="size-5" />}
      title={ids.length === 0 ? 'No orders behind this number' : countOf(ids.length, 'order')}
      action={back}
    >
      {ids.length === 0 ? 'They may have moved on since the figures were counted.' : 'Open orders '}
      {starts.map((start) => (
        <Link
          key={start}
          href={pathFrom(start)}
          prefetch={false}
          className="mx-1 inline-block min-h-6 text-link underline"
        >
          {`${formatCount(start + 1)} to ${formatCount(Math.min(start + MAX_IDS, ids.length))}`}
        </Link>
      ))}
    </EmptyState>
  )
}
