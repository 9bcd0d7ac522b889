/** Audit log search: as a person set it in the address, as instants on the wire. Pure. */

import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { defineList } from '#components/patterns/list/define-list.ts'
import { ACTION_GROUPS, actionNames, groupActionNames } from '#lib/domains/audit/actions.ts'
import { AUDIT_OUTCOMES, countSubjectViews, exportAudit, listAudit } from '#lib/domains/audit/audit.ts'
import { type AuditFormat, exportPersonAudit } from '#lib/domains/audit/person.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest, type RequestContext } from '#lib/kernel/client/request.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import { isoDate } from '#lib/kernel/fields.ts'
import { CONSOLE_PREFIX, encodeQuery } from '#lib/kernel/wire.ts'
import { readIdQuery } from '#lib/utils/ids/id-part.ts'
import { idQueryText } from '#lib/utils/ids/id-place.ts'
import { zonedInstant } from '#lib/utils/time/zones.ts'

/** Ids and names of the console's own; never text about a patient. */
const name = z.string().regex(/^[\w-]{1,64}$/)

export const auditAddress = z.object({
  /** Id of a member of staff. */
  who: name.optional(),
  environment: name.optional(),
  /** An action, or `group-` and the id of a group of them. */
  action: name.optional(),
  outcome: z.enum(AUDIT_OUTCOMES).optional(),
  /** Calendar days of the viewer. */
  from: isoDate.optional(),
  to: isoDate.optional(),
  /** An ID or any part of one. */
  subject: z
    .string()
    .transform((text, { addIssue }) => {
      const query = readIdQuery(text)
      if (query) return idQueryText(query)
      addIssue('No part of an ID.')
      return z.NEVER
    })
    .optional(),
  /** Whether a history shows changes only (the default) or everything. */
  show: z.enum(['changes', 'all']).optional(),
})

export const AUDIT = defineList({ address: auditAddress, place: ['show'] })

export type AuditPlace = ReturnType<typeof AUDIT.read>['place']
export type AuditFilters = AuditPlace['filters']

/** Choices of the whole log that are no action: it opens without views, and with them where something is filtered. */
export const WHOLE_LOG = { acts: 'Everything but views', everything: 'Everything' } as const

/** Returns the place of a history: its subject, and changes alone unless everything is asked for; or that of the log. */
export function scopeOf({ filters, show }: AuditPlace, subject: string | undefined): AuditPlace {
  const action = filters.action ?? (AUDIT.isFiltered(filters) ? 'everything' : 'acts')
  if (subject === undefined) return { filters: { ...filters, action }, show: null }
  return { filters: { ...filters, subject }, show: show ?? 'changes' }
}

const DAY = 86_400_000

function dayAfter(day: string) {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10)
}

const GROUP = 'group-'

export function groupFilter(id: string): string {
  return `${GROUP}${id}`
}

/** A group that isn't known finds nothing, as an action that isn't. */
function namesOf(action: string): string[] {
  if (action === 'acts') return ACTION_GROUPS.flatMap(({ id }) => (id === 'viewing' ? [] : groupActionNames(id)))
  const names = action.startsWith(GROUP) ? groupActionNames(action.slice(GROUP.length)) : []
  return names.length > 0 ? names : actionNames(action)
}

type Query = NonNullable<EndpointInput<typeof listAudit>['query']>

/** Days are the viewer's own, from the first to the last millisecond of each. */
export function toAuditQuery({ filters, show }: AuditPlace, time_zone: string): Query {
  const { who, environment, action, outcome, from, to, subject } = filters
  return {
    ...(who && { actor_id: who }),
    ...(environment && { environment }),
    ...(action && action !== 'everything' && { action: namesOf(action) }),
    ...(!action && show === 'changes' && { changes: true }),
    ...(outcome && { outcome: [outcome] }),
    ...(from && { from: zonedInstant(from, 0, time_zone).toISOString() }),
    ...(to && { to: new Date(zonedInstant(dayAfter(to), 0, time_zone).getTime() - 1).toISOString() }),
    ...(subject && { subject }),
  }
}

const PAGE = 100

export function auditQuery(place: AuditPlace, time_zone: string, context: Omit<RequestContext, 'environment'> = {}) {
  const query = toAuditQuery(place, time_zone)
  const first: number | null = null
  return infiniteQueryOptions({
    queryKey: ['console', listAudit.name, query],
    queryFn: ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) =>
      consoleRequest(
        listAudit,
        { query: { ...query, limit: PAGE, ...(pageParam !== null && { before: pageParam }) } },
        context,
        { signal },
      ),
    initialPageParam: first,
    getNextPageParam: ({ next }: { next: number | null }) => next,
    // Reading the log is itself an entry: it is read again when somebody asks for it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
}

export function exportAddress(place: AuditPlace, time_zone: string): string {
  const query = encodeQuery({ ...toAuditQuery(place, time_zone), time_zone })
  return `${CONSOLE_PREFIX}${exportAudit.path}?${query}`
}

export function personExportAddress(place: AuditPlace, time_zone: string, format: AuditFormat): string {
  const { from, to } = toAuditQuery(place, time_zone)
  const query = encodeQuery({
    user_id: place.filters.subject,
    format,
    time_zone,
    ...(from && { from }),
    ...(to && { to }),
  })
  return `${CONSOLE_PREFIX}${exportPersonAudit.path}?${query}`
}

/** Only the two date filters apply. */
export function viewsQuery(
  { subject, from: first, to: last }: AuditFilters,
  time_zone: string,
  context: Omit<RequestContext, 'environment'> = {},
) {
  const { from, to } = toAuditQuery({ filters: { ...AUDIT.none, from: first, to: last }, show: null }, time_zone)
  return {
    ...consoleQuery(
      countSubjectViews,
      { query: { subject: subject ?? '', time_zone, ...(from && { from }), ...(to && { to }) } },
      context,
    ),
    // Reading the log is itself an entry: it is read again when somebody asks for it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  }
}
