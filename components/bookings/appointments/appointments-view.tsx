'use client'
import { CalendarDays, CalendarSearch, List } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useListAddress } from '#components/patterns/list/use-list-address.ts'
import { Segments } from '#components/ui/field/segments.tsx'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { APPOINTMENTS, isPaged } from './appointments-search.ts'
import { DayList } from './day-list.tsx'

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

const AppointmentList = dynamic(() => import('./appointment-list.tsx').then((part) => part.AppointmentList))
const WeekView = dynamic(() => import('./week-view.tsx').then((part) => part.WeekView))
const ElsewhereView = dynamic(() => import('./elsewhere-view.tsx').then((part) => part.ElsewhereView))

/** The draws booked here, day by day, as a list or week by week, and those that only the orders tell of. Another environment needs another view (`key`). */
export function AppointmentsView({ environment, first_weekday, failure }: AppointmentsViewProps) {
  const list = useListAddress(APPOINTMENTS, FIRST)
  const { place: asked, go } = list
  const views = (
    <span className="max-[559px]:mr-auto">
      <Segments
        label="Show as"
        value={asked.view}
        options={VIEWS}
        onChange={(view) => go({ view, offset: 0, filters: { ...asked.filters, on_days: [] } })}
        named
      />
    </span>
  )
  const shared = { environment, list, views, failure }
  if (asked.view === 'elsewhere') return <ElsewhereView environment={environment} views={views} />
  if (asked.view === 'week') return <WeekView {...shared} first_weekday={first_weekday} />
  return isPaged(asked) ? <AppointmentList {...shared} /> : <DayList {...shared} />
}
