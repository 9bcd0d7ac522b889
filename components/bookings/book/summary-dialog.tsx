import { Eye, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Check } from '#components/bookings/book/preflight.ts'
import { testFacts, useLabTest } from '#components/patterns/domain/lab-test-texts.tsx'
import { PatientLine } from '#components/patterns/domain/patient.tsx'
import { type EnvironmentKind, EnvironmentMark } from '#components/patterns/page/environment-mark.tsx'
import { type Fact, FactList } from '#components/patterns/page/section-card.tsx'
import { runShortcut } from '#components/patterns/page/shortcuts.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { Dialog, DialogTitle } from '#components/ui/dialog/dialog.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { FailedLine } from '#components/ui/display/notice.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { Check as CheckBox } from '#components/ui/field/check.tsx'
import { type AppointmentBooking, ASYNC_TIMEOUT, SYNC_TIMEOUT } from '#lib/domains/bookings/appointment.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { durationLabel } from '#lib/utils/time/durations.ts'

interface SummaryDialogProps {
  environment: { id: string; label: string; kind: EnvironmentKind }
  order: Order
  body: AppointmentBooking
  checks: readonly Check[]
  onBook: () => void
  onClose: () => void
}

export function SummaryDialog({ environment, order, body, checks, onBook, onClose }: SummaryDialogProps) {
  const looks = checks.filter(({ level }) => level === 'look' || level === 'wait')
  const { masked } = usePatientData()
  const [preparation] = testFacts(useLabTest(environment.id, order.lab_test))
  const isLost = looks.some(({ name }) => name === 'lost')
  const [hasChecked, setChecked] = useState(false)
  const [problem, setProblem] = useState(false)
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that was pressed to show patient data is gone with its focus.
    if (!masked && document.activeElement === document.body) back.current?.focus()
  }, [masked])
  const book = () => {
    if (isLost && !hasChecked) setProblem(true)
    else onBook()
  }
  return (
    <Dialog isOpen onClose={onClose} dismissable={false} className="max-w-[520px]" sheet>
      <div data-env={environment.kind} className="env-line h-1" />
      <section
        aria-label="What is sent"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys where it is taller than the window
        tabIndex={0}
        className="flex max-h-[calc(100dvh-9rem)] flex-col gap-4 overflow-y-auto p-5"
      >
        <div className="flex gap-3">
          <EnvironmentMark kind={environment.kind} className="size-10" />
          <div className="min-w-0">
            <DialogTitle>Book this draw in {environment.label}?</DialogTitle>
            <p className="text-base text-ink-2">{realWords(environment.kind)}</p>
          </div>
        </div>
        <FactList
          dense
          facts={factsOf(environment.id, order, body).toSpliced(1, 0, ...(preparation ? [preparation] : []))}
        />
        {masked && (
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
            <p className="min-w-0 flex-1 basis-56 text-ink-2">
              Patient data is masked. Show it to check whom you book for.
            </p>
            <Button icon={Eye} onPress={() => runShortcut('m')}>
              Show patient data
            </Button>
          </div>
        )}
        {looks.length > 0 && (
          <ul data-tone="warn" className="flex flex-col gap-2 rounded-card border border-tone-line bg-tone-soft p-3">
            {looks.map(({ name, title, reason }) => (
              <li key={name} className="flex items-start gap-2.5">
                <TriangleAlert className="mt-0.5 shrink-0 text-tone-fg" />
                <span>
                  <span className="font-heading">{title}.</span> {reason}
                </span>
              </li>
            ))}
          </ul>
        )}
        {isLost && (
          <div>
            <CheckBox
              checked={hasChecked}
              onChange={(checked) => {
                setChecked(checked)
                setProblem(false)
              }}
            >
              I checked: the earlier attempt made no appointment.
            </CheckBox>
            {problem && <FailedLine>Check before you tick this. Otherwise the patient may be booked twice.</FailedLine>}
          </div>
        )}
      </section>
      <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
        <Button ref={back} autoFocus onPress={onClose}>
          Back to the form <Kbd>Esc</Kbd>
        </Button>
        <Button look="primary" onPress={book}>
          Book appointment
        </Button>
      </div>
    </Dialog>
  )
}

/** Explains what a booking means in an environment of this kind. */
export function realWords(kind: EnvironmentKind): string {
  if (kind === 'production') return 'This books a real visit.'
  return kind === 'staging' ? 'Whether someone visits depends on the service.' : 'Sample data. No one will visit.'
}

function factsOf(environment: string, order: Order, body: AppointmentBooking): Fact[] {
  const { lab_test, patient_address: address } = order
  const { first_line, second_line, city, state, zip } = address ?? {}
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [first_line, second_line, place].filter(Boolean).join('\n')
  return [
    { label: 'Test', value: lab_test.name },
    { label: 'Patient', value: <PatientLine environment={environment} order={order} /> },
    {
      label: 'Address',
      value: lines ? (
        <Redact noun="Address">
          <span className="whitespace-pre-line">{lines}</span>
        </Redact>
      ) : (
        <NoValue word="not provided" />
      ),
    },
    {
      label: 'Booking key',
      value: <Verbatim className="font-mono break-all">{body.booking_key}</Verbatim>,
    },
    {
      label: 'Notes',
      value: body.appointment_notes ? (
        <span className="whitespace-pre-wrap">{body.appointment_notes}</span>
      ) : (
        <NoValue word="none" />
      ),
    },
    { label: 'No answer', value: waitWords(body) },
  ]
}

/** Explains what the service does when its provider is slow to answer. */
function waitWords(body: AppointmentBooking): string {
  if (!body.async_confirmation) return 'Stop with an error'
  const here = durationLabel(body.sync_confirmation_timeout_millisecond ?? SYNC_TIMEOUT.default)
  const later = durationLabel(body.async_confirmation_timeout_millisecond ?? ASYNC_TIMEOUT.default)
  return `Wait ${here}, then keep trying for ${later}`
}
