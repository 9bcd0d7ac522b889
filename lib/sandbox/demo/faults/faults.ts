/** The modifiers of a demo: what goes wrong between the proxy and its service. Each switch counts from the next call on. */
import { z } from 'zod'
import type { Modifier } from '#lib/demo/scenario.ts'
import { appointment } from '#lib/domains/bookings/appointment.ts'
import { BULK_OP_STATUSES, BULK_OP_TYPES } from '#lib/domains/connections/connection.ts'
import { PULL_ERRORS, PULL_STATUSES } from '#lib/domains/connections/historical-pull.ts'
import { orderEvent } from '#lib/domains/orders/order.ts'
import { formatEventStatus, parseEventStatus } from '#lib/domains/orders/status/status.ts'
import { getServiceCenters } from '#lib/domains/service-centers/service-center.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { withinWrapper } from '#lib/kernel/marks.ts'
import * as values from '#lib/kernel/values.ts'
import { endpointMatcher } from '#lib/kernel/wire.ts'
import { inProcess } from '#lib/proxy/in-process.ts'
import type { Upstream } from '#lib/proxy/upstream.ts'
import { seededUnit } from '#lib/utils/ids/ids.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { bytesOf, failing, faultOf, type Pause, refusal } from './flaky.ts'

export interface ModifierOptions {
  modifiers: () => readonly Modifier[]
  /** Ends early when its signal aborts; `delay`, or one that does not wait, for a replay. */
  pause: Pause
}

const SLOWEST_MS = 4 * SECOND
const FASTEST_MS = 1.5 * SECOND
const CLOSED_BETA = 'This endpoint is in closed beta and not enabled for your team.'

/** The same request fails the same way, whichever modifiers are on. */
export function withModifiers(upstream: Upstream, { modifiers, pause }: ModifierOptions): Upstream {
  const find = endpointMatcher(endpointList)
  const countAttempt = attemptCounter()

  return async (request) => {
    const { method, path, headers, signal } = request
    const isOn = (modifier: Modifier) => modifiers().includes(modifier)
    const id = headers['x-request-id'] ?? path
    const attempt = countAttempt(id)
    if (isOn('slow')) {
      await pause(FASTEST_MS + seededUnit(`${id} ${attempt}`) * (SLOWEST_MS - FASTEST_MS), signal)
      signal.throwIfAborted()
    }
    const endpoint = find(method, path.split('?', 1)[0] ?? path).match?.endpoint
    if (isOn('no-beta') && endpoint?.closedBeta) return refusal(request, 403, CLOSED_BETA)
    const known = isOn('unknown') && endpoint ? withUnknownValues(upstream, endpoint) : upstream
    const service = isOn('malformed') ? withMalformed(known) : known
    const fault = isOn('flaky') ? faultOf(id, attempt) : null
    return fault ? failing(fault, service, request, pause) : service(request)
  }
}

const page = z.looseObject({
  orders: z.array(z.looseObject({})).min(2).optional(),
  users: z.array(z.looseObject({})).min(2).optional(),
})

/** The service with a time missing from the second order, or user, of each page. */
function withMalformed(upstream: Upstream): Upstream {
  return async (request) => {
    const answer = await upstream(request)
    if (answer.status !== 200 || answer.body === null) return answer
    const text = new TextDecoder().decode(await bytesOf(answer))
    const { orders, users, ...rest } = page.safeParse(JSON.parse(text)).data ?? {}
    const broken = (field: string) => (item: object, at: number) => (at === 1 ? { ...item, [field]: null } : item)
    const body =
      orders || users
        ? {
            ...rest,
            ...(orders && { orders: orders.map(broken('created_at')) }),
            ...(users && { users: users.map(broken('created_on')) }),
          }
        : JSON.parse(text)
    return inProcess(async () => Response.json(body))(request)
  }
}

/** Calls that are remembered: a call is tried again within seconds. */
const MAX_REMEMBERED = 500

/** Which try of a call this is, from 1. */
function attemptCounter(): (id: string) => number {
  const attempts = new Map<string, number>()
  return (id) => {
    const attempt = (attempts.get(id) ?? 0) + 1
    attempts.delete(id)
    attempts.set(id, attempt)
    const [oldest] = attempts.keys()
    if (attempts.size > MAX_REMEMBERED && oldest !== undefined) attempts.delete(oldest)
    return attempt
  }
}

/** Answers as of a service that has grown: enumerations that may gain values hold some this console has never heard of. */
const NEW_METHOD = 'saliva_by_mail'
const NEW_ORDER_STATUS = 'awaiting_courier'

/** By value set of the contract. */
const NEW_VALUES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [values.ORDER_METHODS, NEW_METHOD],
  [values.LOW_LEVEL_STATUSES, NEW_ORDER_STATUS],
  [values.HIGH_LEVEL_STATUSES, 'on_hold'],
  [values.INTERPRETATIONS, 'borderline'],
  [values.TRANSACTION_STATUSES, 'on_hold'],
  [values.ORDER_ORIGINS, 'reflex'],
  [values.RACES, 'middle_eastern_or_north_african'],
  [values.ETHNICITIES, 'romani'],
  [values.SEXUAL_ORIENTATIONS, 'asexual'],
  [values.GENDER_IDENTITIES, 'two_spirit'],
  [values.APPOINTMENT_TYPES, 'mobile_clinic'],
  [values.APPOINTMENT_STATUSES, 'rescheduled'],
  [values.APPOINTMENT_EVENT_STATUSES, 'technician_on_the_way'],
  [values.CONNECTION_STATUSES, 'paused'],
  [values.CONNECTION_ERROR_TYPES, 'provider_maintenance'],
  [values.RESOURCE_STATUSES, 'delayed'],
  [values.MARKER_TYPES, 'ratio'],
  [values.PSC_CAPABILITIES, 'saturday_draws'],
  [BULK_OP_TYPES, 'bulk_pause'],
  [BULK_OP_STATUSES, 'paused'],
  [PULL_STATUSES, 'paused'],
  [PULL_ERRORS, 'provider_maintenance'],
])

/** Open sets whose fields are plain texts in the contract. */
const NEW_TEXTS: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>([
  [appointment.shape.provider, 'merrowdale_draws'],
  [getServiceCenters.response.shape.slug, 'gorsefield_labs'],
])

const SHARE = 1 / 3

/** Position of a value in a response. */
interface Position {
  /** Id of the entry of the answer: an order has one method, wherever it says so. */
  entry: string
  /** Id of the innermost thing that has one. */
  item: string
}

const isChanged = (id: string, value: string) => seededUnit(`${id} ${value}`) < SHARE

/** The new value of an extensible set; null for any other schema. */
export function newValueFor(schema: z.core.$ZodType): string | null {
  return NEW_VALUES.get(extensibleSet(schema)) ?? NEW_TEXTS.get(schema) ?? null
}

/** The values that a field is known to hold, where it may hold others. */
export function extensibleSet(schema: z.core.$ZodType): unknown {
  return z.globalRegistry.get(schema)?.['x-extensible-enum']
}

function grown(schema: z.core.$ZodType, value: unknown, position: Position): unknown {
  const wrapped = withinWrapper(schema)
  if (wrapped) return grown(wrapped, value, position)
  if (schema instanceof z.ZodArray && Array.isArray(value)) return grownList(schema, value, position)
  if (schema instanceof z.ZodRecord && isRecord(value)) {
    return mapped(value, (each, key) => grown(schema.valueType, each, { ...position, item: `${position.item} ${key}` }))
  }
  if (schema instanceof z.ZodObject && isRecord(value)) {
    const inside = within(value, position)
    return mapped(value, (each, key) => {
      const field = schema.shape[key]
      return field ? grown(field, each, inside) : each
    })
  }
  return typeof value === 'string' ? grownText(schema, value, position) : value
}

/** A list of values gets one more; a list of things stays as long as it is. */
function grownList(schema: z.ZodArray, list: readonly unknown[], position: Position): unknown[] {
  const value = newValueFor(schema.element)
  if (value !== null) return isChanged(position.item, value) ? [...list, value] : [...list]
  return list.map((each, index) => grown(schema.element, each, { ...position, item: `${position.item} ${index}` }))
}

function grownText(schema: z.core.$ZodType, text: string, { entry, item }: Position): string {
  if (schema === orderEvent.shape.status) return grownEvent(text, { entry, item })
  const value = newValueFor(schema)
  if (value === null) return text
  return isChanged(value === NEW_METHOD ? entry : item, value) ? value : text
}

function grownEvent(text: string, { entry, item }: Position): string {
  const status = parseEventStatus(text)
  if (!status) return text
  const method = isChanged(entry, NEW_METHOD) ? NEW_METHOD : status.method
  return formatEventStatus({
    ...status,
    method,
    low: isChanged(item, NEW_ORDER_STATUS) ? NEW_ORDER_STATUS : status.low,
  })
}

function within(value: Readonly<Record<string, unknown>>, { entry, item }: Position): Position {
  const id = value['id'] ?? value['slug'] ?? value['name']
  if (typeof id !== 'string' && typeof id !== 'number') return { entry, item }
  return { entry: entry === '' ? String(id) : entry, item: String(id) }
}

function mapped(record: Readonly<Record<string, unknown>>, change: (value: unknown, key: string) => unknown) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A body that the endpoint answers with, as a grown service would send it. `id` stands in for entries without one. */
export function withNewValues(endpoint: Endpoint, body: unknown, id: string): unknown {
  return grown(endpoint.response, body, { entry: '', item: id })
}

/** The service, grown: what it refuses, or answers in another form, stays as it is. */
function withUnknownValues(upstream: Upstream, endpoint: Endpoint): Upstream {
  return async (request) => {
    const answer = await upstream(request)
    if (!endpoint.success.includes(answer.status) || answer.body === null) return answer
    const text = new TextDecoder().decode(await bytesOf(answer))
    const body = withNewValues(endpoint, JSON.parse(text), request.path.split('?', 1)[0] ?? '')
    return inProcess(async () => Response.json(body, { status: answer.status }))(request)
  }
}
