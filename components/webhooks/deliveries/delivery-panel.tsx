/** One delivery beside the list: its attempts, what the receiver answered, and when it is tried again. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Clock, Eye, RotateCw, Terminal, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { JsonView } from '#components/patterns/json/json-view.tsx'
import { RemoveBodyButton } from '#components/patterns/json/remove-body-button.tsx'
import { PeekPanel } from '#components/patterns/list/peek-panel.tsx'
import { useMay } from '#components/patterns/page/role.tsx'
import { type Fact, FactList } from '#components/patterns/page/section-card.tsx'
import { CardWait } from '#components/patterns/states/card-failure.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { ErrorNotice } from '#components/ui/display/notice.tsx'
import { Tag } from '#components/ui/display/pill.tsx'
import { DayTime, TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { FAILURE_LABELS, STATE_LOOKS } from '#components/webhooks/labels.ts'
import {
  countWebhookDeliveries,
  expungeWebhookDeliveryBody,
  getWebhookDelivery,
  listWebhookDeliveries,
  readWebhookDeliveryBody,
  replayWebhookDelivery,
  type WholeDelivery,
} from '#lib/domains/webhooks/deliveries.ts'
import type { Attempt, Delivery } from '#lib/domains/webhooks/delivery.ts'
import { listWebhookEndpoints } from '#lib/domains/webhooks/endpoints.ts'
import { isSuccess, KEPT_DAYS, MAX_ATTEMPTS } from '#lib/domains/webhooks/rules.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { copyText } from '#lib/utils/browser/browser.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { DAY, HOUR, SECOND } from '#lib/utils/time/durations.ts'
import { formatInstant, instantDay, parseInstant } from '#lib/utils/time/instants.ts'
import { Answered, DeliveredType, StatePill } from './delivery-columns.tsx'

/** Text in single quotes of a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Controls that JSON leaves as they are, and what turns text around: a terminal could take them for keys. */
const UNSAFE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu
const inUrl = (text: string) => text.replace(UNSAFE, encodeURIComponent)
const inJson = (text: string) =>
  text.replace(UNSAFE, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Returns the command; the time is that of the moment it runs, and the signature is a placeholder. */
export function curlOf(url: string, { message_id }: Pick<Delivery, 'message_id'>, body: unknown): string {
  const parts = [
    `curl -X POST ${quoted(inUrl(url))}`,
    `-H 'content-type: application/json'`,
    `-H ${quoted(`webhook-id: ${message_id}`)}`,
    `-H "webhook-timestamp: $(date +%s)"`,
    `-H 'webhook-signature: v1,SIGNATURE'`,
    `--data-raw ${quoted(inJson(JSON.stringify(body)))}`,
  ]
  return parts.join(' \\\n  ')
}

/** Copies the request as a command. It has the body in it, so that it is opened, which is on record. */
function CopyCurl({ environment, delivery }: { environment: string; delivery: Delivery }) {
  const client = useQueryClient()
  const { masked } = usePatientData()
  const copy = useMutation({
    async mutationFn() {
      const params = { environment, delivery_id: delivery.id }
      const [{ body }, { endpoints }] = await Promise.all([
        client.fetchQuery(consoleQuery(readWebhookDeliveryBody, { params }, {})),
        client.fetchQuery(consoleQuery(listWebhookEndpoints, { params: { environment } }, {})),
      ])
      const target = endpoints?.find(({ id }) => id === delivery.endpoint.id)?.url
      return copyText(curlOf(target ?? `${window.location.origin}${WEBHOOK_PREFIX}/${environment}`, delivery, body))
    },
    onSuccess: (isCopied) =>
      isCopied
        ? toast({
            kind: 'done',
            title: 'Command copied.',
            text: `It has no signature.${masked ? ' Patient data in it is masked.' : ''}`,
          })
        : toast({ kind: 'failed', title: 'The command wasn’t copied.', text: 'The browser blocked it.' }),
    onError: ({ message }) => toast({ kind: 'failed', title: 'The command wasn’t copied.', text: message }),
  })
  return (
    <PendingButton icon={Terminal} isPending={copy.isPending} onPress={() => copy.mutate()}>
      Copy as curl
    </PendingButton>
  )
}

interface DeliveryPanelProps {
  environment: string
  id: number
  place: string
  onClose: () => void
}

/** Milliseconds after which an attempt that was due is looked for. */
const SLACK_MS = 3 * SECOND

/** No timer waits longer. */
const LONGEST_MS = HOUR

/** Each reading is on record: it is read again when there is something to see. */
function nextLook(next_at: string | null | undefined): number | false {
  if (!next_at) return false
  return Math.min(Math.max(0, parseInstant(next_at) - clockNow()) + SLACK_MS, LONGEST_MS)
}

export function DeliveryPanel({ environment, id, place, onClose }: DeliveryPanelProps) {
  const query = useQuery({
    ...consoleQuery(getWebhookDelivery, { params: { environment, delivery_id: id } }, {}),
    refetchInterval: ({ state }) => nextLook(state.data?.delivery.next_at),
  })
  const { data } = query
  return (
    <PeekPanel label="Delivery" place={place} onClose={onClose} isWide>
      {!data && <CardWait subject="This delivery" query={query} className="h-40" />}
      {data && <Known key={id} environment={environment} whole={data} />}
    </PeekPanel>
  )
}

function Known({ environment, whole: { delivery, attempts } }: { environment: string; whole: WholeDelivery }) {
  const client = useQueryClient()
  const { id } = delivery
  const at = { params: { environment, delivery_id: id } }
  const replay = useMutation({
    mutationFn: () => consoleRequest(replayWebhookDelivery, at, {}),
    onSuccess(answered) {
      client.setQueryData(consoleQuery(getWebhookDelivery, at, {}).queryKey, answered)
      for (const { name } of [listWebhookDeliveries, countWebhookDeliveries])
        void client.invalidateQueries({ queryKey: ['console', name] })
      const last = answered.attempts[0]
      const isGood = last !== undefined && isSuccess(last)
      toast({
        kind: isGood ? 'done' : 'failed',
        title: isGood ? 'Replayed.' : 'The replay failed.',
        text: last?.status ? `The endpoint answered ${last.status}.` : 'The endpoint didn’t answer.',
      })
    },
  })
  return (
    <>
      <div className="flex flex-col items-start gap-2">
        <h3 className="min-w-0">
          <DeliveredType delivery={delivery} isWhole />
        </h3>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-2">
          <StatePill delivery={delivery} /> {STATE_LOOKS[delivery.state].meaning}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {delivery.body_state === 'kept' && (
          <>
            <PendingButton icon={RotateCw} look="primary" isPending={replay.isPending} onPress={() => replay.mutate()}>
              Replay
            </PendingButton>
            <CopyCurl environment={environment} delivery={delivery} />
            <p className="text-xs text-ink-3">A replay is one attempt with the same message ID, left out of health.</p>
          </>
        )}
      </div>
      <ErrorNotice error={replay.error} />
      <Attempts delivery={delivery} attempts={attempts} />
      <DeliveryBody environment={environment} delivery={delivery} />
      <Facts environment={environment} delivery={delivery} />
    </>
  )
}

function Facts({ environment, delivery }: { environment: string; delivery: Delivery }) {
  const clock = useWallClock()
  const { user_id, order_id, endpoint, message_id, created_at, is_test } = delivery
  const user: Fact = {
    label: 'User',
    value: <CopyableId id={user_id} noun="User ID" href={`/${environment}/users/${user_id}`} />,
  }
  const order: Fact = {
    label: 'Order',
    value: order_id && <CopyableId id={order_id} noun="Order ID" href={`/${environment}/orders/${order_id}`} />,
  }
  const facts: Fact[] = [
    { label: 'Endpoint', value: endpoint.name },
    ...(is_test ? [] : [user]),
    ...(order_id ? [order] : []),
    { label: 'Event time', value: formatInstant(created_at, clock) },
    {
      label: 'Message',
      value: <Verbatim className="font-mono text-xs break-all">{message_id}</Verbatim>,
    },
  ]
  return (
    <section aria-label="Details" className="border-t border-line pt-3">
      <FactList facts={facts} dense />
    </section>
  )
}

interface DeliveryBodyProps {
  environment: string
  delivery: Delivery
}

function DeliveryBody({ environment, delivery }: DeliveryBodyProps) {
  const [isOpen, setOpen] = useState(false)
  const clock = useWallClock()
  const mayExpunge = useMay(expungeWebhookDeliveryBody.permission)
  const removal = mayExpunge && <RemoveButton environment={environment} delivery={delivery} />
  const until = instantDay(parseInstant(delivery.created_at) + KEPT_DAYS * DAY, clock)
  return (
    <section aria-label="Request body" className="flex flex-col gap-2 border-t border-line pt-3">
      <h4 className="flex items-baseline gap-2 text-sm">
        <span>Request body</span>
        {delivery.body_state === 'kept' && (
          <span className="text-xs font-text text-ink-3">
            {formatCount(delivery.bytes)} bytes, kept until {until}
          </span>
        )}
      </h4>
      {delivery.body_state === 'expunged' && (
        <p className="text-ink-2">An administrator removed this body. The event can’t be sent again.</p>
      )}
      {delivery.body_state === 'kept' && !isOpen && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button icon={Eye} onPress={() => setOpen(true)}>
            Open body
          </Button>
          {removal}
          <span className="text-xs text-ink-3">Opening it is recorded.</span>
        </div>
      )}
      {delivery.body_state === 'kept' && isOpen && (
        <OpenBody environment={environment} delivery={delivery} removal={removal} />
      )}
    </section>
  )
}

function RemoveButton({ environment, delivery: { id } }: DeliveryBodyProps) {
  const client = useQueryClient()
  const at = { params: { environment, delivery_id: id } }
  const remove = async () => {
    const { queryKey } = consoleQuery(getWebhookDelivery, at, {})
    const whole = await consoleRequest(expungeWebhookDeliveryBody, at, {})
    // An answer from before the removal would ask for the body again.
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, whole)
    for (const { name } of [listWebhookDeliveries, countWebhookDeliveries])
      void client.invalidateQueries({ queryKey: ['console', name] })
  }
  return (
    <RemoveBodyButton reading={readWebhookDeliveryBody} remove={remove}>
      The body is removed for every endpoint, with what receivers answered to it. Attempts that were due are stopped,
      and the event can’t be sent again. What receivers already have stays with them, this console’s inbox included:
      remove it there on the Events page.
    </RemoveBodyButton>
  )
}

function OpenBody({ environment, delivery, removal }: DeliveryBodyProps & { removal: ReactNode }) {
  const input = { params: { environment, delivery_id: delivery.id } }
  const query = useQuery(consoleQuery(readWebhookDeliveryBody, input, {}))
  const { data } = query
  if (!data) return <CardWait subject="The body" query={query} className="h-24" />
  const { body, replaced } = data
  return (
    <JsonView
      body={body}
      before={replaced?.body ?? null}
      actions={removal}
      comparison={
        replaced && (
          <>
            Compared with the version of <DayTime value={replaced.created_at} />
          </>
        )
      }
    />
  )
}

interface AttemptsProps {
  delivery: Delivery
  /** Newest first. */
  attempts: readonly Attempt[]
}

const KINDS: Readonly<Partial<Record<Attempt['kind'], string>>> = { replay: 'Replay', test: 'Test' }
const MARK = 'relative z-1 grid size-5 shrink-0 place-items-center rounded-full border bg-surface'

/** Every attempt with its answer, newest first; above them the next one. */
function Attempts({ delivery, attempts }: AttemptsProps) {
  const { attempts: own, next_at, is_test } = delivery
  return (
    <section aria-label="Attempts" className="border-t border-line pt-3">
      <h4 className="flex items-baseline gap-2 text-sm">
        <span>Attempts</span>
        {!is_test && (
          <span className="text-xs font-text text-ink-3">
            {own} of {MAX_ATTEMPTS}
          </span>
        )}
        {!is_test && <Steps delivery={delivery} />}
      </h4>
      <ol className="mt-2 flex flex-col">
        {next_at && (
          <li className="flex items-start gap-3 pb-3">
            <span data-tone="move" className={`${MARK} border-dashed border-tone-line text-tone-fg`}>
              <Clock className="size-3 stroke-2" />
            </span>
            <p className="min-w-0 flex-1">
              <span data-tone="move" className="font-control text-tone-fg">
                Next attempt <TimeStamp value={next_at} />
              </span>
            </p>
          </li>
        )}
        {attempts.map((attempt, at) => (
          <li key={attempt.id} className="flex items-start gap-3 pb-3">
            <AttemptMark isGood={isSuccess(attempt)} />
            <OneAttempt attempt={attempt} isNewest={at === 0} />
          </li>
        ))}
        {attempts.length === 0 && !next_at && <li className="text-ink-3">Not tried.</li>}
      </ol>
    </section>
  )
}

/** The words beside it say how many; here they are seen. */
function Steps({ delivery: { attempts, state, next_at } }: Pick<AttemptsProps, 'delivery'>) {
  const toneOf = (step: number) => {
    if (step > attempts) return step === attempts + 1 && next_at ? 'move' : undefined
    return step === attempts && state === 'delivered' ? 'ok' : 'bad'
  }
  return (
    <span aria-hidden="true" className="ml-auto flex gap-1 self-center">
      {Array.from({ length: MAX_ATTEMPTS }, (_, at) => at + 1).map((step) => (
        <span key={step} data-tone={toneOf(step)} className="h-1.5 w-3 rounded-full bg-line-2 data-tone:bg-tone-dot" />
      ))}
    </span>
  )
}

function AttemptMark({ isGood }: { isGood: boolean }) {
  const Icon = isGood ? Check : X
  return (
    <span data-tone={isGood ? 'ok' : 'bad'} className={`${MARK} border-tone-line text-tone-fg`}>
      <Icon className="size-3 stroke-[2.4]" />
    </span>
  )
}

function OneAttempt({ attempt, isNewest }: { attempt: Attempt; isNewest: boolean }) {
  const { kind, at, ms, status, failure, response } = attempt
  const label = KINDS[kind]
  // As it was when it came: the next attempt closes nothing that somebody reads.
  const [isOpened] = useState(isNewest && !isSuccess(attempt))
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <Answered status={status} failure={failure} />
        {label && <Tag>{label}</Tag>}
        <span className="text-ink-2">
          <DayTime value={at} />
        </span>
        <span className="ml-auto text-ink-3 tabular-nums">{formatCount(ms)} ms</span>
      </p>
      {failure && <p className="text-ink-3">{FAILURE_LABELS[failure].sentence}</p>}
      {response && response.text !== '' && (
        <details className="mt-1" open={isOpened}>
          <summary className="cursor-pointer text-sm text-ink-2">
            <span>Response</span>
            {response.content_type && <span className="text-ink-3"> {response.content_type}</span>}
          </summary>
          <pre
            translate="no"
            className="mt-1 rounded-card bg-sunken p-2.5 font-mono text-xs break-all whitespace-pre-wrap"
          >
            {response.text}
          </pre>
          {response.is_cut && <p className="text-xs text-ink-3">Only the first 4 kB are kept.</p>}
        </details>
      )}
    </div>
  )
}
