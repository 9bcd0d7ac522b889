import { utcInstant } from '#lib/utils/time/instants.ts'
import type { LowLevelStatus, StatusRecord } from './status-record.ts'

const RECEIVED = { high: 'received', stage: 'placed', halt: null, exception: null } as const
const COLLECTING = { high: 'collecting_sample', stage: 'collecting', halt: null, exception: null } as const
const COLLECTION_PAUSED = {
  high: 'collecting_sample',
  stage: 'collecting',
  halt: 'paused',
  exception: 'needs_person',
} as const
const AT_LAB = { high: 'sample_with_lab', stage: 'with_lab', halt: null, exception: null } as const
const COMPLETED = {
  high: 'completed',
  stage: 'results_in',
  results: 'complete',
  halt: null,
  exception: null,
  ends: true,
  stuckAfterDays: null,
  next: null,
} as const
const NOT_DELIVERED = {
  high: 'failed',
  stage: 'collecting',
  halt: 'stopped',
  exception: 'failed',
  ends: true,
  stuckAfterDays: null,
  next: null,
} as const
const CLOSED = {
  high: 'cancelled',
  stage: null,
  halt: 'closed',
  exception: null,
  ends: true,
  stuckAfterDays: null,
  next: null,
} as const

/** Limits the design leaves open: 14 days where a person must act, 30 where a visit may lie that far ahead. */
export const STATUS_RECORDS: Readonly<Record<LowLevelStatus, StatusRecord>> = {
  ordered: {
    ...RECEIVED,
    label: 'Ordered',
    tone: 'place',
    icon: 'file-plus',
    stuckAfterDays: 30,
    next: { low: 'requisition_created', by: 'service' },
  },
  requisition_created: {
    ...RECEIVED,
    label: 'Requisition created',
    tone: 'place',
    icon: 'file-check',
    stuckAfterDays: 14,
    next: 'method',
  },
  requisition_bypassed: {
    ...RECEIVED,
    label: 'Requisition bypassed',
    tone: 'place',
    icon: 'file-symlink',
    stuckAfterDays: 14,
    next: 'method',
  },
  awaiting_registration: {
    ...RECEIVED,
    label: 'Awaiting registration',
    tone: 'wait',
    icon: 'clipboard-pen',
    stuckAfterDays: 14,
    next: { low: 'registered', by: 'patient' },
  },
  registered: {
    ...RECEIVED,
    label: 'Registered',
    tone: 'place',
    icon: 'clipboard-check',
    stuckAfterDays: 14,
    next: { low: 'requisition_created', by: 'service' },
  },
  transit_customer: {
    ...COLLECTING,
    label: 'In transit to patient',
    tone: 'move',
    icon: 'truck',
    stuckAfterDays: 5,
    next: { low: 'out_for_delivery', by: 'courier' },
  },
  out_for_delivery: {
    ...COLLECTING,
    label: 'Out for delivery',
    tone: 'move',
    icon: 'map-pin-house',
    stuckAfterDays: 5,
    next: { low: 'with_customer', by: 'courier' },
  },
  with_customer: {
    ...COLLECTING,
    label: 'With patient',
    tone: 'wait',
    icon: 'package-open',
    stuckAfterDays: 14,
    next: { low: 'transit_lab', by: 'patient' },
  },
  transit_lab: {
    ...COLLECTING,
    label: 'In transit to lab',
    tone: 'move',
    icon: 'truck',
    stuckAfterDays: 5,
    next: { low: 'delivered_to_lab', by: 'courier' },
  },
  appointment_pending: {
    ...COLLECTING,
    label: 'Appointment pending',
    tone: 'wait',
    icon: 'calendar-clock',
    stuckAfterDays: 14,
    next: { low: 'appointment_scheduled', by: 'provider' },
  },
  appointment_scheduled: {
    ...COLLECTING,
    label: 'Appointment scheduled',
    tone: 'move',
    icon: 'calendar-check',
    stuckAfterDays: 30,
    next: { low: 'draw_completed', by: 'provider' },
  },
  draw_completed: {
    ...COLLECTING,
    label: 'Draw completed',
    tone: 'move',
    icon: 'syringe',
    stuckAfterDays: 7,
    next: { low: 'completed', by: 'lab' },
  },
  delivered_to_lab: {
    ...AT_LAB,
    label: 'Delivered to lab',
    tone: 'lab',
    icon: 'package-check',
    stuckAfterDays: 7,
    next: { low: 'completed', by: 'lab' },
  },
  partial_results: {
    ...AT_LAB,
    holdsStage: true,
    results: 'partial',
    label: 'Partial results',
    tone: 'lab',
    icon: 'list-checks',
    stuckAfterDays: 7,
    next: { low: 'completed', by: 'lab' },
  },
  completed: { ...COMPLETED, label: 'Completed', tone: 'ok', icon: 'circle-check' },
  corrected: { ...COMPLETED, label: 'Corrected', tone: 'ok', icon: 'file-pen-line' },
  problem_in_transit_customer: {
    ...COLLECTION_PAUSED,
    label: 'Problem in transit to patient',
    tone: 'warn',
    icon: 'triangle-alert',
    stuckAfterDays: null,
    next: { low: 'out_for_delivery', by: 'courier' },
  },
  problem_in_transit_lab: {
    ...COLLECTION_PAUSED,
    label: 'Problem in transit to lab',
    tone: 'warn',
    icon: 'triangle-alert',
    stuckAfterDays: null,
    next: { low: 'delivered_to_lab', by: 'courier' },
  },
  appointment_cancelled: {
    ...COLLECTION_PAUSED,
    label: 'Appointment canceled',
    tone: 'warn',
    icon: 'calendar-x',
    stuckAfterDays: null,
    next: { low: 'appointment_scheduled', by: 'team' },
  },
  redraw_available: {
    high: 'collecting_sample',
    // A new sample has to be collected, wherever the first one got to.
    stage: 'collecting',
    holdsStage: true,
    halt: 'stopped',
    exception: 'needs_person',
    label: 'Redraw available',
    tone: 'warn',
    icon: 'repeat2',
    stuckAfterDays: null,
    next: null,
  },
  lab_processing_blocked: {
    high: 'sample_with_lab',
    stage: 'with_lab',
    halt: 'paused',
    exception: 'needs_person',
    label: 'Lab processing blocked',
    tone: 'warn',
    icon: 'lock-keyhole',
    stuckAfterDays: null,
    next: { low: 'completed', by: 'lab' },
  },
  sample_error: {
    high: 'failed',
    stage: 'with_lab',
    halt: 'stopped',
    exception: 'failed',
    label: 'Sample error',
    tone: 'bad',
    icon: 'test-tube-diagonal',
    stuckAfterDays: null,
    next: { low: 'redraw_available', by: 'lab' },
  },
  lost: {
    high: 'failed',
    stage: null,
    halt: 'stopped',
    exception: 'failed',
    label: 'Lost',
    tone: 'bad',
    icon: 'search-x',
    ends: true,
    stuckAfterDays: null,
    next: null,
  },
  failure_to_deliver_to_lab: { ...NOT_DELIVERED, label: 'Not delivered to lab', tone: 'bad', icon: 'package-x' },
  failure_to_deliver_to_customer: {
    ...NOT_DELIVERED,
    label: 'Not delivered to patient',
    tone: 'bad',
    icon: 'package-x',
  },
  cancelled: { ...CLOSED, label: 'Canceled', tone: 'closed', icon: 'ban' },
  do_not_process: { ...CLOSED, label: 'Do not process', tone: 'closed', icon: 'circle-slash' },
}

const RECORD_OF: ReadonlyMap<string, StatusRecord> = new Map(Object.entries(STATUS_RECORDS))

/** Returns the record of a status; undefined for one that this console does not know. */
export function statusRecord(low: string): StatusRecord | undefined {
  return RECORD_OF.get(low)
}

/** The date rules of order search (spec, endpoint 13), as instants. */
const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/

function instant(value: string, timeOfBareDate: string): Date {
  return BARE_DATE.test(value) ? new Date(`${value}T${timeOfBareDate}Z`) : utcInstant(value)
}

/** `start_date`, `updated_start_date` and `updated_end_date`: a bare date is its 00:00:00 UTC. */
export function atStartOfDay(value: string): Date {
  return instant(value, '00:00:00')
}

/** `end_date`: a bare date is its 23:59:59 UTC. */
export function atEndOfDay(value: string): Date {
  return instant(value, '23:59:59')
}
