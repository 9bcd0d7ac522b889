/** The demographics form's values, how they are read and sent, and what someone else has changed since. Pure. */
import { z } from 'zod'
import type { Conflict } from '#components/patterns/form/conflict-dialog.tsx'
import type { UserInfo } from '#lib/domains/demographics/user-info.ts'
import { type UserInfoWrite, userInfoWrite } from '#lib/domains/demographics/user-info-write.ts'
import { textAt } from '#lib/kernel/client/field-errors.ts'
import { typedBirthDate } from '#lib/kernel/fields.ts'
import { parseChanged } from '#lib/kernel/unchanged.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { INFO_FIELDS, type InfoField } from './demographics-terms.ts'

interface AddressValues {
  first_line: string
  second_line: string
  zip_code: string
  state: string
  city: string
}

/** Every box holds a text; an empty one that may be empty is null on the wire. */
export interface InfoValues {
  first_name: string
  last_name: string
  email: string
  phone_number: string
  gender: string
  dob: string
  address: AddressValues
  race: string
  ethnicity: string
  sexual_orientation: string
  gender_identity: string
  has_proxy: boolean
  medical_proxy: {
    first_name: string
    last_name: string
    phone_number: string
    relationship: string
    address: AddressValues
  }
}

function addressValues(source: unknown): AddressValues {
  const read = (path: string) => textAt(source, path)
  return {
    first_line: read('first_line'),
    second_line: read('second_line'),
    zip_code: read('zip_code') || read('zip'),
    state: read('state'),
    city: read('city'),
  }
}

/** Whether the server has hidden what is recorded. */
export function isMaskedInfo(info: UserInfo | null | undefined): boolean {
  return isMasked(JSON.stringify(info ?? null))
}

/** Null: nothing is recorded. */
export function infoValues(info: UserInfo | null): InfoValues {
  const read = (path: string) => textAt(info, path)
  return {
    first_name: read('first_name'),
    last_name: read('last_name'),
    email: read('email'),
    phone_number: read('phone_number'),
    gender: read('gender'),
    dob: read('dob'),
    address: addressValues(info?.address),
    race: read('race'),
    ethnicity: read('ethnicity'),
    sexual_orientation: read('sexual_orientation'),
    gender_identity: read('gender_identity'),
    has_proxy: Boolean(info?.medical_proxy),
    medical_proxy: {
      first_name: read('medical_proxy.first_name'),
      last_name: read('medical_proxy.last_name'),
      phone_number: read('medical_proxy.phone_number'),
      relationship: read('medical_proxy.relationship'),
      address: addressValues(info?.medical_proxy?.['address']),
    },
  }
}

function toWire(values: InfoValues, recorded: UserInfo | null): UserInfoWrite {
  const { has_proxy, medical_proxy, address, race, ethnicity, sexual_orientation, gender_identity, ...texts } = values
  return {
    ...trimmed(texts),
    dob: typedBirthDate(texts.dob),
    address: addressToWire(address),
    race: race || null,
    ethnicity: ethnicity || null,
    sexual_orientation: sexual_orientation || null,
    gender_identity: gender_identity || null,
    medical_proxy: has_proxy ? proxyToWire(medical_proxy, recorded) : null,
  }
}

/** Keeps proxy fields that this form doesn't know. */
function proxyToWire({ relationship, address, ...texts }: InfoValues['medical_proxy'], recorded: UserInfo | null) {
  return {
    ...recorded?.medical_proxy,
    ...trimmed(texts),
    relationship: relationship.trim() || null,
    address: addressToWire(address),
  }
}

function addressToWire({ second_line, ...texts }: AddressValues) {
  return { ...trimmed(texts), second_line: second_line.trim() || null }
}

function trimmed<T extends Record<string, string>>(values: T): T {
  return { ...values, ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])) }
}

/** The form's values in, what is to be sent out: what was changed is checked by the contract's own rules. */
export function infoSchema(recorded: UserInfo | null) {
  const before = recorded && toWire(infoValues(recorded), recorded)
  return z.custom<InfoValues>().transform((values, context): UserInfoWrite => {
    const wire = toWire(values, recorded)
    const { data, issues } = parseChanged(userInfoWrite, wire, before)
    for (const issue of issues) context.issues.push({ ...issue, input: undefined, code: 'custom' })
    return issues.length > 0 ? z.NEVER : { ...wire, ...Object(data) }
  })
}

/** Returns which recorded values a lab would refuse, and why: they can stay while others are changed. */
export function refusedValues(recorded: UserInfo | null): { label: string; problem: string }[] {
  const { error } = userInfoWrite.safeParse(recorded && toWire(infoValues(recorded), recorded))
  if (!(recorded && error)) return []
  return INFO_FIELDS.flatMap(({ path, label }) => {
    const issue = error.issues.find((one) => one.path.join('.') === path)
    return issue ? [{ label, problem: issue.message }] : []
  })
}

/** A medical proxy who is not part of the form has no values. */
function shown(values: InfoValues, { path }: InfoField): string {
  return path.startsWith('medical_proxy.') && !values.has_proxy ? '' : textAt(values, path).trim()
}

export interface Difference extends InfoField {
  before: string
  after: string
}

export function infoDifferences(before: InfoValues, after: InfoValues): Difference[] {
  return INFO_FIELDS.flatMap((field) => {
    const [old, next] = [shown(before, field), shown(after, field)]
    return old === next ? [] : [{ ...field, before: old, after: next }]
  })
}

export function infoConflicts(base: InfoValues, latest: InfoValues, mine: InfoValues): Conflict<InfoField['path']>[] {
  return infoDifferences(base, latest).flatMap(({ path, label, before, after: theirs }) => {
    const own = shown(mine, { path, label })
    return own === theirs ? [] : [{ path, label, before, theirs, mine: own, is_contested: own !== before }]
  })
}
