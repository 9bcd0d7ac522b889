import clsx from 'clsx'
import { ArrowLeft, ArrowRight, ExternalLink } from 'lucide-react'
import { StatusPill } from '#components/patterns/domain/order-terms.tsx'
import { type Fact, FactList, SectionCard } from '#components/patterns/page/section-card.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { DayTime } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import type { Shipment } from '#lib/domains/orders/order.ts'
import { type LegState, legStates, STATIONS } from '#lib/domains/orders/status/next-steps.ts'
import type { OrderTimeline } from '#lib/domains/orders/status/timeline.ts'

const LEGS = {
  outbound: { title: 'To the patient', icon: ArrowRight },
  inbound: { title: 'To the lab', icon: ArrowLeft },
} as const

interface ShipmentsCardProps {
  /** Null where the events alone tell of a parcel. */
  shipment: Shipment | null
  story: OrderTimeline
}

/** Both ways of a kit: where the events put the parcel, and the carrier's own word on it. */
export function ShipmentsCard({ shipment, story }: ShipmentsCardProps) {
  return (
    <SectionCard
      id="shipments"
      title="Shipments"
      summary={shipment ? undefined : 'The service sent no shipment details, only events.'}
    >
      <div className="-m-4 divide-y divide-line">
        {legStates(story.events).map((state) => (
          <LegPart key={state.leg} state={state} shipment={shipment} />
        ))}
        {shipment && (
          <div className="p-4">
            <FactList flow facts={shipmentFacts(shipment)} />
          </div>
        )}
      </div>
    </SectionCard>
  )
}

function LegPart({ state: { leg, reached, newest }, shipment }: { state: LegState; shipment: Shipment | null }) {
  const { title, icon: Icon } = LEGS[leg]
  const number = shipment?.[`${leg}_tracking_number`]
  const courier = shipment?.[`${leg}_courier`]
  const halted = newest !== null && newest.halt !== null
  const ended = halted && newest.is_final
  return (
    <section aria-label={title} className="p-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Icon className="text-ink-3" />
        <h3 className="font-heading">{title}</h3>
        <span className="ml-auto">
          {newest ? <StatusPill status={newest.low} bare /> : <span className="text-ink-3">Not shipped</span>}
        </span>
      </div>
      <div aria-hidden="true" data-tone={legTone(halted, ended)} className="mt-2 flex gap-1">
        {STATIONS[leg].map((station, index) => (
          <span
            key={station}
            className={clsx(
              'h-1 flex-1 rounded-full',
              index < reached || (halted && index === reached) ? 'bg-tone-dot' : 'bg-line-2',
            )}
          />
        ))}
      </div>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <span translate={courier ? 'no' : 'yes'}>{courier || <NoValue word="Carrier not provided" />}</span>
        {newest && <DayTime value={newest.event.created_at} className="text-ink-2" />}
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {number ? <CopyableId id={number} noun="Tracking number" plain /> : <NoValue word="No tracking number" />}
        <Tracking sent={shipment?.[`${leg}_tracking_url`]} title={title} />
      </div>
    </section>
  )
}

function legTone(halted: boolean, ended: boolean) {
  if (!halted) return 'ok'
  return ended ? 'bad' : 'warn'
}

/** The host is said before one goes there; what leads nowhere known is a text. */
function Tracking({ sent, title }: { sent: string | null | undefined; title: string }) {
  if (!sent) return null
  const link = trackingLink(sent)
  if (!link) {
    return (
      <span className="min-w-0 text-xs text-ink-3">
        No tracking link for this carrier: <Verbatim className="font-mono break-all">{sent}</Verbatim>
      </span>
    )
  }
  return (
    <a
      href={link.href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-6 items-center gap-1 text-link max-rail:min-h-10"
    >
      <span>
        Track <span className="sr-only">{title.toLowerCase()}</span> at <Verbatim>{link.host}</Verbatim>
        <span className="sr-only">, leaves the console in a new tab</span>
      </span>
      <ExternalLink className="size-3.5 shrink-0" />
    </a>
  )
}

function shipmentFacts({ id, notes, created_at, updated_at }: Shipment): Fact[] {
  return [
    { label: 'Shipment ID', value: id ? <CopyableId id={id} noun="Shipment ID" /> : <NoValue word="not provided" /> },
    { label: 'Created', value: created_at ? <DayTime value={created_at} /> : <NoValue word="not provided" /> },
    { label: 'Last updated', value: updated_at ? <DayTime value={updated_at} /> : <NoValue word="not provided" /> },
    { label: 'Notes', value: notes ? <Redact noun="Shipment notes">{notes}</Redact> : <NoValue word="none" /> },
  ]
}

/** Carriers whose own sites may be opened from here, subdomains included; the last three are the embedded service's. */
const CARRIER_HOSTS = [
  'dhl.com',
  'fedex.com',
  'ups.com',
  'usps.com',
  'brackenpost.example',
  'harrowfreight.example',
  'parcelwing.example',
] as const

/** The link and its host; null for anything but https to a known carrier, which is then shown as text. */
export function trackingLink(sent: string): { href: string; host: string } | null {
  if (!URL.canParse(sent)) return null
  const { protocol, hostname, href, port, username, password } = new URL(sent)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return null
  const isKnown = CARRIER_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  return isKnown ? { href, host: hostname } : null
}
