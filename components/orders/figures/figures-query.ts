/** The figures' address, their query and their file; the same on the server and in the browser. Pure. */
import { STATUS_GROUPS } from '#components/orders/list/filters/status-groups.ts'
import {
  FAILURE_CAUSES,
  FIGURE_KINDS,
  type Figure,
  type FigureKind,
  type Figures,
  getFigures,
} from '#lib/domains/orders/figures.ts'
import { statusRecord } from '#lib/domains/orders/status/status-records.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import type { CsvCell } from '#lib/utils/text/csv.ts'
import { lastDays } from '#lib/utils/time/day-ranges.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'

/** Days, the last of which is yesterday. */
export const PERIODS = ['7', '30', '90'] as const
export const GROUPS = ['test', 'lab', 'stage'] as const
type Group = (typeof GROUPS)[number]
export const GROUP_LABELS: Readonly<Record<Group, string>> = { test: 'Lab test', lab: 'Lab', stage: 'Stage' }

export interface FiguresPlace {
  period: (typeof PERIODS)[number]
  by: Group
  /** The number whose orders are to be listed; null for the page itself. */
  kind: FigureKind | null
  name: string
}

const one = <T extends string>(of: readonly T[], text: string | null): T | null =>
  of.find((each) => each === text) ?? null

export function readFigures(search: URLSearchParams): FiguresPlace {
  return {
    period: one(PERIODS, search.get('period')) ?? '30',
    by: one(GROUPS, search.get('by')) ?? 'test',
    kind: one(FIGURE_KINDS, search.get('of')),
    name: (search.get('name') ?? '').slice(0, 1000),
  }
}

export function writeFigures({ period, by, kind, name }: FiguresPlace): URLSearchParams {
  const said = { ...(period !== '30' && { period }), ...(by !== 'test' && { by }), ...(kind && { of: kind }) }
  return new URLSearchParams({ ...said, ...(kind && name && { name }) })
}

export function figuresPath(environment: string, place: FiguresPlace): string {
  return [`/${environment}/figures`, `${writeFigures(place)}`].filter(Boolean).join('?')
}

/** Milliseconds between two looks while orders are read for the first time. */
const RECHECK_MS = 5_000

interface Asked extends Pick<FiguresPlace, 'period' | 'kind' | 'name'> {
  time_zone: string
  /** The viewer's. */
  today: string
}

export function figuresQuery(
  environment: string,
  { period, kind, name, time_zone, today }: Asked,
  context: Omit<RequestContext, 'environment'> = {},
) {
  const days = lastDays(Number(period) + 1, today)
  const span = { from: days[0] ?? today, to: days.at(-2) ?? today, time_zone }
  const input = { params: { environment }, query: { ...span, ...(kind && { kind, name }) } }
  return {
    ...consoleQuery(getFigures, input, context),
    // Orders are being read for the first time.
    refetchInterval: ({ state }: { state: { data?: { is_whole: boolean } | undefined } }) =>
      state.data?.is_whole === false ? RECHECK_MS : (false as const),
  }
}

/** Share of orders that failed, in percent; null where nobody knows, or none ended. */
export function rateOf(count: number | null | undefined, of: number | null | undefined): number | null {
  return count === null || count === undefined || !of ? null : (count / of) * 100
}

const STAGES = new Map<string, string>(STATUS_GROUPS)
const BOOKING_NAMES: Readonly<Record<string, string>> = {
  ...{ in_flight: 'In progress', unknown: 'Outcome unknown', pending: 'Pending', confirmed: 'Confirmed' },
  ...{ completed: 'Completed', cancelled: 'Canceled', failed: 'Not booked', refused: 'Refused' },
}
const AGE_NAMES: Readonly<Record<string, string>> = {
  ...{ 0: 'Under 1 d', 1: '1 to 3 d', 3: '3 to 7 d' },
  ...{ 7: '7 to 14 d', 14: '14 to 30 d', 30: 'Over 30 d' },
}

/** Returns what a number is called in its table. */
export function nameOf({ kind, name, label }: Pick<Figure, 'kind' | 'name' | 'label'>): string {
  if (kind === 'owner') return label ?? 'Unassigned'
  if (kind === 'failure') return statusRecord(name)?.label ?? name
  if (kind === 'booking') return BOOKING_NAMES[name] ?? name
  if (kind === 'stage') return STAGES.get(name) ?? name
  return kind === 'age' ? (AGE_NAMES[name] ?? name) : name
}

const COLUMNS = ['count', 'before', 'p50_ms', 'p50_before_ms', 'p95_ms', 'p95_before_ms'] as const

/** Returns the page's numbers as a table, times in minutes; what nobody knows is empty. */
export function figureRows({ figures, weeks }: Figures): CsvCell[][] {
  const cell = (figure: Figure) => (column: (typeof COLUMNS)[number]) => {
    const value = figure[column]
    return value !== null && column.endsWith('_ms') ? Math.round(value / MINUTE) : value
  }
  const ofWeeks = weeks.flatMap(({ from, failed }) =>
    FAILURE_CAUSES.map((name, at) => [
      `failure from ${from}`,
      nameOf({ kind: 'failure', name, label: null }),
      failed[at] ?? 0,
    ]),
  )
  return [
    ['figure', 'of', ...COLUMNS.map((column) => column.replace('_ms', '_minutes'))],
    ...figures.map((figure) => [figure.kind, nameOf(figure), ...COLUMNS.map(cell(figure))]),
    ...ofWeeks,
  ]
}
