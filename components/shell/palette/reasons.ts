/** Why a user or an order was found, in a few words. What is hidden on screen is in none of them. */
import type { Order } from '#lib/domains/orders/order.ts'
import type { OrderPatient } from '#lib/domains/orders/patient.ts'
import type { User } from '#lib/domains/users/user.ts'
import { idReason } from '#lib/utils/ids/id-place.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { compactKey, isNamedLike } from '#lib/utils/text/typed-text.ts'
import type { ParsedQuery } from './query/parse-query.ts'

export type Asked = Extract<ParsedQuery, { kind: 'text' }>

/** Returns whether every word of the text is in the name; what is masked can't be compared. */
export function isNamedBy(name: string, text: string): boolean {
  // The service found it by a text that is no ID and no date.
  if (isMasked(name)) return !/\d/.test(text)
  return isNamedLike([name], text)
}

/** Returns why the directory found a user by a text. */
export function userReason({ user_id, client_user_id }: User, { text, part }: Asked): string | null {
  if (client_user_id && compactKey(client_user_id).includes(compactKey(text))) return 'reference'
  return part && idReason(user_id, part)
}

/** Returns why the service found an order by a text (§ 13, `search_input`), as far as it is known whose order it is. */
export function orderReason(order: Order, { text, part }: Asked, { name, recipient }: OrderPatient): string {
  const { id, user_id, patient_address, patient_details } = order
  const ofId = part && idReason(id, part)
  if (ofId) return `order ${ofId}`
  const ofUser = part && idReason(user_id, part)
  if (ofUser) return `user ${ofUser}`
  const receiver = patient_address?.receiver_name
  // Which of the two names it is, is hidden with them.
  if (isMasked(receiver) || isMasked(name)) return 'name or birth date'
  if (receiver && isNamedBy(receiver, text)) {
    const isPatient = name !== null && (recipient === null || isNamedBy(name, text))
    if (!isPatient) return 'recipient'
    return recipient === null ? 'patient' : 'patient and recipient'
  }
  return patient_details?.dob && isNamedLike([patient_details.dob], text) ? 'birth date' : 'patient'
}
