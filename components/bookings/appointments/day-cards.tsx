import { useIsFetching } from '@tanstack/react-query'
import clsx from 'clsx'
import { ChevronRight, TriangleAlert, X } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import { bookingAppearance } from '#components/bookings/booking-status.tsx'
import { Patient } from '#components/bookings/visit-cells.tsx'
import { locationOf } from '#components/bookings/visit-orders.ts'
import { PhoneLink } from '#components/patterns/domain/contact-terms.tsx'
import { PatientLine, usePatient } from '#components/patterns/domain/patient.tsx'
import { Wall } from '#components/patterns/domain/wall.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { PrintSheet, usePrintNow } from '#components/patterns/print/print-sheet.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { visitPath } from '#lib/domains/bookings/queries.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { namePeople } from '#lib/domains/users/directory.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { type AgendaDay, dayWords, drawsPerDay, getRowId, thirdOf, visitCity } from './agenda.ts'
import type { ShownFilters } from './appointments-part.tsx'

const MOST_NAMED = 3

/** Beside the list of days: canceled orders whose visit is still booked, and how each is called off. */
export function VisitNotices({ environment, days }: { environment: string; days: readonly AgendaDay[] }) {
  const clock = useWallClock()
  const visits = days.flatMap(({ day, visits: of }) => of.map((visit) => ({ ...visit, day })))
  const standing = visits.filter(({ booking: { visit } }) => visit.outlives_order === true)
  if (standing.length === 0) return null
  const named = standing.slice(0, MOST_NAMED)
  const left = standing.length - MOST_NAMED
  return (
    <details
      data-tone="warn"
      className="group/notice mb-4 rounded-card border border-tone-line bg-tone-soft px-3.5 shadow-1 print:hidden"
    >
      <summary className="flex min-h-11 cursor-pointer list-none gap-x-2.5 py-3 [&::-webkit-details-marker]:hidden">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-tone-fg" />
        <span className="flex flex-1 flex-wrap items-baseline gap-x-4">
          <h2 className="text-base">
            Order canceled, visit still booked <span className="font-text text-ink-2">{standing.length}</span>
          </h2>
          <span className="flex flex-wrap gap-x-4 group-open/notice:hidden">
            {named.map(({ booking }) => (
              <Patient key={booking.id} environment={environment} order={booking.order} />
            ))}
          </span>
        </span>
        <ChevronRight className="mt-0.5 shrink-0 transition-transform group-open/notice:rotate-90" />
      </summary>
      <ul className="flex flex-col gap-2 pb-2.5">
        {named.map(({ booking, time, day }) => (
          <li key={booking.id} className="pl-[26px]">
            <p className="flex flex-wrap gap-x-2">
              <Link href={visitPath(environment, booking)} prefetch={false} className="text-link">
                <Patient environment={environment} order={booking.order} />
              </Link>
              <span>
                {dayWords(day, clock)}, {time.time} {time.zone}
              </span>
            </p>
            <Wall
              environment={environment}
              of="visit"
              names={[booking.provider]}
              page={`/${environment}/orders/${booking.order_id}`}
            />
          </li>
        ))}
      </ul>
      {left > 0 && <p className="pb-2.5 pl-[26px] text-ink-2">{countOf(left, 'more', 'more')} in the list.</p>}
    </details>
  )
}

interface DrawsPerDayProps {
  days: readonly AgendaDay[]
  filters: Pick<ShownFilters, 'city' | 'on_days'>
  /** Patient data is hidden: the sums alone are shown. */
  isHidden: boolean
  /** Empty for all of them. */
  onChoose: (city: readonly string[], on: string[]) => void
}

const MOST_CITIES = 10
/** By thirds of the largest value; none, few, more, most. */
const SHADES = ['', 'bg-tone-soft text-tone-fg', 'bg-tone-line text-ink', 'bg-tone-dot text-on-accent'] as const

/** How many draws each city has a day: a cell shows them in the list. */
export function DrawsPerDay({ days, filters, isHidden, onChoose }: DrawsPerDayProps) {
  const clock = useWallClock()
  const { rows, counts, total, most } = drawsPerDay(days)
  const known = isHidden ? [] : rows.slice(0, MOST_CITIES)
  const left = isHidden ? 0 : rows.length - known.length
  // A day without any draw takes no column.
  const busy = days.flatMap(({ day }, at) => (counts[at] ? [{ day, at }] : []))
  // One draw is never the darkest.
  const darkest = Math.max(most, SHADES.length - 1)
  const isChosen = filters.city.length + filters.on_days.length > 0
  const isThis = (city: string, day: string) => isOne(filters.city, city) && isOne(filters.on_days, day)
  return (
    <SectionCard
      title="Draws per day"
      action={
        isChosen && <IconButton icon={X} label="Show all cities and days" plain onPress={() => onChoose([], [])} />
      }
    >
      <section
        className="-m-2 overflow-x-auto p-1"
        aria-label="Cities and days"
        // Thirty days scroll sideways.
        tabIndex={busy.length > 7 ? 0 : undefined}
      >
        <table className="border-separate max-rail:w-full border-spacing-0.5 text-center text-xs print:border-spacing-0">
          <thead>
            <tr>
              <th scope="col" className="text-left">
                <span className="sr-only">City</span>
              </th>
              {busy.map(({ day, at }) => {
                const words = dayWords(day, clock).replace(',', '').split(' ')
                return (
                  <th key={day} scope="col" className={clsx('font-text', at === 0 ? 'text-accent-ink' : 'text-ink-3')}>
                    <span className="block">{words[0]}</span>
                    <span className="block font-heading text-ink-2">{Number(day.slice(8))}</span>
                  </th>
                )
              })}
              <th className="align-bottom font-text text-ink-3">Total</th>
            </tr>
          </thead>
          <tbody>
            {known.map(({ city, counts: ofCity, total: sum }) => (
              <tr key={city}>
                <th scope="row" className="max-w-[104px] pr-2 text-left font-text leading-[15px] wrap-break-word">
                  {city || 'No city'}
                </th>
                {busy.map(({ day, at }) => {
                  const count = ofCity[at] ?? 0
                  const shade = SHADES[thirdOf(count, darkest)]
                  return (
                    <td key={day} className="p-0">
                      {count === 0 || city === '' ? (
                        <span
                          className={clsx('grid h-[25px] min-w-6 place-items-center rounded-tag max-rail:h-10', shade)}
                          data-tone="move"
                        >
                          {count || <span className="sr-only">0</span>}
                        </span>
                      ) : (
                        <button
                          type="button"
                          data-tone="move"
                          aria-pressed={isThis(city, day)}
                          aria-label={`${city}, ${dayWords(day, clock)}: ${countOf(count, 'draw')}`}
                          onClick={() => (isThis(city, day) ? onChoose([], []) : onChoose([city], [day]))}
                          className={clsx(
                            'grid h-[25px] w-full min-w-6 place-items-center rounded-tag font-heading outline-offset-1 outline-focus hover:underline focus-visible:outline-2 aria-pressed:ring-2 aria-pressed:ring-accent max-rail:h-10 forced-colors:border',
                            shade,
                          )}
                        >
                          {count}
                        </button>
                      )}
                    </td>
                  )
                })}
                <td className="font-heading">{sum}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="[&>*]:border-t [&>*]:border-line [&>*]:pt-1.5">
              <th scope="row" className="text-left font-heading whitespace-nowrap">
                All cities
              </th>
              {busy.map(({ day, at }) => (
                <td key={day} className="font-heading">
                  {counts[at]}
                </td>
              ))}
              <td className="font-heading">{total}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      {left > 0 && <p className="mt-2 text-xs text-ink-3">{countOf(left, 'more city', 'more cities')} in the sums.</p>}
      {isHidden && <p className="mt-2 text-xs text-ink-3">Cities are shown with patient data.</p>}
    </SectionCard>
  )
}

const isOne = (chosen: readonly string[], value: string) => chosen.length === 1 && chosen[0] === value

interface DaySheetsProps {
  environment: string
  /** Without its canceled visits. */
  of: AgendaDay
  onPrinted: () => void
}

/** A sheet for each city, so that whoever drives there carries no patients of another. */
export function DaySheets({ environment, of: { day, visits }, onPrinted }: DaySheetsProps) {
  const clock = useWallClock()
  const [isReading, setReading] = useState(false)
  // The names are asked for as the rows are drawn, which is before this effect.
  useEffect(() => setReading(true), [])
  const names = useIsFetching({ queryKey: ['console', namePeople.name, environment] })
  usePrintNow(onPrinted, isReading && names === 0)
  const cities = [...new Set(visits.map(({ booking }) => visitCity(booking)))].sort()
  return cities.map((city) => {
    const here = visits.filter(({ booking }) => visitCity(booking) === city)
    return (
      <PrintSheet key={city}>
        <h1 className="text-[22px]/7">
          Day sheet: {city || 'city not known'}, {dayWords(day, clock)}
        </h1>
        <p className="mb-3 border-b-2 border-[black] pb-2">
          {countOf(here.length, 'visit')}. Times are local to each visit. Canceled visits aren’t listed.
        </p>
        {here.map(({ booking, time, isGuess }) => (
          <div
            key={getRowId(booking)}
            className="grid break-inside-avoid grid-cols-[18px_96px_minmax(0,5fr)_minmax(0,4fr)] gap-3 border-b border-[black] py-2 text-[14px]/5"
          >
            <span className="size-4 border border-[black]" />
            <span>
              <b>{time.time}</b> {time.zone}
              {isGuess && <span className="block">Site’s zone not known</span>}
            </span>
            <div>{booking.order ? <Who environment={environment} order={booking.order} /> : 'Order not found'}</div>
            <div>
              <p>{locationOf(booking.order) || 'Address not known'}</p>
              {booking.order?.lab_test.name} <Verbatim className="font-mono">{shortId(booking.order_id)}</Verbatim>
              <p>{bookingAppearance(booking.state).label}</p>
            </div>
          </div>
        ))}
      </PrintSheet>
    )
  })
}

function Who(of: { environment: string; order: Order }) {
  return (
    <>
      <PatientLine {...of} />
      <PhoneLink value={usePatient(of.environment, of.order).contact.phone} />
    </>
  )
}
