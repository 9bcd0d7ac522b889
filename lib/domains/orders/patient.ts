/** An order names only its parcels' recipient (spec, "Order"); the patient's name comes from demographics. */
import { addressZip } from '#lib/domains/demographics/address-zip.ts'
import { ageOn, knownBirth, readablePhone, type UserInfo } from '#lib/domains/demographics/user-info.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { compactKey } from '#lib/utils/text/typed-text.ts'
import { CALLED, type Called } from './critical/callbacks.ts'
import type { Order } from './order.ts'
import { closedAs } from './siblings.ts'
import { orderTimeline } from './status/timeline.ts'

type Text = string | null | undefined

/** An order, or a row made of one. */
export interface OfPatient {
  /** Null where the service no longer has the order. */
  user_id: string | null
  patient_address?: { receiver_name?: Text; phone_number?: Text } | null | undefined
  patient_details?: { dob?: Text } | null | undefined
}

type Info = Pick<UserInfo, 'first_name' | 'last_name' | 'dob' | 'phone_number' | 'medical_proxy'>

export interface OrderPatient {
  /** Null until demographics are known, and where they hold none. */
  name: string | null
  /** `YYYY-MM-DD`, from demographics first; null where neither has one. */
  birth_date: string | null
  /** To whom parcels go where that isn't the patient, or where nobody can say; else null. */
  recipient: string | null
}

/** Returns whose order it is, as far as it is known; `info` is undefined until demographics are. */
export function patientOf(order: OfPatient, info: Info | null | undefined): OrderPatient {
  const receiver = order.patient_address?.receiver_name?.trim() || null
  const name = info ? nameOf(info) : null
  const isPatient = name !== null && receiver !== null && compactKey(name) === compactKey(receiver)
  return {
    name,
    birth_date: knownBirth([info?.dob, order.patient_details?.dob]),
    recipient: isPatient ? null : receiver,
  }
}

function nameOf({ first_name, last_name }: { first_name?: unknown; last_name?: unknown }): string | null {
  const parts = [first_name, last_name].map((part) => (typeof part === 'string' ? part.trim() : ''))
  return parts.filter(Boolean).join(' ') || null
}

/** From this age on a person answers for themselves. */
const OF_AGE = 18

export interface Contact {
  /** The patient's age where they are a minor; null for adults, and for an age that nobody knows. */
  minor: number | null
  /** Medical proxy; null if demographics name none, undefined until they are known. */
  proxy: { name: string | null; relationship: string | null; phone: string | null } | null | undefined
  /** The patient's own number, or else the order's, which may be its recipient's (`isOrdersPhone`). */
  phone: string | null
  isOrdersPhone: boolean
  /** The number to call first: a minor's proxy's, never the child's own; null where there is none. */
  call: string | null
}

/** Returns whom to call about a patient. `today`: `YYYY-MM-DD` where the viewer is. */
export function contactOf(
  order: Omit<OfPatient, 'user_id'> | null,
  info: Info | null | undefined,
  today: string,
): Contact {
  const dob = knownBirth([info?.dob, order?.patient_details?.dob])
  const age = dob ? ageOn(dob, today) : null
  const minor = age !== null && age < OF_AGE ? age : null
  const own = info?.phone_number || null
  const phone = own ?? (order?.patient_address?.phone_number || null)
  const proxy = info ? proxyOf(info) : undefined
  return { minor, proxy, phone, isOrdersPhone: own !== phone, call: minor === null ? phone : (proxy?.phone ?? null) }
}

/** Labels the patient's own number or email: a minor's is the child's, a number that only the order has is the order's. */
export function ownLabel({ minor, isOrdersPhone }: Pick<Contact, 'minor' | 'isOrdersPhone'>, noun: 'Phone' | 'Email') {
  if (noun === 'Phone' && isOrdersPhone) return 'Number on order'
  return minor === null ? noun : `Child’s ${noun.toLowerCase()}`
}

/**
 * Returns who may have been called about a patient, in the order of a form, and who is meant unless somebody says
 * otherwise: a minor's proxy. An adult who is known to have no proxy can't have had one called.
 */
export function calledChoices({ minor, proxy }: Contact): { choices: readonly Called[]; usual: Called | null } {
  if (minor === null) return { choices: CALLED.filter((one) => one !== 'medical_proxy' || proxy !== null), usual: null }
  const others = CALLED.filter((one) => one !== 'medical_proxy')
  return { choices: ['medical_proxy', ...others], usual: proxy ? 'medical_proxy' : null }
}

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)

function proxyOf({ medical_proxy: proxy }: Info): NonNullable<Contact['proxy']> | null {
  if (!proxy) return null
  return {
    name: nameOf({ first_name: proxy['first_name'], last_name: proxy['last_name'] }),
    relationship: textOf(proxy['relationship']),
    phone: textOf(proxy['phone_number']),
  }
}

interface Difference {
  label: 'Address' | 'Phone' | 'Birth date'
  /** As demographics have it. */
  record: string
}

const digits = (phone: Text) => phone?.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '') ?? ''

/** The service keeps both copies, and a change of one isn't one of the other; what either lacks is no difference. */
export function recordDifferences(
  order: Pick<Order, 'patient_address' | 'patient_details'>,
  info: UserInfo,
): Difference[] {
  const { patient_address: sent, patient_details } = order
  const { first_line, second_line, city, state } = info.address
  const zip = addressZip(info.address)
  const lineOf = (...parts: Text[]) => compactKey(parts.filter(Boolean).join(' '))
  const own = lineOf(sent?.first_line, sent?.second_line, sent?.city, sent?.state, sent?.zip?.slice(0, 5))
  const recorded = lineOf(first_line, second_line, city, state, zip?.slice(0, 5))
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const compared = [
    { label: 'Address', own, recorded, record: [first_line, second_line, place].filter(Boolean).join(', ') },
    {
      label: 'Phone',
      own: digits(sent?.phone_number),
      recorded: digits(info.phone_number),
      record: readablePhone(info.phone_number),
    },
    { label: 'Birth date', own: patient_details?.dob ?? '', recorded: info.dob, record: info.dob },
  ] as const
  return compared.flatMap(({ label, own, recorded, record }) =>
    own === '' || recorded === '' || own === recorded || isMasked(own) || isMasked(record) ? [] : [{ label, record }],
  )
}

/** Values the lab got with the order that no field of the order shows. */
const SENT_WITH_IT: readonly (readonly [RegExp, string])[] = [
  [/^(first|last)_name$/, 'name'],
  [/^dob$/, 'birth date'],
  [/^email$/, 'email'],
]

/** Returns open orders that keep what demographics said before; an address or phone only where it now differs. */
export function ordersKeeping(orders: readonly Order[], changed: readonly string[], saved: UserInfo) {
  const sent = SENT_WITH_IT.flatMap(([field, noun]) => (changed.some((path) => field.test(path)) ? [noun] : []))
  const copied = (order: Order) => {
    const differs = new Set<string>(recordDifferences(order, saved).map(({ label }) => label))
    return [
      ...(differs.has('Address') && changed.some((path) => path.startsWith('address.')) ? ['address'] : []),
      ...(differs.has('Phone') && changed.includes('phone_number') ? ['phone'] : []),
    ]
  }
  return orders.flatMap((order) => {
    if (orderTimeline(order).is_final || closedAs(order) !== null) return []
    const kept = [...sent, ...copied(order)]
    return kept.length > 0 ? [{ order, kept }] : []
  })
}
