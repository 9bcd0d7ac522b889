import { AppWindow, FlaskConical, Footprints } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Control } from 'react-hook-form'
import { useToday } from '#components/patterns/domain/patient.tsx'
import { Wall } from '#components/patterns/domain/wall.tsx'
import { ApiForm, FormSummary } from '#components/patterns/form/api-form.tsx'
import { AskDialog } from '#components/patterns/form/ask-dialog.tsx'
import { FormField } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import type { EnvironmentKind } from '#components/patterns/page/environment-mark.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Tag } from '#components/ui/display/pill.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { BOOKING_OUTCOMES } from '#lib/demo/scenario.ts'
import { useDemo } from '#lib/demo/use-demo.ts'
import type { AppointmentBooking } from '#lib/domains/bookings/appointment.ts'
import type { WholeBooking } from '#lib/domains/bookings/booking.ts'
import { centersPath } from '#lib/domains/bookings/queries.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { leave, useLeaveGuard } from '#lib/kernel/client/leave-guard.ts'
import { type BookingValues, bookingFormOf, EMPTY_VALUES, LABELS } from './booking-form.ts'
import { FREE_AGAIN, type Unbooked, UnbookedNotice, unbookedOf, WaitingPanel } from './booking-notices.tsx'
import { ChecksCard, HappensCard } from './checks-card.tsx'
import { ConfirmationFields, NotesField } from './confirmation-fields.tsx'
import { PatientCard, usePatient } from './patient-card.tsx'
import { type Check, isWalkIn, needsReason, patientChecks } from './preflight.ts'
import { realWords } from './summary-dialog.tsx'
import { useOtherTab } from './use-booking.ts'
import { useBookingAttempt } from './use-booking-attempt.ts'

/** Keys of the embedded service, which makes up its providers; a real service gives keys with its free times. */
const KEYS = [
  { key: 'sandbox_confirm', does: 'Confirmed right away.' },
  { key: 'sandbox_slow_8000', does: 'Confirmed after 8 seconds; use any number of milliseconds.' },
  { key: 'sandbox_fail', does: 'Never confirmed: fails, or stays pending and is then canceled.' },
  { key: 'unknown_key', does: 'Not an offered slot: refused.' },
] as const

/** Beside the form in environments with sample data, and only there. */
function SandboxKeys({ kind, onUse }: { kind: Environment['kind']; onUse: (key: string) => void }) {
  const outcome = useDemo()?.snapshot.scenario.booking ?? null
  return (
    <section aria-labelledby="sandbox-keys" className="rounded-card border border-line bg-surface shadow-1">
      <div className="flex items-center gap-2 border-b border-line px-4 py-3">
        <FlaskConical className="text-ink-3" />
        <h2 id="sandbox-keys" className="text-base">
          Booking keys to try
        </h2>
        <span className="ml-auto">
          <Tag>{kind === 'demo' ? 'Demo only' : 'Sandbox only'}</Tag>
        </span>
      </div>
      {outcome && (
        <p className="border-b border-line bg-sunken px-4 py-2 text-xs text-ink-2">
          Demo controls set every booking to “{BOOKING_OUTCOMES[outcome].label}”, whatever its key.
        </p>
      )}
      <ul className="divide-y divide-line">
        {KEYS.map(({ key, does }) => (
          <li key={key} className="flex items-center gap-3 px-4 py-2">
            <span className="min-w-0 flex-1">
              <Verbatim className="block font-mono text-sm break-all">{key}</Verbatim>
              <span className="block text-xs text-ink-2">{does}</span>
            </span>
            <Button onPress={() => onUse(key)}>
              Use <Verbatim className="sr-only">{key}</Verbatim>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const SummaryDialog = lazyPart(() => import('./summary-dialog.tsx'), 'SummaryDialog')

interface BookFormProps {
  environment: { id: string; label: string; kind: EnvironmentKind }
  order: Order
  checks: readonly Check[]
  isChecking: boolean
  onCheckAgain: () => void
  /** Something is typed: the form must not be taken away. */
  onWork: () => void
  /** An earlier attempt that the address names, which came to nothing. */
  earlier: WholeBooking | null
  /** An attempt is on record and has an outcome to be shown. */
  onBooked: (booking: WholeBooking) => Promise<void>
  /** Called when an open form may be stale. */
  onRefused: () => Promise<void>
  /** Shows a booking of the order in place of the form. */
  onView: (booking_id: string) => void
  onCancel: () => void
}

const PATHS = ['booking_key', 'why', 'appointment_notes', 'mode', 'sync_amount', 'async_amount'] as const
const FIELDS = PATHS.map((path) => ({ path, label: LABELS[path] }))

const FORM = { usual: bookingFormOf(false), explained: bookingFormOf(true) } as const

export function BookForm(props: BookFormProps) {
  const { environment, order, earlier, onWork } = props
  const patient = usePatient(environment.id, order)
  const today = useToday()
  const checks = [...props.checks, ...patientChecks(patient.known, today, useWallClock())]
  const [summary, setSummary] = useState<AppointmentBooking | null>(null)
  const [unbooked, setUnbooked] = useState<Unbooked | null>(() => earlier && unbookedOf(earlier, null))
  const stops = checks.find(({ level }) => level === 'block')
  const isStopped = stops !== undefined
  const wasStopped = useRef(isStopped)
  useEffect(() => {
    if (wasStopped.current && !isStopped) setUnbooked((found) => (found?.isConflict ? FREE_AGAIN : found))
    wasStopped.current = isStopped
  }, [isStopped])
  // A valid form goes to review before it is sent.
  const api = useApiForm({
    schema: FORM[needsReason(order) ? 'explained' : 'usual'],
    defaultValues: EMPTY_VALUES,
    fields: FIELDS,
    isBlocked: () => isBusy || stops !== undefined,
    send: async (body: AppointmentBooking) => setSummary(body),
  })
  const { form, values } = api
  const isElsewhere = useOtherTab(`book ${environment.id} ${order.id}`)
  const isTyped = [values.booking_key, values.why, values.appointment_notes].some((typed) => typed !== '')
  useEffect(() => {
    if (isTyped) onWork()
  }, [isTyped, onWork])

  const showUnbooked = (found: Unbooked) => {
    setUnbooked(found)
    api.refuse({ fields: found.fields, text: null })
  }
  const { attempt, book } = useBookingAttempt({
    environment: environment.id,
    order_id: order.id,
    onKnown: async (booking, error) => {
      if (booking.state === 'failed' || booking.state === 'refused') {
        showUnbooked(unbookedOf(booking, error))
        return props.onRefused()
      }
      form.reset(EMPTY_VALUES)
      await props.onBooked(booking)
    },
    onRefused: async (error) => {
      showUnbooked(unbookedOf(null, error))
      await props.onRefused()
    },
  })
  const isBusy = attempt.is === 'sending' || attempt.is === 'asking'
  const guard = useLeaveGuard(!isBusy && isTyped)
  const send = () => {
    if (!summary) return
    setSummary(null)
    setUnbooked(null)
    void book(summary)
  }
  useShortcuts(
    isBusy || summary || stops
      ? []
      : [{ strokes: ['ctrl+enter'], label: 'Review booking', group: 'Console', run: api.submit }],
  )
  const fillKey = (key: string) => form.setValue('booking_key', key, { shouldValidate: true, shouldDirty: true })

  return (
    <>
      <ApiForm api={api} aria-label="Book an at-home draw" className="flex flex-1 flex-col framed:min-h-0">
        <Columns
          aside={
            <>
              <HappensCard control={form.control} />
              {(environment.kind === 'sandbox' || environment.kind === 'demo') && !isBusy && (
                <SandboxKeys kind={environment.kind} onUse={fillKey} />
              )}
            </>
          }
        >
          {isBusy && (
            <WaitingPanel
              environment={environment.id}
              order={order}
              body={attempt.body}
              since={attempt.since}
              isAsking={attempt.is === 'asking'}
            />
          )}
          <div className={isBusy ? 'hidden' : 'contents'}>
            {unbooked && (
              <UnbookedNotice unbooked={unbooked}>
                {stops?.booking_id && <ViewBooking id={stops.booking_id} onView={props.onView} />}
              </UnbookedNotice>
            )}
            {isElsewhere && (
              <Notice kind="warn" icon={AppWindow}>
                This form is also open in another tab. Finish it there, or close that tab: an order can be booked only
                once.
              </Notice>
            )}
            <WalkInNotice environment={environment.id} order={order} />
            <FormSummary api={api} />
            <PatientCard environment={environment.id} order={order} patient={patient} />
            <ChecksCard
              checks={checks}
              isFetching={props.isChecking || patient.isFetching}
              onAgain={() => {
                props.onCheckAgain()
                patient.refetch()
              }}
            />
            <SectionCard title="Slot and notes">
              <div className="flex flex-col gap-4">
                <FormField
                  control={form.control}
                  name="booking_key"
                  label={LABELS.booking_key}
                  hint="Paste the key from your scheduling tool. Keys expire, so book soon after you copy one."
                  inputClassName="font-mono"
                  verbatim
                  autoFocus
                />
                <Wall environment={environment.id} of="booking_key" page={`/${environment.id}/orders/${order.id}`} />
                <WhyField order={order} control={form.control} />
                <NotesField control={form.control} offered={order.notes} />
              </div>
            </SectionCard>
            <ConfirmationFields control={form.control} />
          </div>
        </Columns>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-4 py-2.5 rail:px-6 print:hidden">
          <p className="mr-auto min-w-0 text-ink-2">
            {stops ? `${stops.title}: ${stops.reason}` : `${environment.label}. ${realWords(environment.kind)}`}
          </p>
          {stops?.booking_id && !unbooked && <ViewBooking id={stops.booking_id} onView={props.onView} />}
          <Button onPress={() => leave(props.onCancel)}>{isBusy ? 'Leave, keep the outcome' : 'Cancel'}</Button>
          <PendingButton type="submit" look="primary" isPending={isBusy} isDisabled={stops !== undefined}>
            Review booking <Kbd>Ctrl Enter</Kbd>
          </PendingButton>
        </div>
      </ApiForm>
      {summary && (
        <SummaryDialog
          environment={environment}
          order={order}
          body={summary}
          checks={checks}
          onBook={send}
          onClose={() => setSummary(null)}
        />
      )}
      {guard.isAsking && (
        <AskDialog
          title="Leave without booking?"
          confirm="Leave without booking"
          keep="Keep editing"
          onConfirm={guard.leave}
          onClose={guard.stay}
        >
          Nothing is booked yet. What you entered will be lost.
        </AskDialog>
      )}
    </>
  )
}

function WalkInNotice({ environment, order }: { environment: string; order: Order }) {
  if (!isWalkIn(order)) return null
  return (
    <Notice kind="warn" icon={Footprints}>
      <p>
        <span className="font-heading">This is a walk-in order.</span> The patient goes to a service center.
      </p>
      <Link href={centersPath(environment, order.id)} prefetch={false} className={`${linkButton} mt-2`}>
        Find service centers near the patient
      </Link>
    </Notice>
  )
}

/** Why somebody must come for an order that is drawn in another way. */
function WhyField({ order, control }: { order: Order; control: Control<BookingValues, unknown, unknown> }) {
  if (!needsReason(order)) return null
  const hint = 'An at-home visit isn’t expected for this order. The provider reads this with the notes.'
  return <FormField control={control} name="why" label={LABELS.why} hint={hint} />
}

function ViewBooking({ id, onView }: { id: string; onView: (booking_id: string) => void }) {
  return <Button onPress={() => leave(() => onView(id))}>View booking</Button>
}

/** Lays out the main column and an aside; they stack on narrow screens. */
export function Columns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="relative @container/book flex-1 framed:min-h-0 framed:overflow-y-auto">
      <div className="mx-auto grid max-w-[1240px] grid-cols-[minmax(0,1fr)] items-start gap-4 p-4 rail:px-6 @min-[900px]/book:grid-cols-[minmax(0,1fr)_340px]">
        <div className="flex min-w-0 flex-col gap-4">{children}</div>
        <div className="flex min-w-0 flex-col gap-4">{aside}</div>
      </div>
    </div>
  )
}
