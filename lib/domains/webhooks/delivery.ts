/** One event on its way to one endpoint. */
import { z } from 'zod'
import { isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { orderId, personal, userId } from '#lib/kernel/marks.ts'
import { DELIVERY_STATES, SEND_FAILURES } from './rules.ts'

const count = z.int().min(0)
export const deliveryNumber = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

export const delivery = z.object({
  id: deliveryNumber,
  endpoint: z.object({ id: uuid, name: z.string() }),
  message_id: z.string(),
  event_type: z.string(),
  /** Sent by an administrator as a test. */
  is_test: z.boolean(),
  user_id: userId,
  order_id: orderId.nullable(),
  created_at: isoDateTime,
  /** 0 where the body was removed. */
  bytes: count,
  body_state: z.enum(['kept', 'expunged']),
  state: z.enum(DELIVERY_STATES),
  /** Without replays. */
  attempts: count,
  /** Null when no attempt follows by itself. */
  next_at: isoDateTime.nullable(),
  last: z
    .object({
      at: isoDateTime,
      ms: count,
      status: z.int().nullable(),
      failure: z.enum(SEND_FAILURES).nullable(),
    })
    .nullable(),
})
export type Delivery = z.infer<typeof delivery>

/** `replay`: repeated by a person. `test`: see `testWebhookEndpoint`. */
const ATTEMPT_KINDS = ['delivery', 'replay', 'test'] as const
export type AttemptKind = (typeof ATTEMPT_KINDS)[number]

export const attempt = z.object({
  id: deliveryNumber,
  kind: z.enum(ATTEMPT_KINDS),
  at: isoDateTime,
  ms: count,
  status: z.int().nullable(),
  failure: z.enum(SEND_FAILURES).nullable(),
  /** Null where none came. */
  response: z
    .object({
      content_type: z.string().nullable(),
      /** The first 4 kB; a receiver can repeat anything it was sent. */
      text: personal(z.string()),
      is_cut: z.boolean(),
    })
    .nullable(),
})
export type Attempt = z.infer<typeof attempt>
