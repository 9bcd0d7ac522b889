import { Pill } from '#components/ui/display/pill.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { CALLED_LABELS, type Callback } from '#lib/domains/orders/critical/callbacks.ts'
import { instantParts, parseInstant } from '#lib/utils/time/instants.ts'
import { OUTCOMES } from './use-callback-form.ts'

/** Attempts as they were given, newest first. Rows have no actions: a correction is another attempt. */
export function AttemptList({ callbacks }: { callbacks: readonly Callback[] }) {
  return (
    <ol aria-label="Callback attempts" className="divide-y divide-line">
      {callbacks.map((each) => (
        <Attempt key={each.id} attempt={each} />
      ))}
    </ol>
  )
}

function Attempt({ attempt }: { attempt: Callback }) {
  const clock = useWallClock()
  const { day, time } = instantParts(parseInstant(attempt.at), clock)
  const next = attempt.next_attempt_at && instantParts(parseInstant(attempt.next_attempt_at), clock)
  return (
    <li className="grid grid-cols-[80px_minmax(0,1fr)] gap-x-3 px-4 py-2.5">
      <time dateTime={attempt.at}>
        <span className="block font-heading tabular-nums">{time}</span>{' '}
        <span className="block text-xs text-ink-3">{day}</span>
      </time>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="font-control">{CALLED_LABELS[attempt.called]}</span>
          <Pill {...OUTCOMES[attempt.outcome]} bare />
        </p>
        {attempt.called_name !== null && (
          <p className="break-words text-ink-2">
            <Redact noun="Name">{attempt.called_name}</Redact>
          </p>
        )}
        {attempt.note !== null && (
          <p className="break-words text-ink-2">
            <Redact noun="Note">{attempt.note}</Redact>
          </p>
        )}
        <p className="text-xs text-ink-3">
          <span>Recorded by </span>
          <Verbatim>{attempt.recorded_by_name}</Verbatim>
          {next && `, next attempt at ${next.time} ${next.zone}`}
        </p>
      </div>
    </li>
  )
}
