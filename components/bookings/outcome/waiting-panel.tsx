import { LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { PatientLine } from '#components/patterns/domain/patient.tsx'
import { type AppointmentBooking, SYNC_TIMEOUT } from '#lib/domains/bookings/appointment.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { durationLabel } from '#lib/utils/time/durations.ts'

function useSecondsSince(since: number): number {
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - since) / 1_000))
}

interface WaitingPanelProps {
  environment: string
  order: Order
  /** Null for a call that somebody else made. */
  body: AppointmentBooking | null
  /** Milliseconds since 1970. */
  since: number
  /** The connection is gone, and the console is asked what became of the booking. */
  isAsking?: boolean
}

/** While the call takes its time: how long it has been, how long it may take, and what follows. */
export function WaitingPanel({ environment, order, body, since, isAsking = false }: WaitingPanelProps) {
  const seconds = useSecondsSince(since)
  return (
    <section
      aria-labelledby="waiting"
      data-tone="wait"
      className="flex items-start gap-4 rounded-card border border-tone-line bg-surface p-5 shadow-1"
    >
      <LoaderCircle className="mt-0.5 size-7 shrink-0 text-tone-dot motion-safe:animate-spin stroke-2" />
      <div className="min-w-0">
        <h2 id="waiting" className="text-lg">
          {isAsking ? 'Connection lost. Checking the booking.' : 'Waiting for the answer.'}
        </h2>
        <PatientLine environment={environment} order={order} className="mt-1" />
        <p className="mt-1 text-base text-ink-2">
          {isAsking
            ? 'It won’t be sent twice. The outcome appears here as soon as the connection is back.'
            : `${limitWords(body)} We’ll send it only once.`}
        </p>
        <p className="mt-1 text-base text-ink-2">
          You can leave this page: the outcome is saved with the order. Don’t tell the patient anything yet.
        </p>
        <p className="mt-3 text-sm text-ink-3" role="timer">
          {countOf(seconds, 'second')} so far
        </p>
      </div>
    </section>
  )
}

function limitWords(body: AppointmentBooking | null): string {
  if (!body?.async_confirmation) return 'This can take up to a minute while the service waits for the provider.'
  const limit = durationLabel(body.sync_confirmation_timeout_millisecond ?? SYNC_TIMEOUT.default)
  return `The service answers within about ${limit}. If it isn’t confirmed by then, the booking shows as pending.`
}
