/** The way on where the API ends: who does it, how they are reached, and what to record. */
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import {
  ArrowRight,
  CalendarX,
  ChevronRight,
  Clock,
  Info,
  type LucideIcon,
  Mail,
  Phone,
  PhoneOutgoing,
} from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { useMay } from '#components/patterns/page/role.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { CardWait } from '#components/patterns/states/card-failure.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import {
  changeContactBook,
  dialed,
  getContactBook,
  PARTNER_LABELS,
  type Partner,
  type PartnerKind,
  partnersFor,
} from '#lib/domains/contacts/contact-book.ts'
import { addContact, type Contacted } from '#lib/domains/contacts/contacts.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'

interface WallText {
  title: string
  /** People to ask, the likeliest first. */
  kinds: readonly PartnerKind[]
  why: string
  record: string
  /** First words of the call that is logged. */
  note: string
  contacted: Contacted
  /** Page below the order's that the console learns from once it is done: until then it shows what was. */
  after?: { path: string; label: string }
}

export const WALLS = {
  new_kit: {
    title: 'How to get a new kit',
    kinds: ['service_support', 'lab'],
    why: 'The API can’t send another kit. Check the patient’s address, then ask for one.',
    record: 'Record the reason, the reference you were given and when the kit leaves.',
    note: 'Asked for a new kit. Reference: ',
    contacted: 'provider',
  },
  parcel: {
    title: 'How to trace a parcel',
    kinds: ['carrier', 'service_support'],
    why: 'The API shows the tracking number and can’t open a search. The carrier can.',
    record: 'Record the tracking number, the reference of the search and when they answer.',
    note: 'Asked the carrier to trace the parcel. Reference: ',
    contacted: 'provider',
  },
  visit: {
    title: 'How to cancel or move a visit',
    kinds: ['draw_provider', 'service_support'],
    why: 'The API books visits and can’t cancel or move them. The draw provider can.',
    record: 'Log the call. Once the provider confirms, record it under Booking: until then the visit stays as it was.',
    note: 'Asked to cancel or move the visit. Reference: ',
    contacted: 'provider',
    after: { path: 'book', label: 'Go to booking' },
  },
  results: {
    title: 'How to get result values',
    kinds: ['lab', 'service_support'],
    why: 'The API says how a result was read, and never its values. The lab has them.',
    record: 'Record who asked for the values, and how the lab sends them.',
    note: 'Asked the lab for result values. Reference: ',
    contacted: 'lab',
  },
  booking_key: {
    title: 'How to get a booking key',
    kinds: ['draw_provider', 'service_support'],
    why: 'The API takes the key of a free slot and lists no slots. Keys come from your scheduling tool.',
    record: 'Record the times that the patient can do, and the reference of the slot.',
    note: 'Asked for a free slot. Times that suit the patient: ',
    contacted: 'provider',
  },
  delete_data: {
    title: 'How to have their data deleted elsewhere',
    kinds: ['service_support', 'lab'],
    why: 'The service and the lab keep records of their own, which the API can’t delete. Ask each of them.',
    record: 'Record who was asked, when, and what a law makes them keep.',
    note: 'Asked for deletion of this person’s data. Reference: ',
    contacted: 'provider',
  },
  send_data: {
    title: 'How to get the rest of their data',
    kinds: ['service_support', 'lab'],
    why: 'The service and the lab keep records that the API doesn’t show. Ask each of them.',
    record: 'Record who was asked, and how the data reaches the person.',
    note: 'Asked for a copy of this person’s data. Reference: ',
    contacted: 'provider',
  },
} as const satisfies Record<string, WallText>
export type WallName = keyof typeof WALLS

const NAMES: ReadonlySet<string> = new Set(Object.keys(WALLS))
export const isWall = (name: string | null): name is WallName => name !== null && NAMES.has(name)

/** In the address: the timeline of the page begins a call that says these first words. */
export const LOG = 'log'

interface WallProps {
  environment: string
  of: WallName
  /** Companies that it is about, by which one of several contacts is chosen: the carrier of the parcel. */
  names?: readonly (string | null | undefined)[]
  /** The page whose timeline takes the call. */
  page: string
}

export function Wall({ environment, of, names = [], page }: WallProps) {
  const [isOpen, setOpen] = useState(false)
  const { title, why, record, after }: WallText = WALLS[of]
  const mayLog = useMay(addContact.permission)
  return (
    <details className="group print:hidden" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-6 cursor-pointer list-none items-center gap-1.5 rounded-tag font-control text-ink-2 hover:text-ink max-rail:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight className="shrink-0 transition-transform group-open:rotate-90" />
        {title}
      </summary>
      {isOpen && (
        <div className="mt-1 mb-2 flex flex-col gap-3 border-l-2 border-line-2 pl-4">
          <p className="text-ink-2">{why}</p>
          <Partners environment={environment} of={of} names={names} />
          <p className="text-ink-2">{record}</p>
          <div className="flex flex-wrap gap-2">
            {mayLog && (
              <Link href={`${page}?${LOG}=${of}#timeline`} prefetch={false} className={linkButton}>
                <PhoneOutgoing />
                Log call
              </Link>
            )}
            {after && (
              <Link href={`${page}/${after.path}`} prefetch={false} className={linkButton}>
                <ArrowRight />
                {after.label}
              </Link>
            )}
          </div>
        </div>
      )}
    </details>
  )
}

interface WallCardProps extends Pick<WallProps, 'environment' | 'page'> {
  walls: readonly Pick<WallProps, 'of' | 'names'>[]
}

/** The ways on from an order's page. */
export function WallCard({ walls, ...own }: WallCardProps) {
  return (
    <div className="print:hidden">
      <SectionCard id="outside" title="Outside this console">
        <div className="flex flex-col gap-1">
          {walls.map((wall) => (
            <Wall key={wall.of} {...own} {...wall} />
          ))}
        </div>
      </SectionCard>
    </div>
  )
}

function Partners({ environment, of, names = [] }: Omit<WallProps, 'page'>) {
  const query = useQuery(consoleQuery(getContactBook, { params: { environment } }, {}))
  const mayChange = useMay(changeContactBook.permission)
  if (!query.data) return <CardWait subject="Contacts" query={query} className="h-12" />
  const partners = partnersFor(query.data, WALLS[of].kinds, names)
  if (partners.length > 0) {
    return (
      <ul aria-label="Contacts" className="flex flex-col gap-3">
        {partners.map((partner) => (
          <li key={partner.id}>
            <PartnerLines partner={partner} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <p>
      <span>No contact set. </span>
      {mayChange ? (
        <Link href={`/${environment}/settings/contacts`} prefetch={false} className="text-link">
          Add one in Settings
        </Link>
      ) : (
        <span>An administrator can add one in Settings.</span>
      )}
    </p>
  )
}

interface LineProps {
  icon: LucideIcon
  href?: string
  children: string
}

function Line({ icon: Icon, href, children }: LineProps) {
  if (children === '') return null
  return (
    <p className="flex min-w-0 items-start gap-2 text-ink-2">
      <Icon className={clsx('shrink-0 text-ink-3', href ? 'self-center' : 'mt-0.5')} />
      {href ? (
        <a
          translate="no"
          href={href}
          className="inline-flex min-h-6 items-center wrap-anywhere text-link max-rail:min-h-10"
        >
          {children}
        </a>
      ) : (
        <span className="min-w-0 break-words whitespace-pre-wrap">{children}</span>
      )}
    </p>
  )
}

/** A company's own number and address say nothing about a patient: they stand in clear while patient data is hidden. */
export function PartnerLines({ partner }: { partner: Partner }) {
  const { kind, name, phone_number, hours, email, how_to_cancel, note } = partner
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <p className="break-words">
        <Verbatim className="font-heading">{name}</Verbatim>
        {name.toLowerCase() !== PARTNER_LABELS[kind].toLowerCase() && (
          <span className="text-ink-3"> · {PARTNER_LABELS[kind]}</span>
        )}
      </p>
      <Line icon={Phone} href={`tel:${dialed(phone_number)}`}>
        {phone_number}
      </Line>
      <Line icon={Mail} href={`mailto:${email}`}>
        {email}
      </Line>
      <Line icon={Clock}>{hours}</Line>
      <Line icon={CalendarX}>{how_to_cancel}</Line>
      <Line icon={Info}>{note}</Line>
    </div>
  )
}
