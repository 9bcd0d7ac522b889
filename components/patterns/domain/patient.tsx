/** Patient of an order in rows, cards and dialogs, derived from `patientOf` and `contactOf`. */
import clsx from 'clsx'
import { ShieldUser } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useMay } from '#components/patterns/page/role.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { BirthDate, PatientName, Redact } from '#components/ui/display/redact.tsx'
import { useAtPresent, usePrinting, useTimeZone } from '#components/ui/display/viewer.tsx'
import { useShownInfo } from '#lib/domains/demographics/queries.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { type Contact, contactOf, type OfPatient, type OrderPatient, patientOf } from '#lib/domains/orders/patient.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { BirthAndAge, PhoneLink } from './contact-terms.tsx'

/** An order may be a row's own; null and undefined are of an order that isn't there, or not yet. */
type MaybeOrder = OfPatient | null | undefined

interface KnownPatient extends OrderPatient {
  contact: Contact
  /** Why the patient's name isn't known, to stand after a colon; null once it is. */
  unknown: string | null
  /** Undefined where asking again wouldn't help. */
  retry: (() => void) | undefined
}

/** Returns whose order it is; demographics are read once for everything on the page that shows this user. */
export function usePatient(environment: string, order: MaybeOrder, isSeen = true): KnownPatient {
  const may = useMay(getLatestUserInfo.permission)
  const address = { environment, user_id: order?.user_id ?? '' }
  const { info, failure, refetch } = useShownInfo(address, Boolean(order?.user_id) && may && isSeen)
  const today = useToday()
  const patient = patientOf(order ?? { user_id: '' }, info)
  const isAsked = failure !== null && failure.status !== 404 && failure.status !== 403
  return {
    ...patient,
    contact: contactOf(order ?? null, info, today),
    unknown: patient.name === null ? reasonOf(may, order, info, failure) : null,
    retry: isAsked ? () => void refetch() : undefined,
  }
}

/** `YYYY-MM-DD` where the viewer is. */
export function useToday(): string {
  const zone = useTimeZone()
  return useAtPresent((now) => dayIn(zone, now))
}

function reasonOf(may: boolean, order: MaybeOrder, info: unknown, failure: RequestFailure | null): string {
  if (order?.user_id === null) return 'the service no longer has the order'
  if (!may) return 'your role can’t view demographics'
  if (info) return 'demographics hold no name'
  if (info === null || failure?.status === 404) return 'no demographics on file'
  if (failure?.status === 403) return 'the service doesn’t offer demographics'
  return failure ? 'demographics didn’t load' : LOADING
}

const LOADING = 'demographics are loading'

/** Whether an element has been on screen: what is scrolled past unseen isn't read. */
function useSeen(place: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen || !place.current) return
    if (typeof IntersectionObserver === 'undefined') return setSeen(true)
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isSeen, place])
  return isSeen
}

interface PatientProps {
  environment: string
  order: OfPatient
}

/** Shows the patient, or the recipient until the name is known; rows to call from (`calls`) have a `RowMinor`. */
export function RowPatient({
  environment,
  order,
  calls,
  ...props
}: PatientProps & { birth?: boolean; calls?: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  // A name on paper can't be looked up, so its birth date stands beside it.
  const isPrinting = usePrinting()
  const birth = props.birth || isPrinting
  const patient = usePatient(environment, order, useSeen(place))
  const { name, recipient, birth_date, contact, unknown } = patient
  return (
    <span
      ref={place}
      // A birth date tells two patients of one name apart, so it wraps where a name would be cut.
      className={birth ? 'flex flex-wrap gap-x-1 whitespace-normal *:max-w-full *:break-words' : 'block truncate'}
      {...(unknown && { title: `The patient’s name isn’t known: ${unknown}.` })}
    >
      {isPrinting && unknown === LOADING ? <NoValue word="name not loaded" /> : <Named patient={patient} />}
      {birth && birth_date && (
        <span className="text-ink-2">
          {name === null ? ' patient born ' : ' '}
          <BirthDate value={birth_date} />
        </span>
      )}
      {/* A line of its own in a list, so that a long name cuts neither. */}
      <span className={birth ? 'contents' : 'row-more'}>
        {contact.minor !== null && !calls && !isMasked(birth_date) && (
          <span data-tone="warn" className="text-tone-fg">
            {' '}
            <Redact noun="Age">Minor, {contact.minor}</Redact>
          </span>
        )}
        {name !== null && recipient !== null && (
          // Without a width of its own, so that what follows the name stands beside it.
          <span className={clsx('text-xs text-ink-3', birth && 'w-0 min-w-full')}>
            {' '}
            Ships to <PatientName name={recipient} />
          </span>
        )}
      </span>
    </span>
  )
}

/** In a row that people call from: whom to call of a minor, as far as its `RowPatient` has read. */
export function RowMinor({ environment, order }: PatientProps) {
  const { contact, unknown } = usePatient(environment, order, false)
  return <MinorLine contact={contact} unknown={unknown} />
}

/** The patient's name; until it is known, the recipient's with the word before it, never as bold as a patient's. */
function Named({ patient: { name, recipient } }: { patient: OrderPatient }) {
  if (name !== null) return <PatientName name={name} className="font-control" />
  if (recipient === null) return <NoValue word="no name" />
  return (
    <>
      <span className="text-xs text-ink-3">Recipient </span>
      <PatientName name={recipient} className="text-ink-2" />
    </>
  )
}

function NamedAndBorn({ patient }: { patient: OrderPatient }) {
  const { birth_date } = patient
  return (
    <>
      <Named patient={patient} />
      {birth_date ? (
        <>
          , born{' '}
          <Redact noun="Birth date">
            <BirthAndAge dob={birth_date} />
          </Redact>
        </>
      ) : (
        ', birth date not known'
      )}
    </>
  )
}

/** Returns the patient's line for a toast, and what else it says: kept up to date, and masked with the page. */
export function patientText(environment: string, order: OfPatient, more = ''): ReactNode {
  return <ToastPatient environment={environment} order={order} more={more} />
}

function ToastPatient({ environment, order, more }: PatientProps & { more: string }) {
  return (
    <>
      <NamedAndBorn patient={usePatient(environment, order)} />
      {more && `. ${more}`}
    </>
  )
}

/** Stands in every dialog, panel and confirmation about an order: the patient, and whom to call of a minor. */
export function PatientLine({ environment, order, className }: PatientProps & { className?: string }) {
  const patient = usePatient(environment, order)
  const { name, recipient, unknown, retry } = patient
  return (
    <div data-patient="" className={clsx('text-ink', className)}>
      <p className="break-words">
        <NamedAndBorn patient={patient} />
      </p>
      {name !== null && recipient !== null && (
        <p className="text-sm text-ink-2">
          Ships to <PatientName name={recipient} />
        </p>
      )}
      {unknown && (
        <p className="text-sm text-ink-2">
          <span>The patient’s name isn’t known: {unknown}. </span>
          {retry && (
            <button type="button" onClick={retry} className="text-link">
              Try again
            </button>
          )}
        </p>
      )}
      <MinorLine contact={patient.contact} unknown={unknown} />
    </div>
  )
}

/** Before every number of a minor: whom to call in their place. Nothing for adults. */
export function MinorLine({ contact: { minor, proxy }, unknown }: { contact: Contact; unknown: string | null }) {
  if (minor === null) return null
  return (
    <p data-tone="warn" className="text-tone-fg">
      <ShieldUser className="mr-1.5 inline align-[-3px]" />
      <span className="font-control whitespace-nowrap">
        <Redact noun="Age">Minor, {minor}</Redact>
        <span aria-hidden="true"> ·</span>
      </span>{' '}
      {proxy?.phone ? (
        <>
          <span>call </span>
          {proxy.name ? <PatientName name={proxy.name} /> : 'the medical proxy'}{' '}
          {proxy.relationship && (
            <span>
              (<Redact noun="Relationship">{proxy.relationship}</Redact>)
            </span>
          )}{' '}
          <PhoneLink value={proxy.phone} />
        </>
      ) : (
        <span>{noNumber(proxy, unknown)}</span>
      )}
    </p>
  )
}

function noNumber(proxy: Contact['proxy'], unknown: string | null): string {
  if (proxy === undefined) return `who answers for the patient isn’t known: ${unknown ?? 'demographics are loading'}`
  return proxy === null
    ? 'no parent or guardian on file, so no number to call'
    : 'no phone number of the medical proxy on file'
}

/** `Oscar Stanton (parent)`, on a control that is there only where patients are shown. */
export function proxyWords(proxy: Contact['proxy']): string {
  const { name, relationship } = proxy ?? {}
  return `${name ?? 'medical proxy'}${relationship ? ` (${relationship})` : ''}`
}
