import { CalendarArrowDown, CalendarPlus, PencilLine, Printer } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useRef, useState } from 'react'
import { bookingAppearance } from '#components/bookings/booking-status.tsx'
import { PrintedPartner, PrintedTest, useLabTest } from '#components/patterns/domain/lab-test-texts.tsx'
import { PatientLine, patientText, usePatient } from '#components/patterns/domain/patient.tsx'
import { PrintSheet, usePrintNow } from '#components/patterns/print/print-sheet.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { toast } from '#components/ui/dialog/toast.tsx'
import { CountdownRing } from '#components/ui/display/countdown-ring.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { FailedLine } from '#components/ui/display/notice.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { Check } from '#components/ui/field/check.tsx'
import { useSecretReport } from '#lib/domains/audit/report-secret.ts'
import type { Booking, WholeBooking } from '#lib/domains/bookings/booking.ts'
import { partnerNamed } from '#lib/domains/contacts/contact-book.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import type { StatusAdvice } from '#lib/domains/orders/status/status-advice.ts'
import { orderTimeline } from '#lib/domains/orders/status/timeline.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { formatDay, instantParts, type WallClock } from '#lib/utils/time/instants.ts'
import { isKnownZone, visitTime } from '#lib/utils/time/visit-times.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { addressLines } from './appointment-facts.tsx'

interface OutcomeBannerProps {
  environment: string
  order: Order
  booking: WholeBooking
  isOverdue: boolean
  /** When the service gives up, by this machine's clock; null where nobody said. */
  until: number | null
  mayBook: boolean
  isFresh: boolean
  /** Contradicting evidence on the visit, with who says what and what to do. */
  clash: StatusAdvice | null
  /** The order knows of a newer state than this booking. */
  isBehind: boolean
  onRecord: () => void
  /** Null where the order has another visit. */
  onBookAgain: (() => void) | null
}

interface Words {
  head: string
  text: string
}

function wordsOf({ booking, clash, isOverdue }: OutcomeBannerProps, viewer: WallClock): Words {
  const { state, gives_up_at } = booking
  if (clash) return { head: clash.happened, text: clash.todo }
  if (state === 'pending') {
    if (isOverdue) {
      return {
        head: 'It should have been canceled by now. Check before you tell the patient anything.',
        text: `The service was trying until ${clock(gives_up_at, viewer)}. This console doesn’t know how it ended: check the order’s events or ask the provider, then record an update here.`,
      }
    }
    const until = gives_up_at
      ? `The service keeps trying until ${clock(gives_up_at, viewer)}. Then it cancels this appointment automatically.`
      : 'The service didn’t say how long it keeps trying.'
    return {
      head: 'Not confirmed yet. Don’t tell the patient it’s booked.',
      text: `${until} This page updates when the service reports the outcome. If it doesn’t, check with the provider, then record an update.`,
    }
  }
  return FIXED[state](booking, viewer)
}

/** Words for the patient, by the clock in use. */
const TELL = {
  site: 'Give the patient this time (local to the visit) and what to have ready.',
  viewer: 'The service gave no time zone, so this is your time. Convert it for the patient.',
  none: 'The service gave no visit time. Ask the provider before you tell the patient.',
} as const

const FIXED: Readonly<
  Record<Exclude<WholeBooking['state'], 'pending'>, (booking: WholeBooking, viewer: WallClock) => Words>
> = {
  in_flight: () => ({ head: 'In progress.', text: 'Wait for the answer.' }),
  confirmed: (booking, viewer) => {
    const { start_at, end_at, iana_timezone } = booking
    const zone = isKnownZone(iana_timezone) ? iana_timezone : viewer.zone
    const time = start_at === null ? null : visitTime(start_at, end_at, { ...viewer, zone })
    return {
      head: time ? `Confirmed for ${time.day}, ${time.time} ${time.zone}.` : 'Confirmed, without a time.',
      text: time ? TELL[isKnownZone(iana_timezone) ? 'site' : 'viewer'] : TELL.none,
    }
  },
  unknown: ({ status }) => ({
    head: 'We don’t know yet whether it was booked. Check before trying again.',
    text: `${status === null ? 'We never got an answer. It may have been booked.' : `The service answered with status ${status}, which doesn’t say whether it was booked.`} It isn’t sent again automatically. This page updates when the service reports the outcome. If it doesn’t, check the order’s events or ask the provider, then record an update.`,
  }),
  completed: () => ({ head: 'The draw is done.', text: 'Nothing more to do here.' }),
  cancelled: () => ({
    head: 'Canceled.',
    text: 'Tell the patient the visit is off. Book again if a draw is still needed.',
  }),
  failed: ({ detail }) => ({
    head: 'Not booked.',
    text: `${detail ? `“${detail}” ` : ''}No appointment was made. It isn’t retried automatically.`,
  }),
  refused: ({ detail }) => ({
    head: 'Refused. Nothing was booked.',
    text: detail ? `“${detail}”` : 'The service gave no reason.',
  }),
}

/** `14:47 CST`; with the day where it is another than today’s is too much to guess. */
function clock(instant: string | null, viewer: WallClock): string {
  if (instant === null) return 'an unknown time'
  const { day, time, zone } = instantParts(Date.parse(instant), viewer)
  return `${time} ${zone} on ${day}`
}

/** The one thing to know, before all else: whether the patient may be told. */
export function OutcomeBanner(props: OutcomeBannerProps) {
  const { environment, order, booking, clash, isOverdue, until, isFresh } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFresh) heading.current?.focus()
  }, [isFresh])
  const { state } = booking
  const viewer = useWallClock()
  const { head, text } = wordsOf(props, viewer)
  const look = bookingAppearance(state)
  const Icon = look.icon
  const counts = state === 'pending' && !isOverdue && until !== null
  return (
    <section
      aria-labelledby="outcome"
      data-tone={isOverdue || clash ? 'warn' : look.tone}
      className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-tone-line bg-surface p-5 shadow-1"
    >
      {counts && <Ring booking={booking} until={until} viewer={viewer} />}
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex items-center gap-1.5 font-control text-tone-fg">
          <Icon className="shrink-0" />
          {look.label}
        </p>
        <h2 ref={heading} id="outcome" tabIndex={-1} className="mt-1 text-xl outline-none">
          {head}
        </h2>
        <p className="mt-1 text-base text-ink-2">{text}</p>
        <PatientLine environment={environment} order={order} className="mt-2" />
        <Actions {...props} />
      </div>
    </section>
  )
}

/** At most one of them is filled, and never the one that only records what somebody found out of a visit that is on. */
function Actions(props: OutcomeBannerProps) {
  const { environment, order, booking, clash, mayBook, isBehind, onRecord, onBookAgain } = props
  const { state, start_at } = booking
  const isOver = state === 'cancelled' || state === 'failed' || state === 'refused' || state === 'unknown'
  const hasVisit = state === 'confirmed' || state === 'pending' || state === 'cancelled'
  const waits = !clash && (state === 'pending' || state === 'unknown')
  const isEnded = orderTimeline(order).is_final
  const record = mayBook && state !== 'refused' && (
    <Button icon={PencilLine} look={waits && !isBehind ? 'primary' : 'outline'} onPress={onRecord}>
      Record an update
    </Button>
  )
  return (
    <div className="mt-4 flex flex-wrap gap-2 print:hidden">
      {isOver && mayBook && onBookAgain && !(clash && state === 'unknown') && (
        <Button
          icon={CalendarPlus}
          look={state === 'unknown' || clash || isEnded ? 'outline' : 'primary'}
          onPress={onBookAgain}
        >
          Book again
        </Button>
      )}
      {waits && record}
      {state === 'confirmed' && !clash && <SheetButton environment={environment} order={order} booking={booking} />}
      {hasVisit && start_at && <CalendarButton environment={environment} order={order} bookings={[booking]} />}
      <Link href={`/${environment}/orders/${order.id}`} prefetch={false} className={linkButton}>
        Back to the order
      </Link>
      {!waits && record}
    </div>
  )
}

interface RingProps {
  booking: WholeBooking
  /** By this machine's clock. */
  until: number
  viewer: WallClock
}

/** How long the service keeps trying. */
function Ring({ booking: { asked_at, gives_up_at }, until, viewer }: RingProps) {
  if (gives_up_at === null) return null
  const { time, zone } = instantParts(Date.parse(gives_up_at), viewer)
  const lifetime = Date.parse(gives_up_at) - Date.parse(asked_at)
  return (
    <CountdownRing noun="Pending booking" until={until} lifetime={lifetime} clock={`until ${time} ${zone}`} size="l" />
  )
}

interface CalendarButtonProps {
  environment: string
  order: Order
  bookings: readonly Booking[]
}

/** One visit as a file for a calendar. The code that writes it comes with the first press. */
function CalendarButton({ environment, order, bookings }: CalendarButtonProps) {
  const [isPending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    const { saveCalendar } = await import('#components/bookings/save-calendar.ts')
    await saveCalendar(environment, bookings).catch((error: unknown) => {
      if (!(error instanceof RequestError)) throw error
      const text = patientText(environment, order, error.message)
      toast({ kind: 'failed', title: 'We couldn’t create the calendar file.', text })
    })
    setPending(false)
  }
  return (
    <Button icon={CalendarArrowDown} isPending={isPending} onPress={() => void save()}>
      Calendar file
    </Button>
  )
}

interface SheetProps {
  environment: string
  order: Order
  booking: WholeBooking
}

const HIDDEN = 'Patient data is hidden. Show it first (M): the sheet includes the address.'
const NOT_ON_RECORD = 'This couldn’t be recorded in the audit log, so nothing was printed. Try again.'

/** Prints what the patient needs to know of the visit, in large type and nothing else of the page; on record first. */
function SheetButton({ environment, order, booking }: SheetProps) {
  const { masked } = usePatientData()
  const report = useSecretReport(environment, order.user_id)
  const { isRead } = useLabTest(environment, order.lab_test)
  const [isPrinting, setPrinting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [hasNotes, setNotes] = useState(false)
  const { appointment_notes, address } = booking.appointment ?? {}
  const print = async () => {
    if (masked) return setProblem(HIDDEN)
    const isRecorded = await report('print')
    setProblem(isRecorded ? null : NOT_ON_RECORD)
    setPrinting(isRecorded)
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button icon={Printer} isPending={!isRead} onPress={() => void print()}>
        Print instructions
      </Button>
      {(appointment_notes || address?.access_notes) && (
        <Check checked={hasNotes} onChange={setNotes}>
          With the visit’s notes
        </Check>
      )}
      {problem && <FailedLine>{problem}</FailedLine>}
      {isPrinting && <VisitSheet {...{ environment, order, booking, hasNotes }} onPrinted={() => setPrinting(false)} />}
    </span>
  )
}

const STEPS = [
  'Have a photo ID ready. The person who draws your blood will check your name and birth date.',
  'Wear a sleeve you can roll up, and have a chair and table free.',
  'Keep pets in another room, and make sure we can get to your door.',
]

interface PrintedSheetProps extends SheetProps {
  /** With what colleagues noted for the visit and how to get in, which a patient isn't given unasked. */
  hasNotes?: boolean
  onPrinted: () => void
}

export function VisitSheet({ environment, order, booking, hasNotes = false, onPrinted }: PrintedSheetProps) {
  const { name, recipient, birth_date } = usePatient(environment, order)
  usePrintNow(onPrinted)
  const { start_at, end_at, iana_timezone, appointment } = booking
  const site = isKnownZone(iana_timezone) ? iana_timezone : null
  const clock = { ...useWallClock(), zone: site ?? 'UTC' }
  const time = start_at === null ? null : visitTime(start_at, end_at, clock)
  const access = hasNotes && appointment?.address.access_notes
  const notes = hasNotes && appointment?.appointment_notes
  const { entry, partners } = useLabTest(environment, order.lab_test)
  const provider = partnerNamed(partners, 'draw_provider', appointment?.provider)
  const water = `Drink water as usual.${entry?.preparation ? '' : ' If you were told to fast, eat nothing before the draw.'}`
  return (
    <PrintSheet>
      <article className="mx-auto flex max-w-[620px] flex-col gap-6 p-4 text-[18px]/7 text-[black]">
        <h1 className="border-b-2 border-[black] pb-3 text-[30px]/9">Your blood draw at home</h1>
        <section>
          <h2 className="text-[16px]/6 font-control">{name === null ? 'Recipient' : 'For'}</h2>
          <p>
            {name || recipient ? <Verbatim>{name ?? recipient}</Verbatim> : <span>Name not known</span>}
            {', '}
            {birth_date ? `born ${formatDay(birth_date, clock)}` : 'birth date not known'}
          </p>
          {name === null && <p className="text-[15px]/6">We don’t have the name of the person who is tested.</p>}
        </section>
        <section>
          <h2 className="text-[16px]/6 font-control">Your visit</h2>
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
            <h2 className="text-[16px]/6 font-control">Where</h2>
            <p className="whitespace-pre-line">{addressLines(appointment).join('\n')}</p>
            {access && <p>How we get in: {access}</p>}
          </section>
        )}
        <PrintedTest name={order.lab_test.name} entry={entry} />
        <ol className="flex list-decimal flex-col gap-2 pl-7 marker:font-heading">
          {STEPS.toSpliced(1, 0, water).map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
        {notes && (
          <section className="border-t border-[black] pt-4">
            <h2 className="text-[16px]/6 font-control">Notes for your visit</h2>
            <p className="whitespace-pre-wrap">{notes}</p>
          </section>
        )}
        <PrintedPartner partner={provider} title="To cancel or move your visit" />
      </article>
    </PrintSheet>
  )
}
