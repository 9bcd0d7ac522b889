'use client'
import { CalendarDays, CalendarSearch, List } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useListAddress } from '#components/patterns/list/use-list-address.ts'
import { Segments } from '#components/ui/field/segments.tsx'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { AppointmentList } from './appointment-list.tsx'
import { APPOINTMENTS } from './appointments-search.ts'
import { WeekView } from './week-view.tsx'

interface AppointmentsViewProps {
  environment: string
  /** 0 for Sunday, as the viewer's language has it. */
  first_weekday: number
  failure: RequestFailure | null
}

const FIRST = { first: { offset: 0 } }
const VIEWS = [
  { value: 'list', text: 'List', icon: List },
  { value: 'week', text: 'Week', icon: CalendarDays },
  { value: 'elsewhere', text: 'Booked elsewhere', icon: CalendarSearch },
] as const

const ElsewhereView = dynamic(() => import('./elsewhere-view.tsx').then((part) => part.ElsewhereView))

/** The draws booked here, as a list or week by week, and those that only the orders tell of. Another environment needs another view (`key`). */
export function AppointmentsView({ environment, first_weekday, failure }: AppointmentsViewProps) {
  const list = useListAddress(APPOINTMENTS, FIRST)
  const { place: asked, go } = list
  const views = (
    <Segments label="Show as" value={asked.view} options={VIEWS} onChange={(view) => go({ view, offset: 0 })} named />
  )
  const shared = { environment, list, views, failure }
  if (asked.view === 'elsewhere') return <ElsewhereView environment={environment} views={views} />
  return asked.view === 'week' ? (
    <WeekView {...shared} first_weekday={first_weekday} />
  ) : (
    <AppointmentList {...shared} />
  )
}
