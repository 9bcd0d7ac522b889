'use client'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { usePatient } from '#components/patterns/domain/patient.tsx'
import { PrintSheet, usePrintNow } from '#components/patterns/print/print-sheet.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { FailedLine } from '#components/ui/display/failed-line.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { useSecretReport } from '#lib/domains/audit/report-secret.ts'
import type { WholeBooking } from '#lib/domains/bookings/booking.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { formatDay } from '#lib/utils/time/instants.ts'
import { isKnownZone, visitTime } from '#lib/utils/time/visit-times.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { addressLines } from './appointment-facts.tsx'

interface SheetProps {
  environment: string
  order: Order
  booking: WholeBooking
}

const HIDDEN = 'Patient data is hidden. Show it first (M): the sheet includes the address.'
const NOT_ON_RECORD = 'This couldn’t be recorded in the audit log, so nothing was printed. Try again.'

/** Prints what the patient needs to know of the visit, in large type and nothing else of the page; on record first. */
export function SheetButton({ environment, order, booking }: SheetProps) {
  const { masked } = usePatientData()
  const report = useSecretReport(environment, order.user_id)
  const [isPrinting, setPrinting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const print = async () => {
    if (masked) return setProblem(HIDDEN)
    const isRecorded = await report('print')
    setProblem(isRecorded ? null : NOT_ON_RECORD)
    setPrinting(isRecorded)
  }
  return (
    <span>
      <Button onPress={() => void print()}>
        <Printer aria-hidden="true" className="size-4" strokeWidth={1.8} />
        Print instructions
      </Button>
      {problem && <FailedLine>{problem}</FailedLine>}
      {isPrinting && (
        <VisitSheet environment={environment} order={order} booking={booking} onPrinted={() => setPrinting(false)} />
      )}
    </span>
  )
}

const STEPS = [
  'Have a photo ID ready. The person who draws your blood will check your name and birth date.',
  'Drink water as usual. If you were told to fast, eat nothing before the draw.',
  'Wear a sleeve you can roll up, and have a chair and table free.',
  'Keep pets in another room, and make sure we can get to your door.',
]

interface PrintedSheetProps extends SheetProps {
  onPrinted: () => void
}

/** Is there only while it is printed. */
export function VisitSheet({ environment, order, booking, onPrinted }: PrintedSheetProps) {
  const { name, recipient, birth_date } = usePatient(environment, order)
  usePrintNow(onPrinted)
  const { start_at, end_at, iana_timezone, appointment } = booking
  const site = isKnownZone(iana_timezone) ? iana_timezone : null
  const clock = { ...useWallClock(), zone: site ?? 'UTC' }
  const time = start_at === null ? null : visitTime(start_at, end_at, clock)
  const access = appointment?.address.access_notes
  const notes = appointment?.appointment_notes
  return (
    <PrintSheet>
      <article className="mx-auto flex max-w-[620px] flex-col gap-6 p-4 text-[18px]/7 text-[black]">
        <h1 className="border-b-2 border-[black] pb-3 text-[30px]/9">Your blood draw at home</h1>
        <section>
          <h2 className="text-[16px]/6 font-control">{name === null ? 'Recipient' : 'For'}</h2>
          <p>
            {name || recipient ? <span translate="no">{name ?? recipient}</span> : <span>Name not known</span>}
            {', '}
            {birth_date ? `born ${formatDay(birth_date, clock)}` : 'birth date not known'}
          </p>
          {name === null && <p className="text-[15px]/6">We don’t have the name of the person who is tested.</p>}
        </section>
        <section>
          <h2 className="text-[16px]/6 font-control">When we come</h2>
          {time ? (
            <>
              <p className="text-[26px]/8 font-heading">{time.day}</p>
              <p className="text-[26px]/8 font-heading">
                {time.time} {time.zone}
              </p>
              <p className="text-[15px]/6">
                {site
                  ? `Local time at your address (${zoneName(site)}).`
                  : 'Universal time (UTC), not your local time. Ask us what it is where you live.'}
              </p>
            </>
          ) : (
            <p>We don’t have a time for your visit yet. We’ll let you know.</p>
          )}
        </section>
        {appointment && (
          <section>
            <h2 className="text-[16px]/6 font-control">Where we come</h2>
            <p className="whitespace-pre-line">{addressLines(appointment).join('\n')}</p>
            {access && <p>How we get in: {access}</p>}
          </section>
        )}
        <section>
          <h2 className="text-[16px]/6 font-control">Your test</h2>
          <p>{order.lab_test.name}</p>
        </section>
        <ol className="flex list-decimal flex-col gap-2 pl-7 marker:font-heading">
          {STEPS.map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
        {notes && (
          <section className="border-t border-[black] pt-4">
            <h2 className="text-[16px]/6 font-control">What we know about your visit</h2>
            <p className="whitespace-pre-wrap">{notes}</p>
          </section>
        )}
      </article>
    </PrintSheet>
  )
}
