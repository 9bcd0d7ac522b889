import { useQuery } from '@tanstack/react-query'
import { OctagonAlert, PhoneForwarded } from 'lucide-react'
import type { RefObject } from 'react'
import { createPortal } from 'react-dom'
import { EnvironmentLink } from '#components/patterns/page/environment-link.tsx'
import { useMay, useOffers } from '#components/patterns/page/role.tsx'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import { recordCallback } from '#lib/domains/orders/critical/callbacks.ts'
import { acknowledgeCriticalOrder } from '#lib/domains/orders/critical/critical.ts'
import { type CriticalState, criticalState, isCritical } from '#lib/domains/orders/critical/critical-state.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { acknowledgementsQuery, callbacksQuery } from '#lib/domains/orders/queries.ts'
import { listDeletedUsers } from '#lib/domains/users/directory.ts'
import { uuidProblem } from '#lib/utils/ids/ids.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { formatDuration, MINUTE } from '#lib/utils/time/durations.ts'
import { instantParts, type WallClock } from '#lib/utils/time/instants.ts'
import { AcknowledgeButton, AcknowledgementText } from './acknowledge-button.tsx'
import { AttemptList } from './attempt-list.tsx'
import { CriticalMark, instantLabel, useCriticalWords } from './critical-mark.tsx'
import { POLL_INTERVAL_MS, useCriticalState } from './use-critical-state.ts'

interface CriticalBannerProps {
  environment: string
  order: Order
  isRecording: boolean
  recordButton: RefObject<HTMLButtonElement | null>
  /** The place for its action in the bar of a phone; null before that is drawn. */
  bar: HTMLElement | null
  onRecord: () => void
}

/** Shows the owner of a critical result, the time left, and the buttons to call or acknowledge. */
export function CriticalBanner(props: CriticalBannerProps) {
  const { environment, order, isRecording, recordButton, bar, onRecord } = props
  const known = useCriticalState(environment, order, { refetchInterval: POLL_INTERVAL_MS })
  const { state, result, seen, error, retry } = known
  const mayRecord = useMay(recordCallback.permission)
  const asked = { environment, result, seen }
  const isCorrected = !isCritical(order)
  const title = isCorrected ? 'Formerly critical result' : 'Critical result'
  const main = mayRecord && state && !isCorrected && (
    <AcknowledgeButton {...asked} isTaken={state.owner !== null} isQuiet={state.owner !== null || isRecording} />
  )
  const close = mayRecord && state?.isOpen && state.standing !== 'waiting' && (
    <AcknowledgeButton {...asked} closes isQuiet={!isCorrected || isRecording} />
  )
  return (
    <section
      aria-label={title}
      data-tone={toneOf(state)}
      className="overflow-hidden rounded-card border border-tone-line bg-surface shadow-1 print:break-inside-avoid"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5 bg-tone-soft px-3.5 py-3">
        <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
          <OctagonAlert className="mt-0.5 size-5 shrink-0 text-tone-fg" />
          <div className="min-w-0">
            <h2 className="text-base">{title}</h2>
            {state && <Standing state={state} />}
          </div>
        </div>
        {mayRecord && state && (
          <div className="flex flex-wrap gap-2 print:hidden">
            <Button icon={PhoneForwarded} ref={recordButton} aria-expanded={isRecording} onPress={onRecord}>
              Record a callback
            </Button>
            {/* On a phone the bar has the first of them. */}
            <span className="max-rail:hidden">{main || close}</span>
            {main && close}
          </div>
        )}
        {bar && (main || close) && createPortal(main || close, bar)}
        {state && state.escalatesAt !== null && <TimeLeft startsAt={state.startsAt} escalatesAt={state.escalatesAt} />}
      </div>
      {error && (
        <div className="border-t border-line px-3.5 py-2.5">
          <CardFailure subject="Callbacks and acknowledgments" error={error} onRetry={retry} />
        </div>
      )}
      {state && <Footer state={state} />}
    </section>
  )
}

/** Green only once it is settled: what somebody owns but nobody was reached for stays amber. */
function toneOf(state: CriticalState | undefined) {
  if (!state) return 'bad'
  if (!state.isOpen) return state.standing === 'before_start' ? 'warn' : 'ok'
  return state.standing === 'waiting' && !state.isReadBack ? 'bad' : 'warn'
}

/** Said of a value that is no longer critical where no call here told it to anyone. */
const UNTOLD = 'No call here told anyone the old value. Close this with a reason.'

const NEXT = {
  waiting: 'Follow your program’s procedure for critical results.',
  acknowledged: 'It stays open until a call is read back or someone closes it.',
  no_longer_critical: 'Tell whoever heard the old value, then close this.',
  before_start: 'It came before the start date for critical results here and isn’t counted as work.',
  reached: null,
  closed: null,
} satisfies Record<CriticalState['standing'], string | null>

function Standing({ state }: { state: CriticalState }) {
  const { standing, owner, closing, isReadBack, isOpen } = state
  const words = useCriticalWords(state)
  const clock = useWallClock()
  const due = useAtPresent((now) => escalationWords(state, now, clock))
  if (closing) return <p className="text-ink-2">Closed by {closing.owner_name}.</p>
  const taken = owner ? `Acknowledged by ${owner.owner_name}.` : 'Not acknowledged.'
  if (!isOpen && standing === 'reached') return <p className="text-ink-2">{taken} Reached and read back.</p>
  const isUntold = standing === 'no_longer_critical' && state.toldOld.length === 0
  const lead = standing === 'no_longer_critical' ? `${words}.` : taken
  return (
    <>
      <p>
        <strong className="font-heading text-tone-fg">{lead}</strong>{' '}
        {isReadBack && <span className="text-ink-2">Reached and read back.</span>}{' '}
        {due && <span className="text-ink-2">{due}</span>}{' '}
        <span className="text-ink-2">{isUntold ? UNTOLD : NEXT[standing]}</span>
      </p>
      {standing !== 'no_longer_critical' && <CriticalMark state={state} />}
    </>
  )
}

/** Nobody is notified, so these words only say when it is due. */
function escalationWords({ escalatesAt }: CriticalState, now: number, clock: WallClock): string {
  if (escalatesAt === null) return ''
  if (now >= escalatesAt) return `Escalation was due ${instantLabel(escalatesAt, now, clock)}.`
  return `Escalation due in ${formatDuration(Math.max(MINUTE, escalatesAt - now))}.`
}

/** The time from the result to when escalation is due, as a bar and in words. */
function TimeLeft({ startsAt, escalatesAt }: { startsAt: number; escalatesAt: number }) {
  const clock = useWallClock()
  const percent = useAtPresent((now) =>
    Math.round(Math.min(1, Math.max(0, (now - startsAt) / (escalatesAt - startsAt))) * 100),
  )
  const [from, to] = [instantParts(startsAt, clock), instantParts(escalatesAt, clock)]
  return (
    <div className="basis-full">
      <div
        aria-hidden="true"
        className="h-2 overflow-hidden rounded-pill border border-tone-line bg-surface print:hidden"
      >
        <div className="h-full bg-critical" style={{ width: `${percent}%` }} />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 pt-1 text-xs text-ink-2">
        <span>
          Result: {from.day}, {from.time} {from.zone}
        </span>
        <span>{`Escalation ${percent === 100 ? 'was due' : 'due'} ${to.day === from.day ? '' : `${to.day}, `}${to.time} ${to.zone}`}</span>
      </p>
    </div>
  )
}

function Footer({ state: { owner, closing, callbacks, standing } }: { state: CriticalState }) {
  const taken = closing ?? owner
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-tone-line px-3.5 py-2.5">
        <p className="min-w-0 break-words">
          {taken ? <AcknowledgementText acknowledgement={taken} /> : <span className="font-control">No owner</span>}
        </p>
        {callbacks.length === 0 && <p className="text-sm text-ink-3">No callback attempts</p>}
      </div>
      {callbacks.length > 0 && (
        <details className="border-t border-line" open={standing === 'no_longer_critical'}>
          <summary className="cursor-pointer px-3.5 py-2 text-sm font-control text-ink-2 hover:bg-hover">
            {countOf(callbacks.length, 'callback attempt')}
          </summary>
          <AttemptList callbacks={callbacks} />
        </details>
      )}
    </>
  )
}

interface GoneCriticalProps {
  environment: string
  /** As the address has it, perhaps no ID at all. */
  order_id: string
}

/** Says that an order which the service doesn't have any more had a critical result, while that is open. */
export function GoneCritical({ environment, order_id }: GoneCriticalProps) {
  const enabled = uuidProblem(order_id) === null
  const mayClose = useMay(acknowledgeCriticalOrder.permission)
  const isListed = useOffers('list_deleted_users')
  const mayRestore = useMay(listDeletedUsers.permission) && isListed
  const taken = useQuery({ ...acknowledgementsQuery(environment, [order_id]), enabled }).data
  const called = useQuery({ ...callbacksQuery(environment, [order_id]), enabled }).data
  const seen = taken?.seen_critical.find((result) => result.order_id === order_id)
  if (!(seen && taken && called)) return null
  if (!criticalState({ ...seen, ...taken, ...called, is_critical: true }).isOpen) return null
  return (
    <section
      aria-label="Critical result"
      data-tone="warn"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-tone-soft px-4 py-2 text-tone-fg rail:px-6"
    >
      <p role="alert" className="min-w-0 flex-1 basis-64">
        This order had a critical result <TimeStamp value={seen.result_at} />. It isn’t settled, and the service no
        longer has the order. If its user was deleted, restore the user to see who it concerns.
      </p>
      {mayRestore && (
        <EnvironmentLink path="/users/deleted" className={linkButton}>
          Deleted users
        </EnvironmentLink>
      )}
      {mayClose && (
        <AcknowledgeButton environment={environment} result={seen} seen={taken.acknowledgements} closes isQuiet />
      )}
    </section>
  )
}
