import {
  Ban,
  CalendarCheck,
  CalendarClock,
  CalendarX,
  CircleCheck,
  CircleQuestionMark,
  CircleSlash,
  ClipboardCheck,
  ClipboardPen,
  FileCheck,
  FilePenLine,
  FilePlus,
  FileSymlink,
  ListChecks,
  LockKeyhole,
  type LucideIcon,
  MapPinHouse,
  PackageCheck,
  PackageOpen,
  PackageX,
  Repeat2,
  SearchX,
  Syringe,
  TestTubeDiagonal,
  TriangleAlert,
  Truck,
} from 'lucide-react'
import type { Tone } from '#components/ui/pill.tsx'

/** This console's own grouping of the low-level statuses, in the order in which a sample travels. */
export const STAGES = ['placed', 'collecting', 'with_lab', 'results_in'] as const
export type Stage = (typeof STAGES)[number]

export interface StatusLook {
  label: string
  tone: Tone
  icon: LucideIcon
  /** Null: the order stays in the stage it had reached. */
  stage: Stage | null
  /** Whether the way ends here (`stopped`, `closed`) or waits for a person (`paused`). */
  halt?: 'paused' | 'stopped' | 'closed'
}

type Row = [low: string, label: string, tone: Tone, icon: LucideIcon, stage: Stage | null, halt?: StatusLook['halt']]

const ROWS: readonly Row[] = [
  ['ordered', 'Ordered', 'place', FilePlus, 'placed'],
  ['requisition_created', 'Requisition created', 'place', FileCheck, 'placed'],
  ['requisition_bypassed', 'Requisition bypassed', 'place', FileSymlink, 'placed'],
  ['awaiting_registration', 'Awaiting registration', 'wait', ClipboardPen, 'placed'],
  ['registered', 'Registered', 'place', ClipboardCheck, 'placed'],
  ['transit_customer', 'In transit to patient', 'move', Truck, 'collecting'],
  ['out_for_delivery', 'Out for delivery', 'move', MapPinHouse, 'collecting'],
  ['with_customer', 'With patient', 'wait', PackageOpen, 'collecting'],
  ['transit_lab', 'In transit to lab', 'move', Truck, 'collecting'],
  ['appointment_pending', 'Appointment pending', 'wait', CalendarClock, 'collecting'],
  ['appointment_scheduled', 'Appointment scheduled', 'move', CalendarCheck, 'collecting'],
  ['draw_completed', 'Draw completed', 'move', Syringe, 'collecting'],
  ['delivered_to_lab', 'Delivered to lab', 'lab', PackageCheck, 'with_lab'],
  ['partial_results', 'Partial results', 'lab', ListChecks, 'with_lab'],
  ['completed', 'Completed', 'ok', CircleCheck, 'results_in'],
  ['corrected', 'Corrected', 'ok', FilePenLine, 'results_in'],
  ['problem_in_transit_customer', 'Problem in transit to patient', 'warn', TriangleAlert, 'collecting', 'paused'],
  ['problem_in_transit_lab', 'Problem in transit to lab', 'warn', TriangleAlert, 'collecting', 'paused'],
  ['appointment_cancelled', 'Appointment cancelled', 'warn', CalendarX, 'collecting', 'paused'],
  ['redraw_available', 'Redraw available', 'warn', Repeat2, null, 'stopped'],
  ['lab_processing_blocked', 'Lab processing blocked', 'warn', LockKeyhole, 'with_lab', 'paused'],
  ['sample_error', 'Sample error', 'bad', TestTubeDiagonal, 'with_lab', 'stopped'],
  ['lost', 'Lost', 'bad', SearchX, null, 'stopped'],
  ['failure_to_deliver_to_lab', 'Not delivered to lab', 'bad', PackageX, 'collecting', 'stopped'],
  ['failure_to_deliver_to_customer', 'Not delivered to patient', 'bad', PackageX, 'collecting', 'stopped'],
  ['cancelled', 'Cancelled', 'closed', Ban, null, 'closed'],
  ['do_not_process', 'Do not process', 'closed', CircleSlash, null, 'closed'],
]

const LOOKS: ReadonlyMap<string, StatusLook> = new Map(
  ROWS.map(([low, label, tone, icon, stage, halt]) => [low, { label, tone, icon, stage, ...(halt && { halt }) }]),
)

/** How a low-level status is shown; one this console does not know keeps its raw value and the stage before it. */
export function orderStatus(low: string): StatusLook {
  return LOOKS.get(low) ?? { label: low, tone: 'place', icon: CircleQuestionMark, stage: null }
}
