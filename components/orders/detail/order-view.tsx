'use client'
import clsx from 'clsx'
import { Check, CornerDownRight, Eye, MoonStar, Phone } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { CallbackPanel, CriticalBanner } from '#components/orders/critical/critical-result.tsx'
import { useWasCritical } from '#components/orders/critical/use-critical-state.ts'
import { ContactLink, hidden, PhoneLink } from '#components/patterns/domain/contact-terms.tsx'
import { OrderLinesContext } from '#components/patterns/domain/order-terms.tsx'
import { PatientLine, proxyWords, usePatient } from '#components/patterns/domain/patient.tsx'
import { WallCard } from '#components/patterns/domain/wall.tsx'
import { CardStack, type StackedCard } from '#components/patterns/page/card-stack.tsx'
import { useMay } from '#components/patterns/page/role.tsx'
import { type Fact, FactList, SectionCard } from '#components/patterns/page/section-card.tsx'
import { runShortcut } from '#components/patterns/page/shortcuts.tsx'
import { PageFoot } from '#components/patterns/print/print-sheet.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { linkButton, primaryLink } from '#components/ui/button/link-button.ts'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import { centersPath } from '#lib/domains/bookings/queries.ts'
import { localTimes, mayCall, offsetLabel } from '#lib/domains/demographics/call-hours.ts'
import { patientZones, zonesOf } from '#lib/domains/demographics/patient-zones.ts'
import { useUserInfo } from '#lib/domains/demographics/queries.ts'
import { getLatestUserInfo, type UserInfo } from '#lib/domains/demographics/user-info.ts'
import { isCritical } from '#lib/domains/orders/critical/critical-state.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { type Contact, ownLabel, recordDifferences } from '#lib/domains/orders/patient.ts'
import { resultsOf } from '#lib/domains/orders/results/results.ts'
import { closedAs, successorOf } from '#lib/domains/orders/siblings.ts'
import { expectedNext, isShipping } from '#lib/domains/orders/status/next-steps.ts'
import { type OrderTimeline, orderTimeline } from '#lib/domains/orders/status/timeline.ts'
import { clashWords, isOn } from '#lib/domains/orders/visit.ts'
import { type UserAddress, useUser } from '#lib/domains/users/queries.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { sentenceCase } from '#lib/utils/text/counts.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { formatDay } from '#lib/utils/time/instants.ts'
import { useOrderLines } from './event-timeline.tsx'
import { LabTestCard, NotesCard, RecordCard } from './lab-test-card.tsx'
import { ShipmentsCard } from './shipments-card.tsx'
import { StatusBanner, useVisit } from './status-banner.tsx'
import { Stepper } from './stepper.tsx'
import { successorLabel } from './timeline-labels.ts'
import { TransactionCard } from './transaction-card.tsx'
import { useOrder, useStuckDays } from './use-order.ts'

const LINK = 'inline-flex min-h-6 items-center text-link print:hidden'

function PatientCard({ environment, order, caller }: Pick<StoryProps, 'environment' | 'order' | 'caller'>) {
  const { id, user_id, patient_address: address } = order
  const { contact } = usePatient(environment, order)
  const { info } = useUserInfo({ environment, user_id }, null, useMay(getLatestUserInfo.permission))
  const differences = info ? recordDifferences(order, info) : []
  return (
    <SectionCard
      id="patient"
      title="Patient"
      action={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {info && caller}
          <Link href={`/${environment}/users/${user_id}`} prefetch={false} className={LINK}>
            View user
          </Link>
        </div>
      }
    >
      <PatientLine environment={environment} order={order} className="mb-2.5" />
      <FactList
        flow
        facts={[
          ...factsOf(environment, order, info, contact),
          {
            label: 'User',
            value: <CopyableId id={user_id} noun="User ID" href={`/${environment}/users/${user_id}`} />,
          },
        ]}
      />
      {differences.length > 0 && (
        <Notice kind="warn" className="mt-3">
          <div>
            <p>This order differs from the user’s demographics. A change there doesn’t change the order.</p>
            <ul className="list-disc pl-4">
              {differences.map(({ label, record }) => (
                <li key={label}>
                  {label} in demographics: <Redact noun={label}>{record}</Redact>
                </li>
              ))}
            </ul>
          </div>
        </Notice>
      )}
      {address?.zip && (
        // By the order and not by the ZIP, which is in no address.
        <Link href={centersPath(environment, id)} prefetch={false} className={`mt-2 ${LINK}`}>
          Service centers near this patient
        </Link>
      )}
    </SectionCard>
  )
}

function factsOf(environment: string, order: Order, info: UserInfo | undefined, contact: Contact): Fact[] {
  const { patient_address: address, patient_details: details } = order
  const { city, state, zip } = address ?? {}
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [address?.first_line, address?.second_line, place, address?.country].filter((line) => line)
  return [
    { label: ownLabel(contact, 'Phone'), value: <PhoneLink value={contact.phone} /> },
    {
      label: 'Local time',
      value: <PlaceTime environment={environment} user_id={order.user_id} zip={zip} state={state} />,
      screenOnly: true,
    },
    { label: 'Gender', value: hidden('Gender', sentenceCase(info?.gender || details?.gender || '')) },
    ...(info
      ? [
          {
            label: ownLabel(contact, 'Email'),
            value: <ContactLink noun="Email" scheme="mailto" value={info.email} text={info.email} />,
          },
        ]
      : []),
    { label: 'Address', value: hidden('Address', lines.join('\n')) },
  ]
}

interface OrderViewProps {
  environment: string
  order_id: string
  failure: RequestFailure | null
  /** Verification of a caller about the patient. */
  caller?: ReactNode
  bookings?: ReactNode
  /** The way to book the draw, or to what is booked, from their own area. */
  drawAction?: ReactNode
  received?: ReactNode
  /** Events, notes, contacts and changes of the order. */
  timeline?: ReactNode
  /** Assignment of an order that needs action. */
  worklist?: ReactNode
  simulation?: ReactNode
}

export function OrderView({ environment, order_id, failure, ...slots }: OrderViewProps) {
  const { order } = useOrder(environment, order_id, failure)
  return order ? <Story environment={environment} order={order} {...slots} /> : null
}

/** A kit is sent to and fro; of one that has not left there is nothing to say. */
function isSent({ details }: Order, { events }: OrderTimeline) {
  if (details.data?.shipment) return true
  return details.type === 'testkit' && events.some(({ low }) => isShipping(low))
}

/** Returns what somebody may ask of this order now, and the service's API can't do. */
function wallsOf(order: Order, { is_final }: OrderTimeline, isVisitOn: boolean) {
  const { shipment } = order.details.data ?? {}
  const isKit = order.details.type === 'testkit' && !is_final
  return [
    isVisitOn && ({ of: 'visit' } as const),
    isKit && ({ of: 'new_kit' } as const),
    isKit &&
      shipment != null &&
      ({ of: 'parcel', names: [shipment.outbound_courier, shipment.inbound_courier] } as const),
    resultsOf(order) !== null && ({ of: 'results' } as const),
  ].filter((wall) => wall !== false)
}

type StoryProps = Omit<OrderViewProps, 'order_id' | 'failure'> & { order: Order }
type StoryBodyProps = StoryProps & { critical: ReactNode; criticalRef: Ref<HTMLDivElement> }

/** The order, beside it the panel that records a call about a critical result. */
function Story(props: StoryProps) {
  const { environment, order } = props
  const recordButton = useRef<HTMLButtonElement>(null)
  const [isRecording, setRecording] = useState(false)
  const wasRecording = useRef(false)
  const [bar, setBar] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    if (wasRecording.current && !isRecording) recordButton.current?.focus()
    wasRecording.current = isRecording
  }, [isRecording])
  const wasCritical = useWasCritical(environment, order)
  const hasCritical = isCritical(order) || wasCritical === true
  return (
    <div className="relative flex min-w-0 flex-1 framed:min-h-0">
      <StoryBody
        {...props}
        criticalRef={setBar}
        critical={
          wasCritical === null ? (
            <Notice kind="warn">
              Whether this result was critical before isn’t known: callbacks and acknowledgments didn’t load. Reload the
              page.
            </Notice>
          ) : (
            hasCritical && (
              <CriticalBanner
                environment={environment}
                order={order}
                isRecording={isRecording}
                recordButton={recordButton}
                bar={bar}
                onRecord={() => setRecording(true)}
              />
            )
          )
        }
      />
      {hasCritical && isRecording && (
        <CallbackPanel environment={environment} order={order} onClose={() => setRecording(false)} />
      )}
    </div>
  )
}

function StoryBody(props: StoryBodyProps) {
  const { environment, order, critical, criticalRef, caller, bookings, received, simulation, drawAction } = props
  const { worklist, timeline } = props
  const story = orderTimeline(order)
  const limits = useStuckDays(environment)
  const method = order.lab_test.method
  const { order_transaction: transaction } = order
  const shipment = order.details.data?.shipment ?? null
  const { visit } = useVisit(environment, order)
  const isExpected = closedAs(order) === null && !(visit && clashWords(visit))
  const isNextKnown = isExpected && !story.is_final && expectedNext(method, story.low) !== null
  const lines = useOrderLines({ story, isExpected, method, limits })
  const isVisitOn = visit !== null && isOn(visit.state)
  const walls = wallsOf(order, story, isVisitOn)
  const outside = walls.length > 0 && {
    id: 'outside',
    height: 90 + 28 * walls.length,
    card: <WallCard environment={environment} walls={walls} page={`/${environment}/orders/${order.id}`} />,
  }
  // Heights as measured beside each other, with the gap below.
  const cards: (StackedCard | false)[] = [
    { id: 'patient', height: 280, card: <PatientCard {...{ environment, order, caller }} /> },
    { id: 'bookings', height: method === 'at_home_phlebotomy' ? 151 : 0, card: bookings },
    // Calling a visit off is asked for most, and stands beside it.
    isVisitOn && outside,
    {
      id: 'timeline',
      height: timeline ? 150 + 36 * story.events.length + (isNextKnown ? 22 : 0) : 0,
      card: <OrderLinesContext value={lines}>{timeline}</OrderLinesContext>,
    },
    Boolean(order.notes) && { id: 'notes', height: 114, card: <NotesCard notes={order.notes} /> },
    isSent(order, story) && {
      id: 'shipments',
      height: shipment ? 398 : 298,
      card: <ShipmentsCard shipment={shipment} story={story} />,
    },
    { id: 'lab-test', height: 145, card: <LabTestCard order={order} /> },
    transaction != null && {
      id: 'transaction',
      height: 91 + 66 * transaction.orders.length,
      card: <TransactionCard environment={environment} order={order} transaction={transaction} />,
    },
    !isVisitOn && outside,
    { id: 'received', height: received ? 59 : 0, card: received },
    { id: 'simulation', height: simulation ? 174 : 0, card: simulation },
  ]
  return (
    <div data-print-alone="" className="relative min-w-0 flex-1 framed:overflow-y-auto">
      <Foot environment={environment} order={order} />
      <Stepper story={story} isPartial={resultsOf(order) === 'partial'} />
      <div className="flex max-w-[1760px] flex-col gap-4 p-4 rail:px-6 rail:py-4">
        {critical}
        <StatusBanner environment={environment} order={order} story={story} limits={limits} />
        {worklist}
        <CardStack cards={cards.filter((card) => card !== false)} />
        <RecordCard order={order} />
      </div>
      <ActionBar environment={environment} order={order} drawAction={drawAction} criticalRef={criticalRef} />
    </div>
  )
}

function Foot({ environment, order }: Pick<StoryProps, 'environment' | 'order'>) {
  const { masked } = usePatientData()
  const { name, birth_date } = usePatient(environment, order)
  const clock = useWallClock()
  const person = masked || name === null ? [] : [name, ...(birth_date ? [`born ${formatDay(birth_date, clock)}`] : [])]
  return <PageFoot>{[...person, `order ${order.id.slice(0, 8)}`].join(', ')}</PageFoot>
}

interface ActionBarProps {
  environment: string
  order: Order
  drawAction: ReactNode
  /** Element that the critical banner draws its buttons in. */
  criticalRef: Ref<HTMLDivElement>
}

/** On a phone: to call the patient, or who answers for a minor, and the one thing to do now, always within reach of the thumb. */
function ActionBar({ environment, order, drawAction, criticalRef }: ActionBarProps) {
  const successor = successorOf(order)
  return (
    <section
      aria-label="Actions"
      data-action-bar=""
      className="sticky bottom-[calc(56px+env(safe-area-inset-bottom))] z-10 hidden gap-2 border-t border-line bg-surface px-4 py-2.5 max-rail:has-[a,button]:flex print:hidden! *:min-w-0 *:flex-1"
    >
      <CallAction environment={environment} order={order} />
      <div ref={criticalRef} className="grid empty:hidden" />
      {order.interpretation !== 'critical' &&
        (successor ? (
          <Link href={`/${environment}/orders/${successor.id}`} prefetch={false} className={primaryLink}>
            <CornerDownRight />
            {successorLabel(successor.origin)}
          </Link>
        ) : (
          drawAction
        ))}
    </section>
  )
}

/** A number that is masked is shown first: what one can't see one doesn't call. */
function CallAction({ environment, order }: Pick<ActionBarProps, 'environment' | 'order'>) {
  const { masked } = usePatientData()
  const { minor, proxy, isOrdersPhone, call: number } = usePatient(environment, order).contact
  if (!number) return null
  if (masked || isMasked(number)) {
    return (
      <Button icon={Eye} onPress={() => runShortcut('m')}>
        Show phone
      </Button>
    )
  }
  return (
    // A long name is read whole.
    <a href={`tel:${number}`} className={clsx(linkButton, 'h-auto! min-h-10 leading-tight whitespace-normal!')}>
      <Phone />
      {minor === null ? (
        <span>{isOrdersPhone ? 'Call number on order' : 'Call patient'}</span>
      ) : (
        <span>
          Call <Verbatim>{proxyWords(proxy)}</Verbatim>
        </span>
      )}
    </a>
  )
}

/** Shows the time at a patient's address; where it tells none, in the user's own zone. */
function PlaceTime({
  zip,
  state,
  ...user
}: UserAddress & { zip: string | null | undefined; state: string | null | undefined }) {
  const zones = zonesOf({ zip, state })
  if (isMasked(state)) return <Redact noun="Local time">{state}</Redact>
  return zones.length > 0 ? <ZoneTime zones={zones} /> : <UserTime {...user} />
}

function UserTime(user: UserAddress) {
  const { data } = useUser(user, null)
  return <ZoneTime zones={patientZones({}, data?.user.fallback_time_zone?.id)} />
}

/** Shows a local time and whether it's in call hours; both times where two zones are possible. */
function ZoneTime({ zones }: { zones: readonly string[] }) {
  const viewer = useWallClock()
  const minute = useAtPresent((now) => Math.floor(now / MINUTE) * MINUTE)
  const times = localTimes(minute, zones, viewer)
  const [first] = times
  if (!first) return <NoValue word="unknown" />
  const isCallTime = mayCall(times)
  const Icon = isCallTime ? Check : MoonStar
  return (
    <Redact noun="Local time">
      {times.map(({ time }) => time).join(' or ')}
      {times.length === 1 && <span className="text-ink-2">, {offsetLabel(first.ahead)}</span>}{' '}
      <span
        data-tone={isCallTime ? 'ok' : 'warn'}
        className="inline-flex items-center gap-1 font-control whitespace-nowrap text-tone-fg"
      >
        <Icon className="size-3.5" />
        {isCallTime ? 'In call hours' : 'Outside call hours'}
      </span>
    </Redact>
  )
}
