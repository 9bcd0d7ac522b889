/** Why a sample failed, in words, where a service says so (gap "status_detail"). Pure. */
import { z } from 'zod'
import type { OrderEvent } from '#lib/domains/orders/order.ts'

interface StatusDetail {
  /** “Quantity not sufficient”. */
  reason: string
  /** Whether another sample helps; null where the service doesn’t say. */
  is_recoverable: boolean | null
}

const text = z.string().trim().min(1).max(300)
const told = z.looseObject({
  reason: text.nullish(),
  code: text.nullish(),
  message: text.nullish(),
  recoverable: z.boolean().nullish(),
  is_recoverable: z.boolean().nullish(),
})

/** `recoverable.quantity_not_sufficient`, `non_recoverable: lost`: some say it in the same word. */
const PREFIXED = /^(non[_-]?|un)?recoverable[\s.:_-]*/i

/** Returns what `status_detail` of an event says; null where there is none. */
export function statusDetail(event: OrderEvent): StatusDetail | null {
  const { status_detail } = event
  const plain = text.safeParse(status_detail).data
  if (plain !== undefined) return ofText(plain, null)
  const fields = told.safeParse(status_detail).data
  const said = fields?.message ?? fields?.reason ?? fields?.code
  return said ? ofText(said, fields?.recoverable ?? fields?.is_recoverable ?? null) : null
}

function ofText(said: string, is_recoverable: boolean | null): StatusDetail {
  const [prefix = '', no] = PREFIXED.exec(said) ?? []
  const rest = said.slice(prefix.length) || said
  const words = rest.includes(' ') ? rest : rest.replaceAll(/[._-]+/g, ' ').trim()
  return {
    reason: words.charAt(0).toUpperCase() + words.slice(1),
    is_recoverable: is_recoverable ?? (prefix === '' ? null : no === undefined),
  }
}
