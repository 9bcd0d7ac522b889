/** The ways orders go, per method: plain ones, detours and ends, with how often each occurs. */
import type { LowLevelStatus } from '#lib/domains/orders/status/status-record.ts'
import type { ORDER_METHODS } from '#lib/kernel/values.ts'

export type Method = (typeof ORDER_METHODS)[number]

/** `done` ended within 18 months, `open` moved lately, `stuck` weeks ago, `scheduled` waits for its activation. */
type Standing = 'done' | 'open' | 'stuck' | 'scheduled'

export interface Journey {
  method: Method
  standing: Standing
  path: readonly LowLevelStatus[]
}

/** An order, and the one placed in its stead where there is one. */
export interface Episode {
  weight: number
  first: Journey
  second: { journey: Journey; origin: 'redraw' | 'recreation' } | null
}

type Path = readonly LowLevelStatus[]
type Row = readonly [weight: number, standing: Standing, path: Path]
type PairRow = readonly [weight: number, first: Path, origin: 'redraw' | 'recreation', standing: Standing, second: Path]

const PLACED: Path = ['ordered', 'requisition_created']
const BYPASSED: Path = ['ordered', 'requisition_bypassed']
const REGISTERED: Path = ['ordered', 'awaiting_registration', 'registered', 'requisition_created']
const SHIPPED: Path = ['transit_customer', 'out_for_delivery', 'with_customer']
const RETURNED: Path = ['transit_lab', 'delivered_to_lab']
const KIT: Path = [...PLACED, ...SHIPPED, ...RETURNED]
const BOOKED: Path = [...PLACED, 'appointment_pending', 'appointment_scheduled']
const REBOOKED: Path = [...BOOKED, 'appointment_cancelled', 'appointment_scheduled']
const VISIT: Path = [...PLACED, 'appointment_scheduled', 'draw_completed']
const DRAWN: Path = [...PLACED, 'draw_completed']

/** All collection methods end alike once the lab has the sample. */
function outcomes(weight: number, analysed: Path): Row[] {
  return [
    [weight, 'done', [...analysed, 'completed']],
    [4, 'done', [...analysed, 'partial_results', 'completed']],
    [2, 'done', [...analysed, 'completed', 'corrected']],
    [1, 'done', [...analysed, 'partial_results', 'completed', 'corrected']],
    [2, 'done', [...analysed, 'lab_processing_blocked', 'completed']],
    [2, 'done', [...analysed, 'sample_error']],
    [1, 'done', [...analysed, 'do_not_process']],
    [3, 'open', [...analysed, 'partial_results']],
    [1, 'open', [...analysed, 'lab_processing_blocked']],
    [1, 'open', [...analysed, 'sample_error']],
    [1, 'open', [...analysed, 'sample_error', 'redraw_available']],
  ]
}

const TESTKIT: readonly Row[] = [
  ...outcomes(90, KIT),
  ...outcomes(20, [...REGISTERED, ...SHIPPED, ...RETURNED]),
  [6, 'done', [...BYPASSED, ...SHIPPED, ...RETURNED, 'completed']],
  [
    5,
    'done',
    [
      ...PLACED,
      'transit_customer',
      'problem_in_transit_customer',
      'out_for_delivery',
      'with_customer',
      ...RETURNED,
      'completed',
    ],
  ],
  [5, 'done', [...PLACED, ...SHIPPED, 'transit_lab', 'problem_in_transit_lab', 'delivered_to_lab', 'completed']],
  [3, 'done', [...PLACED, 'transit_customer', 'out_for_delivery', 'failure_to_deliver_to_customer']],
  [2, 'done', [...PLACED, 'transit_customer', 'problem_in_transit_customer', 'failure_to_deliver_to_customer']],
  [2, 'done', [...PLACED, ...SHIPPED, 'transit_lab', 'problem_in_transit_lab', 'failure_to_deliver_to_lab']],
  [2, 'done', [...PLACED, ...SHIPPED, 'transit_lab', 'problem_in_transit_lab', 'lost']],
  [4, 'done', ['ordered', 'cancelled']],
  [4, 'done', [...PLACED, 'cancelled']],
  [1, 'done', [...PLACED, ...SHIPPED, 'cancelled']],
  [4, 'open', ['ordered']],
  [4, 'scheduled', ['ordered']],
  [4, 'open', PLACED],
  [1, 'open', BYPASSED],
  [4, 'open', REGISTERED.slice(0, 2)],
  [2, 'open', REGISTERED.slice(0, 3)],
  [6, 'open', [...PLACED, 'transit_customer']],
  [3, 'open', [...PLACED, 'transit_customer', 'out_for_delivery']],
  [10, 'open', [...PLACED, ...SHIPPED]],
  [6, 'open', [...PLACED, ...SHIPPED, 'transit_lab']],
  [8, 'open', KIT],
  [2, 'open', [...PLACED, 'transit_customer', 'problem_in_transit_customer']],
  [2, 'open', [...PLACED, ...SHIPPED, 'transit_lab', 'problem_in_transit_lab']],
  [1, 'stuck', REGISTERED.slice(0, 2)],
  [2, 'stuck', [...PLACED, ...SHIPPED]],
  [1, 'stuck', [...PLACED, ...SHIPPED, 'transit_lab']],
  [1, 'stuck', KIT],
]

const WALK_IN: readonly Row[] = [
  ...outcomes(58, DRAWN),
  [18, 'done', [...VISIT, 'completed']],
  [5, 'done', [...BOOKED, 'draw_completed', 'completed']],
  [4, 'done', [...REBOOKED, 'draw_completed', 'completed']],
  [3, 'done', [...BYPASSED, 'draw_completed', 'completed']],
  [4, 'done', ['ordered', 'cancelled']],
  [2, 'done', [...PLACED, 'appointment_scheduled', 'appointment_cancelled', 'cancelled']],
  [2, 'open', ['ordered']],
  [2, 'scheduled', ['ordered']],
  [8, 'open', PLACED],
  [1, 'open', BOOKED.slice(0, 3)],
  [5, 'open', VISIT.slice(0, 3)],
  [1, 'open', [...VISIT.slice(0, 3), 'appointment_cancelled']],
  [6, 'open', DRAWN],
  [2, 'stuck', PLACED],
]

const AT_HOME: readonly Row[] = [
  ...outcomes(44, [...BOOKED, 'draw_completed']),
  [10, 'done', [...VISIT, 'completed']],
  [5, 'done', [...REBOOKED, 'draw_completed', 'completed']],
  [3, 'done', ['ordered', 'cancelled']],
  [3, 'done', [...BOOKED, 'appointment_cancelled', 'cancelled']],
  [6, 'open', ['ordered']],
  [2, 'scheduled', ['ordered']],
  [12, 'open', PLACED],
  [1, 'open', BYPASSED],
  [4, 'open', BOOKED.slice(0, 3)],
  [8, 'open', BOOKED],
  [3, 'open', [...BOOKED, 'appointment_cancelled']],
  [5, 'open', [...BOOKED, 'draw_completed']],
  [1, 'stuck', PLACED],
]

const ON_SITE: readonly Row[] = [
  ...outcomes(20, DRAWN),
  [4, 'done', [...BYPASSED, 'draw_completed', 'completed']],
  [2, 'done', ['ordered', 'cancelled']],
  [1, 'open', ['ordered']],
  [1, 'scheduled', ['ordered']],
  [3, 'open', PLACED],
  [4, 'open', DRAWN],
]

const KIT_REDRAW: Path = [...KIT, 'sample_error', 'redraw_available']
const PAIRS: Readonly<Record<Method, readonly PairRow[]>> = {
  testkit: [
    [3, KIT_REDRAW, 'redraw', 'done', [...KIT, 'completed']],
    [2, KIT_REDRAW, 'redraw', 'open', [...PLACED, ...SHIPPED]],
    [1, [...PLACED, ...SHIPPED, 'transit_lab', 'lost'], 'recreation', 'done', [...KIT, 'completed']],
    [1, [...PLACED, 'transit_customer', 'lost'], 'recreation', 'open', [...PLACED, 'transit_customer']],
  ],
  walk_in_test: [[2, [...DRAWN, 'sample_error', 'redraw_available'], 'redraw', 'done', [...DRAWN, 'completed']]],
  at_home_phlebotomy: [
    [2, [...VISIT, 'sample_error', 'redraw_available'], 'redraw', 'done', [...VISIT, 'completed']],
    [1, [...VISIT, 'sample_error', 'redraw_available'], 'redraw', 'open', [...PLACED, 'appointment_scheduled']],
  ],
  on_site_collection: [[1, [...DRAWN, 'sample_error', 'redraw_available'], 'redraw', 'done', [...DRAWN, 'completed']]],
}

function episodesOf(method: Method, rows: readonly Row[]): Episode[] {
  return [
    ...rows.map(([weight, standing, path]) => ({ weight, first: { method, standing, path }, second: null })),
    ...PAIRS[method].map(([weight, path, origin, standing, next]): Episode => {
      const first = { method, standing: path.at(-1) === 'redraw_available' ? 'open' : 'done', path } as const
      return { weight, first, second: { journey: { method, standing, path: next }, origin } }
    }),
  ]
}

export const EPISODES: readonly Episode[] = [
  ...episodesOf('testkit', TESTKIT),
  ...episodesOf('walk_in_test', WALK_IN),
  ...episodesOf('at_home_phlebotomy', AT_HOME),
  ...episodesOf('on_site_collection', ON_SITE),
]
