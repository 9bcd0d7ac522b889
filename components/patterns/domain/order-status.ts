/** How low-level order statuses are shown: the record's label and tone, and its icon's name as a component. */
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
import type { Appearance } from '#components/ui/display/pill.tsx'
import type { StatusIcon } from '#lib/domains/orders/status/status-record.ts'
import { statusRecord } from '#lib/domains/orders/status/status-records.ts'

const ICONS: Readonly<Record<StatusIcon, LucideIcon>> = {
  'file-plus': FilePlus,
  'file-check': FileCheck,
  'file-symlink': FileSymlink,
  'clipboard-pen': ClipboardPen,
  'clipboard-check': ClipboardCheck,
  truck: Truck,
  'map-pin-house': MapPinHouse,
  'package-open': PackageOpen,
  'calendar-clock': CalendarClock,
  'calendar-check': CalendarCheck,
  syringe: Syringe,
  'package-check': PackageCheck,
  'list-checks': ListChecks,
  'circle-check': CircleCheck,
  'file-pen-line': FilePenLine,
  'triangle-alert': TriangleAlert,
  'calendar-x': CalendarX,
  repeat2: Repeat2,
  'lock-keyhole': LockKeyhole,
  'test-tube-diagonal': TestTubeDiagonal,
  'search-x': SearchX,
  'package-x': PackageX,
  ban: Ban,
  'circle-slash': CircleSlash,
}

/** Returns how a low-level status is shown; one this console does not know keeps its raw value. */
export function orderStatus(low: string): Appearance {
  const record = statusRecord(low)
  if (!record) return { label: low, tone: 'place', icon: CircleQuestionMark }
  return { label: record.label, tone: record.tone, icon: ICONS[record.icon] }
}
