/** Every text field of every schema, of the pages' addresses and of the stores: how it is cleaned when it is saved and searched, and how its refusal names a sign. */
import { emailAddress, stateCode, zipCode } from '#lib/utils/text/addresses.ts'
import { invisibleName, withoutInvisible } from '#lib/utils/text/invisible.ts'
import { plainName, plainSigns } from '#lib/utils/text/typed-text.ts'
import { type InputPlace, MAX_ISSUES, type ValidationIssue } from './error-body.ts'

interface TextKind {
  clean: (text: string) => string
  /** Whether line breaks, joined emoji and letters that a joiner shapes belong in it; nowhere else does a hidden sign. */
  isFree?: true
  /** Fields of the service's and the console's calls, and of lists' addresses, that are of this kind. */
  fields: string
}

const asGiven = (text: string) => text

/** Returns a free text without spaces at its ends, signs that can't be seen, or ones that turn the text around them. */
const freeText = (text: string) => withoutInvisible(text).trim()

export const TEXT_FIELDS = {
  name: { clean: plainName, fields: 'first_name last_name' },
  signs: { clean: plainSigns, fields: 'relationship called_name gender code house_number hours' },
  street: { clean: plainSigns, fields: 'first_line second_line' },
  city: { clean: plainSigns, fields: 'city' },
  state: { clean: stateCode, fields: 'state' },
  zip: { clean: zipCode, fields: 'zip_code zip_codes' },
  /** `readPhone` makes E.164 of it; its table of countries is loaded where it is needed. */
  phone: { clean: plainSigns, fields: 'phone_number' },
  email: { clean: emailAddress, fields: 'email' },
  reference: { clean: plainSigns, fields: 'client_user_id' },
  search: {
    clean: plainSigns,
    fields: 'search_input patient_name shipping_recipient_name text part subject subjects',
  },
  note: {
    clean: freeText,
    isFree: true,
    fields: 'appointment_notes note comment email_title email_text sms_text preparation sample remarks how_to_cancel',
  },
  /** `typedName` keeps joined emoji and refuses every other sign that can't be seen. */
  label: { clean: asGiven, isFree: true, fields: 'name label lab_test_name' },
  id: {
    clean: plainSigns,
    fields:
      'org_id team_id team_ids key_id webhook_id user_id user_ids workout_id order_id order_ids order_transaction_id lab_account_id lab_test_id lab_id view_id booking_id import_id message_id endpoint_id endpoints replay_id staff_id request_id actor_id id ids orders order lab_test lab_account compare who mentions corrects owner',
  },
  code: {
    clean: asGiven,
    fields:
      'environment environments provider method filter_on_providers sources capabilities event_type event_types action status order_type context race ethnicity sexual_orientation gender_identity stuck_days chosen columns filter consents_to after oauth_scopes data next_cursor cursor',
  },
  zone: { clean: plainSigns, fields: 'time_zone fallback_time_zone iana_timezone' },
  day: {
    clean: plainSigns,
    fields:
      'day dob fallback_birth_date ingestion_start ingestion_end created_from created_to month start_date end_date updated_start_date updated_end_date from to data_from no_data_since silent_on action_on expires_at result_at next_attempt_at starts_at start_at start_from start_to until since due_on earlier_than new_since window_from window_to recover_since on_days',
  },
  url: { clean: asGiven, fields: 'redirect_url url ticket_url next' },
  /** Compared as given: a changed sign would lock its owner out. */
  secret: {
    clean: asGiven,
    fields: 'access_token refresh_token provider_id booking_key token password current_password new_password',
  },
} as const satisfies Record<string, TextKind>

const KINDS: ReadonlyMap<string, TextKind> = new Map(
  Object.values(TEXT_FIELDS).flatMap((kind: TextKind) => kind.fields.split(' ').map((name) => [name, kind] as const)),
)

/** Returns how a field is cleaned; undefined for one that the table lacks. */
export const textKind = (field: string) => KINDS.get(field)

/** Returns the name of an invisible character that a value holds and its field can't have; null for none. */
function hiddenSign(value: unknown, field: string): string | null {
  return typeof value !== 'string' || KINDS.get(field)?.isFree ? null : invisibleName(value)
}

type Loc = (string | number)[]

/** Returns an issue for each read value in which a sign is left that nobody sees, by the name of the sign. */
export function hiddenSigns(place: InputPlace, read: unknown): ValidationIssue[] {
  const issues: ValidationIssue[] = []
  const look = (value: unknown, field: string, loc: Loc): void => {
    const sign = hiddenSign(value, field)
    if (sign) issues.push({ loc, msg: `This contains ${sign}. Type it instead of pasting it.`, type: 'invisible' })
    if (typeof value !== 'object' || value === null || issues.length >= MAX_ISSUES) return
    const isList = Array.isArray(value)
    for (const [key, one] of Object.entries(value))
      look(one, isList ? field : key, [...loc, isList ? Number(key) : key])
  }
  look(read, '', [place])
  return issues
}

/** Returns issues that say which hidden sign their refused value holds; never the value, which may be a patient's. */
export function namingSigns(issues: readonly ValidationIssue[], sent: unknown): ValidationIssue[] {
  const held = (value: unknown, key: string | number): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return issues.map((issue) => {
    const [, ...path] = issue.loc
    const field = path.findLast((key) => typeof key === 'string')
    const sign = hiddenSign(path.reduce(held, sent), String(field))
    return sign && !issue.msg.includes(sign) ? { ...issue, msg: `This contains ${sign}. ${issue.msg}` } : issue
  })
}
