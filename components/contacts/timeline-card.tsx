'use client'
/** Everything that happened with a person, or with one order of theirs: contacts, notes, changes, callbacks, order events. */
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { FilePenLine, type LucideIcon, NotebookPen, PackagePlus, Phone, PhoneOutgoing, Pin } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { type OrderLines, OrderLinesContext } from '#components/patterns/domain/order-terms.tsx'
import { isWall, LOG } from '#components/patterns/domain/wall.tsx'
import { ExportButton } from '#components/patterns/export/export-button.tsx'
import type { ExportJob } from '#components/patterns/export/export-job.ts'
import { useCsvExport } from '#components/patterns/export/use-csv-export.tsx'
import { useMay } from '#components/patterns/page/role.tsx'
import { KindChoice, SectionCard } from '#components/patterns/page/section-card.tsx'
import { CardWait } from '#components/patterns/states/card-failure.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { ClockTime } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { ACTOR_LABELS, listAudit } from '#lib/domains/audit/audit.ts'
import type { FileColumns } from '#lib/domains/audit/list-export.ts'
import { listSubjectChanges, type SubjectChange } from '#lib/domains/audit/person.ts'
import { actionPhrase } from '#lib/domains/audit/sentences.ts'
import { providerName } from '#lib/domains/connections/providers.ts'
import {
  addContact,
  CHANNEL_LABELS,
  CONTACTED_LABELS,
  type Contact,
  listContacts,
  OUTCOME_LABELS,
  type ShownContact,
  shownContacts,
} from '#lib/domains/contacts/contacts.ts'
import { CALLED_LABELS, type Callback, type CallOutcome } from '#lib/domains/orders/critical/callbacks.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { callbacksQuery, orderQuery, userOrdersQuery } from '#lib/domains/orders/queries.ts'
import { orderTimeline } from '#lib/domains/orders/status/timeline.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { historyState, navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { leave } from '#lib/kernel/client/leave-guard.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { instantDay, parseInstant, withoutYear } from '#lib/utils/time/instants.ts'
import type { Composing } from './contact-form.tsx'

const ContactForm = lazyPart(() => import('./contact-form.tsx'), 'ContactForm')

const KINDS = ['All', 'Calls', 'Notes', 'Changes', 'Orders'] as const
const KINDS_OF_ORDER = ['All', 'Calls', 'Notes', 'Changes', 'Events'] as const
type Kind = (typeof KINDS | typeof KINDS_OF_ORDER)[number]

interface Entry {
  id: string
  at: string
  kind: Exclude<Kind, 'All'>
  icon: LucideIcon
  /** Only results and failures are colored. */
  tone?: string
  title: ReactNode
  by: string
  contact?: ShownContact
  /** For links to an event of an order. */
  anchor?: string
  /** Came while the page was open. */
  isNew?: boolean
}

const CALLBACK_LABELS: Readonly<Record<CallOutcome, string>> = {
  read_back: 'Reached and read back',
  no_read_back: 'Reached, no read-back',
  not_reached: 'Not reached',
}
const COLORED: ReadonlySet<string> = new Set(['ok', 'bad', 'crit', 'warn'])
/** Shown as what they added. */
const OWN_ENTRIES: ReadonlySet<string> = new Set(['add_contact', 'record_callback'])
const CHANGES = 20
/** Entries that are shown at first; an order's own page tells its whole course. */
const LATEST = { person: 5, order: 30 } as const

const ofContact = (contact: ShownContact): Entry => {
  const { id, at, by_name, channel, outcome, contacted } = contact
  const title = channel && outcome && contacted && (
    <>
      <b className="font-heading">{OUTCOME_LABELS[outcome]}</b>
      <span>
        {' '}
        · {CONTACTED_LABELS[contacted]}, {CHANNEL_LABELS[channel].toLowerCase()}
      </span>
    </>
  )
  const look = channel ? { kind: 'Calls' as const, icon: Phone } : { kind: 'Notes' as const, icon: NotebookPen }
  return { id, at, by: by_name, contact, ...look, title: title || <b className="font-heading">Note</b> }
}

const ofChange = (change: SubjectChange): Entry => ({
  id: `change-${change.id}`,
  at: change.at,
  kind: 'Changes',
  icon: FilePenLine,
  title: actionPhrase(change, providerName),
  by: change.actor_name ?? ACTOR_LABELS[change.actor_id ?? ''] ?? 'A former colleague',
})

const ofCallback = ({ id, at, called, outcome, note, recorded_by_name }: Callback): Entry => ({
  ...{ id, at, kind: 'Calls', icon: PhoneOutgoing, by: recorded_by_name },
  title: (
    <>
      <b className="font-heading">{CALLBACK_LABELS[outcome]}</b>
      <span> · {CALLED_LABELS[called]}, about a critical result</span>
      {note !== null && (
        <span className="block text-ink-2">
          <Redact noun="Note">{note}</Redact>
        </span>
      )}
    </>
  ),
})

/** `isOwn`: on the order's own page, which needs no link to it and knows more of each event. */
const ofOrder = (environment: string, order: Order, isOwn: boolean, lines?: OrderLines['lines']): Entry[] => {
  const { events } = orderTimeline(order)
  const entryOf = (key: string, at: string, look: ReturnType<typeof orderStatus>): Entry => ({
    ...{ id: `${order.id}-${key}`, at, kind: isOwn ? 'Events' : 'Orders', icon: look.icon, tone: look.tone, by: '' },
    title: (
      <>
        <b className="font-heading">{look.label}</b>
        {!isOwn && (
          <>
            <span> · </span>
            <Link href={`/${environment}/orders/${order.id}`} prefetch={false} className="text-link">
              {order.lab_test.name}
            </Link>
          </>
        )}
      </>
    ),
  })
  const placed = { label: 'Order placed', icon: PackagePlus, tone: 'place' } as const
  return [
    // A service may send no event of it.
    ...(events[0]?.low === 'ordered' ? [] : [entryOf('placed', order.created_at, placed)]),
    ...events.map(({ event: { id, created_at }, low }) => {
      const line = lines?.get(id)
      const more = line && { title: line.words, isNew: line.isNew, anchor: `event-${id}` }
      return { ...entryOf(String(id), created_at, orderStatus(low)), ...more }
    }),
  ]
}

/** Entries of all sources, newest first; those that failed to load are left out and named. */
function useTimeline({ environment, user_id }: UserAddress, order_id: string | null, own: OrderLines | null) {
  const params = { environment, user_id }
  const contacts = useQuery(consoleQuery(listContacts, { params }, {}))
  const asked = { limit: CHANGES, ...(order_id && { order_id }) }
  const changes = useQuery(consoleQuery(listSubjectChanges, { params, query: asked }, {}))
  const ofPerson = useQuery({ ...userOrdersQuery(environment, user_id), enabled: order_id === null })
  const ofOne = useQuery({ ...orderQuery(environment, order_id ?? ''), enabled: order_id !== null })
  const orders = (order_id === null ? ofPerson : ofOne).data?.orders
  const ids = orders?.map(({ id }) => id) ?? []
  const callbacks = useQuery({ ...callbacksQuery(environment, ids), enabled: ids.length > 0 })
  const about = (contact: Contact) => order_id === null || contact.order_id === order_id
  const all = contacts.data?.contacts ?? []
  const shown = shownContacts(all).filter(about)
  const entries = [
    ...shown.filter(({ pinned }) => !pinned).map(ofContact),
    ...(changes.data?.changes ?? []).filter(({ action }) => !OWN_ENTRIES.has(action)).map(ofChange),
    ...(callbacks.data?.callbacks ?? []).map(ofCallback),
    ...(orders ?? []).flatMap((order) => ofOrder(environment, order, order_id !== null, own?.lines)),
  ]
  const unread = (ofPerson.data?.total ?? 0) - (ofPerson.data?.orders.length ?? 0)
  const newest = [
    ...(changes.data?.has_more ? [countOf(CHANGES, 'change')] : []),
    ...(order_id === null && unread > 0 && orders ? [countOf(orders.length, 'order')] : []),
  ]
  const parts = { Changes: changes, Orders: ofPerson, Callbacks: callbacks }
  return {
    contacts,
    exported: all.filter(about),
    pinned: shown.filter(({ pinned }) => pinned),
    entries: entries.sort((a, b) => parseInstant(b.at) - parseInstant(a.at)),
    /** Kinds of which only the newest are here. */
    newest,
    isLoading: [contacts, ofOne, ...Object.values(parts)].some((query) => query.isLoading),
    missing: Object.entries(parts).flatMap(([name, { error }]) => (error ? [name.toLowerCase()] : [])),
  }
}

const CELLS: FileColumns<Contact> = {
  at: { name: 'at', instant: ({ at }) => at },
  ...Object.fromEntries(
    (['by_name', 'channel', 'contacted', 'outcome', 'note', 'ticket_url', 'order_id', 'id', 'corrects'] as const).map(
      (name) => [name, { name, value: (contact: Contact) => contact[name] }],
    ),
  ),
}
const why = (error: unknown) => (error instanceof RequestError ? error.message : null)

interface TimelineCardProps extends UserAddress {
  /** Only what is about this order. */
  order_id?: string
  actions?: ReactNode
}

export function TimelineCard({ environment, user_id, order_id, actions }: TimelineCardProps) {
  const own = useContext(OrderLinesContext)
  const latest = LATEST[own ? 'order' : 'person']
  const timeline = useTimeline({ environment, user_id }, order_id ?? null, own)
  const { exported, pinned, entries, newest, missing } = timeline
  const [kind, setKind] = useState<Kind>('All')
  const [isWhole, setWhole] = useState(false)
  const [composing, setComposing] = useState<Composing | null>(null)
  const [isShut, setShut] = useState(false)
  const mayWrite = useMay(addContact.permission)
  const mayReadLog = useMay(listAudit.permission)
  const search = useAddressSearch()
  const wall = search.get(LOG)
  // A wall leads here, to a call that begins with its words; gone from the address, it begins once.
  useEffect(() => {
    if (!(mayWrite && isWall(wall))) return
    setShut(false)
    setComposing({ kind: 'contact', corrects: null, wall })
    const rest = new URLSearchParams(search)
    rest.delete(LOG)
    navigate(rest, historyState(), 'replace')
  }, [wall, search, mayWrite])
  const csv = useCsvExport({ noun: ['contact', 'contacts'], why })
  const found = entries.filter((entry) => kind === 'All' || entry.kind === kind)
  const correct = mayWrite
    ? (contact: ShownContact) => {
        setShut(false)
        setComposing({ kind: contact.channel ? 'contact' : 'note', corrects: contact })
      }
    : null
  const opener = useRef<HTMLButtonElement>(null)
  const begin = (next: Composing['kind']) => {
    setShut(false)
    if (composing?.kind === next && !composing.corrects) return
    leave(() => setComposing({ kind: next, corrects: null }))
  }
  const end = (keeps: boolean) => {
    if (!keeps) setComposing(null)
    setShut(keeps)
    opener.current?.focus()
  }
  const job = async (): Promise<ExportJob> => {
    const { exportRows, fileOf } = await import('#lib/domains/audit/list-export.ts')
    const file = fileOf(CELLS, Object.keys(CELLS))
    const chosen = { list: 'contacts', action: 'export_contacts', file, rows: exported, idOf: () => user_id } as const
    return { rows: exported.length, run: (options) => exportRows(chosen, { environment, ...options }) }
  }
  return (
    <SectionCard
      title="Timeline"
      id="timeline"
      action={
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <KindChoice
            label="Show in timeline"
            kinds={order_id ? KINDS_OF_ORDER : KINDS}
            kind={kind}
            onChange={setKind}
          />
          {actions}
          {mayWrite && (
            <>
              <Button icon={NotebookPen} onPress={() => begin('note')}>
                Add note
              </Button>
              <Button ref={opener} icon={PhoneOutgoing} onPress={() => begin('contact')}>
                Log call
              </Button>
            </>
          )}
        </div>
      }
    >
      {composing && (
        <ContactForm
          key={`${composing.kind}${composing.corrects?.id}${composing.wall}`}
          environment={environment}
          user_id={user_id}
          order_id={composing.corrects ? composing.corrects.order_id : (order_id ?? null)}
          composing={composing}
          isShut={isShut}
          onShut={() => end(true)}
          onClose={() => end(false)}
        />
      )}
      {pinned.length > 0 && (
        <ul
          aria-label="Pinned"
          data-tone="warn"
          className="-mx-4 -mt-4 mb-3 border-b border-line bg-tone-soft px-4 py-1"
        >
          {pinned.map((contact) => (
            <li key={contact.id} className="flex gap-3 py-2">
              <Pin className="mt-0.5 shrink-0 text-tone-fg" />
              <ContactText contact={contact} onCorrect={correct}>
                <span>Pinned by {contact.by_name}</span>
              </ContactText>
            </li>
          ))}
        </ul>
      )}
      <FoundEntries
        {...{ own, timeline, kind, onCorrect: correct }}
        entries={isWhole ? found : found.slice(0, latest)}
      />
      {missing.length > 0 && (
        <p role="status" className="mt-2 text-ink-2">
          Not loaded: {missing.join(', ')}.
        </p>
      )}
      {newest.length > 0 && (
        <p className="mt-2 text-sm text-ink-3">
          <span>Showing the newest {newest.join(' and ')}</span>
          {mayReadLog && (
            <>
              <span> · </span>
              <Link
                href={`/${environment}/${order_id ? `orders/${order_id}` : `users/${user_id}`}/history`}
                prefetch={false}
                className="text-link"
              >
                all changes in History
              </Link>
            </>
          )}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden print:hidden">
        {found.length > latest && !isWhole && <Button onPress={() => setWhole(true)}>Show all {found.length}</Button>}
        {exported.length > 0 && (
          <ExportButton csv={csv} job={job}>
            Export notes and contacts
          </ExportButton>
        )}
      </div>
      {csv.question}
    </SectionCard>
  )
}

interface FoundEntriesProps {
  own: OrderLines | null
  timeline: ReturnType<typeof useTimeline>
  kind: Kind
  entries: readonly Entry[]
  onCorrect: OnCorrect
}

/** Entries of a kind; on an order's own page, which waits for no contacts, also the step to come and the events as sent. */
function FoundEntries({ own, timeline, kind, entries, onCorrect }: FoundEntriesProps) {
  const { contacts, isLoading, missing } = timeline
  const isSettled = contacts.data && !isLoading && missing.length === 0
  return (
    <>
      {!contacts.data && (!own || contacts.isError) && (
        <CardWait subject="Notes and contacts" query={contacts} className="h-24" />
      )}
      {(kind === 'All' || kind === 'Events') && own?.next}
      {isSettled && entries.length === 0 && (
        <p className="text-ink-3">{kind === 'All' ? 'Nothing yet.' : `No ${kind.toLowerCase()} yet.`}</p>
      )}
      {(contacts.data || own) && <Entries entries={entries} onCorrect={onCorrect} />}
      {own?.names}
    </>
  )
}

/** The timeline of one order; its user is read with it. */
interface OrderTimelineProps {
  environment: string
  order_id: string
  actions?: ReactNode
}

export function OrderTimelineCard({ environment, order_id, actions }: OrderTimelineProps) {
  const { data } = useQuery(orderQuery(environment, order_id))
  const order = data?.orders.find(({ id }) => id === order_id)
  return order ? <TimelineCard {...{ environment, order_id, actions }} user_id={order.user_id} /> : null
}

type OnCorrect = ((contact: ShownContact) => void) | null

function Entries({ entries, onCorrect }: { entries: readonly Entry[]; onCorrect: OnCorrect }) {
  const clock = useWallClock()
  const dayOf = ({ at }: Entry) => withoutYear(instantDay(parseInstant(at), clock))
  return (
    <ol aria-label="Timeline">
      {entries.map((entry, index) => {
        const { id, at, icon: Icon, tone = '', title, by, contact, anchor, isNew } = entry
        const before = entries[index - 1]
        const isNewDay = before === undefined || dayOf(before) !== dayOf(entry)
        return (
          <li
            key={id}
            id={anchor}
            className={clsx(
              'grid scroll-mt-4 grid-cols-[24px_minmax(0,1fr)_auto] items-start gap-x-3 rounded-control py-1.5 target:outline-2 target:outline-accent rail:grid-cols-[54px_24px_minmax(0,1fr)_auto]',
              isNew && 'bg-accent-soft',
            )}
          >
            <span className="pt-0.5 text-sm text-ink-3 max-rail:col-span-3 max-rail:empty:hidden">
              {isNewDay && dayOf(entry)}
            </span>
            <span
              data-tone={COLORED.has(tone) ? tone : 'closed'}
              className={clsx(
                'grid size-6 place-items-center rounded-full border bg-surface',
                COLORED.has(tone) ? 'border-tone-line bg-tone-soft text-tone-fg' : 'border-line-2 text-ink-3',
              )}
            >
              <Icon className="size-3.5" />
            </span>
            <div className="min-w-0 break-words">
              {contact ? (
                <ContactText contact={contact} onCorrect={onCorrect}>
                  {title}
                </ContactText>
              ) : (
                title
              )}
              {by && <Verbatim className="block text-sm text-ink-3 rail:not-print:hidden">{by}</Verbatim>}
            </div>
            <span className="flex gap-3 text-sm whitespace-nowrap text-ink-3">
              <Verbatim className="max-rail:hidden print:hidden">{by}</Verbatim>
              <ClockTime value={at} />
            </span>
          </li>
        )
      })}
    </ol>
  )
}

interface ContactTextProps {
  contact: ShownContact
  onCorrect: OnCorrect
  children: ReactNode
}

function ContactText({ contact, onCorrect, children }: ContactTextProps) {
  const { note, mentions, ticket_url, earlier } = contact
  return (
    <div className="min-w-0 flex-1">
      <p>{children}</p>
      {note && (
        <p className="whitespace-pre-wrap text-ink-2">
          <Redact noun="Note">{note}</Redact>
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-3 empty:hidden">
        {mentions.length > 0 && <span>For {mentions.map(({ name }) => name).join(', ')}</span>}
        {ticket_url !== null && <Ticket url={ticket_url} />}
        {onCorrect && (
          <button type="button" onClick={() => onCorrect(contact)} className="text-link print:hidden">
            Correct
          </button>
        )}
      </p>
      {earlier.length > 0 && (
        <details className="text-sm text-ink-3">
          <summary>Corrected by {contact.by_name}</summary>
          {earlier.map((before) => (
            <p key={`${before.id}${before.corrects}`} className="whitespace-pre-wrap">
              {before.by_name}: <Redact noun="Earlier text">{before.note || 'No text'}</Redact>
            </p>
          ))}
        </details>
      )}
    </div>
  )
}

function Ticket({ url }: { url: string }) {
  if (!URL.canParse(url)) return <Redact noun="Ticket link">{url}</Redact>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="text-link">
      Ticket on {new URL(url).host}
    </a>
  )
}
