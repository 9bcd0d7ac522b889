/** IDs of orders by any part of them: the service finds whole ones, the console knows which it has shown. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { orderId } from '#lib/kernel/marks.ts'
import { type IdPart, readIdQuery } from '#lib/utils/ids/id-part.ts'
import { likelySpelling } from '#lib/utils/text/typed-text.ts'

/** As many as one search for orders asks for. */
export const MAX_ORDER_IDS = 100

/**
 * The IDs with such a part (`lib/utils/ids/id-part.ts`) that this console has shown in this environment; users are
 * among them. `is_cut` where there are more.
 */
export const findOrderIds = endpoint({
  name: 'find_order_ids',
  section: 'console',
  method: 'GET',
  path: '/order-ids/{environment}',
  permission: 'orders:read',
  params: inEnvironment,
  query: z.object({
    part: z
      .string()
      .max(64)
      .refine((text) => readIdQuery(text) !== null, 'At least four characters of an ID.'),
  }),
  body: null,
  response: z.object({ ids: z.array(orderId).max(MAX_ORDER_IDS), is_cut: z.boolean() }),
  success: [200],
  safe: true,
})

/** Returns the part of an ID that a search is for; null for a whole ID and any other text. */
export function idPartOf(text: string | undefined): IdPart | null {
  const query = text === undefined ? null : readIdQuery(text)
  return query?.kind === 'whole' ? null : query
}

/** Returns what the service is asked for: a whole ID that the text holds, or the text in its likeliest spelling. */
export function serviceText(text: string): string {
  const query = readIdQuery(text)
  return query?.kind === 'whole' ? query.id : likelySpelling(text)
}
