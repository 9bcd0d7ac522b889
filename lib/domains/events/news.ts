/** News about a connection, apart from an event's own contents. */
import { z } from 'zod'
import { namedSource, type WebhookEvent } from './event.ts'

/** `data`: the source sent data. `connection`: something happened to one of the user's connections. */
export type ConnectionNews = { kind: 'data'; slug: string; resource: string | null } | { kind: 'connection' } | null

const DATA = /^(daily|historical)\.data\./

export const isDataType = (event_type: string) => DATA.test(event_type)

const CONNECTION = /^provider\.(connection|device)\./
/** As availability names data types; a longer name is no data type. */
const RESOURCE = /^(?:daily|historical)\.data\.([a-z0-9_]{1,100})\./
/** All data events name their source (spec, "Events"). */
const dataOfSource = z.looseObject({ source: namedSource })

export function connectionNews({ event_type, data }: WebhookEvent): ConnectionNews {
  if (CONNECTION.test(event_type)) return { kind: 'connection' }
  if (!isDataType(event_type)) return null
  const named = dataOfSource.safeParse(data)
  if (!named.success) return null
  const resource = RESOURCE.exec(event_type)?.[1] ?? null
  return { kind: 'data', slug: named.data.source.slug, resource }
}
