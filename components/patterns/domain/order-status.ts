/** How low-level order statuses are shown; where each stands in an order's way is the contract's to say. */
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
import type { Tone } from '#components/ui/display/pill.tsx'

export interface StatusLook {
  label: string
  tone: Tone
  icon: LucideIcon
}

type Row = [low: string, label: string, tone: Tone, icon: LucideIcon]

const ROWS: readonly Row[] = [
  ['ordered', 'Ordered', 'place', FilePlus],
  ['requisition_created', 'Requisition created', 'place', FileCheck],
  ['requisition_bypassed', 'Requisition bypassed', 'place', FileSymlink],
  ['awaiting_registration', 'Awaiting registration', 'wait', ClipboardPen],
  ['registered', 'Registered', 'place', ClipboardCheck],
  ['transit_customer', 'In transit to patient', 'move', Truck],
  ['out_for_delivery', 'Out for delivery', 'move', MapPinHouse],
  ['with_customer', 'With patient', 'wait', PackageOpen],
  ['transit_lab', 'In transit to lab', 'move', Truck],
  ['appointment_pending', 'Appointment pending', 'wait', CalendarClock],
  ['appointment_scheduled', 'Appointment scheduled', 'move', CalendarCheck],
  ['draw_completed', 'Draw completed', 'move', Syringe],
  ['delivered_to_lab', 'Delivered to lab', 'lab', PackageCheck],
  ['partial_results', 'Partial results', 'lab', ListChecks],
  ['completed', 'Completed', 'ok', CircleCheck],
  ['corrected', 'Corrected', 'ok', FilePenLine],
  ['problem_in_transit_customer', 'Problem in transit to patient', 'warn', TriangleAlert],
  ['problem_in_transit_lab', 'Problem in transit to lab', 'warn', TriangleAlert],
  ['appointment_cancelled', 'Appointment cancelled', 'warn', CalendarX],
  ['redraw_available', 'Redraw available', 'warn', Repeat2],
  ['lab_processing_blocked', 'Lab processing blocked', 'warn', LockKeyhole],
  ['sample_error', 'Sample error', 'bad', TestTubeDiagonal],
  ['lost', 'Lost', 'bad', SearchX],
  ['failure_to_deliver_to_lab', 'Not delivered to lab', 'bad', PackageX],
  ['failure_to_deliver_to_customer', 'Not delivered to patient', 'bad', PackageX],
  ['cancelled', 'Cancelled', 'closed', Ban],
  ['do_not_process', 'Do not process', 'closed', CircleSlash],
]

const LOOKS: ReadonlyMap<string, StatusLook> = new Map(
  ROWS.map(([low, label, tone, icon]) => [low, { label, tone, icon }]),
)

/** How a low-level status is shown; one this console does not know keeps its raw value. */
export function orderStatus(low: string): StatusLook {
  return LOOKS.get(low) ?? { label: low, tone: 'place', icon: CircleQuestionMark }
}
