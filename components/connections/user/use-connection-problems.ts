import { useQuery } from '@tanstack/react-query'
import { CalendarClock, CircleQuestionMark } from 'lucide-react'
import { adviceFor, NO_DATA_LABELS, SILENT_LABEL } from '#components/connections/labels.ts'
import { useToday } from '#components/patterns/domain/patient.tsx'
import type { Problem, Problems } from '#components/patterns/states/problem.ts'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import type { Connection } from '#lib/domains/connections/connection.ts'
import { firstDataState, isSilent } from '#lib/domains/connections/rhythm.ts'
import { connectionState } from '#lib/domains/connections/state.ts'
import { isBroken } from '#lib/domains/connections/states.ts'
import { changesOf, changeWords, getContactBook } from '#lib/domains/contacts/contact-book.ts'
import type { DirectoryConnection } from '#lib/domains/users/directory-connections.ts'
import { providersQuery, type UserAddress } from '#lib/domains/users/queries.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { formatDay, instantDay, parseInstant, type WallClock } from '#lib/utils/time/instants.ts'
import { useKnownConnections } from './use-last-data.ts'

function problemOf(connection: Connection, base: string): Problem[] {
  if (!isBroken(connectionState(connection))) return []
  const { error_type, errored_at } = connection.error_details ?? {}
  const { label, icon, tone, title } = adviceFor(error_type)
  return [
    {
      id: `connection ${connection.slug}`,
      severity: 2,
      since: errored_at ? parseInstant(errored_at) : null,
      icon,
      tone,
      title: `${connection.name}: ${label.toLowerCase()}`,
      detail: title,
      action: { label: 'View source', href: `${base}/connections?source=${connection.slug}` },
    },
  ]
}

interface Known {
  known: DirectoryConnection | undefined
  base: string
  clock: WallClock
}

function silenceOf({ name, slug }: Connection, { known, base, clock }: Known): Problem {
  return {
    id: `silence ${slug}`,
    severity: 3,
    since: known?.last_data_at ? parseInstant(known.last_data_at) : null,
    ...SILENT_LABEL,
    title: known?.last_data_at
      ? `${name}: no data since ${instantDay(parseInstant(known.last_data_at), clock)}`
      : `${name}: no data for longer than usual`,
    detail: 'The source has sent nothing for three of its usual gaps.',
    action: { label: 'View source', href: `${base}/connections?source=${slug}` },
  }
}

function absenceOf({ name, slug }: Connection, { known, base, clock }: Known): Problem {
  return {
    id: `no data ${slug}`,
    severity: 3,
    since: known?.awaited_since ? parseInstant(known.awaited_since) : null,
    ...NO_DATA_LABELS.overdue,
    title: known?.awaited_since
      ? `${name}: no data since ${instantDay(parseInstant(known.awaited_since), clock)}`
      : `${name}: no data`,
    detail: 'The source is connected and has sent nothing to this console yet.',
    action: { label: 'View source', href: `${base}/connections?source=${slug}` },
  }
}

/** Returns what staff have noted of this person's sources: one that ends or changes on a day. */
export function useSourceChangeProblems(address: UserAddress): Problems {
  const { environment, user_id } = address
  const { data } = useQuery(providersQuery(address))
  const book = useQuery(consoleQuery(getContactBook, { params: { environment } }, {}))
  const today = useToday()
  const clock = useWallClock()
  // Sources that didn't load are named beside this already.
  if (!book.data) return book.isError ? null : undefined
  const known = book.data
  return (data?.providers ?? []).flatMap(({ name, slug }) =>
    changesOf(known, slug, today).map((one) => ({
      ...({ id: `change ${one.id}`, severity: 4, since: null, icon: CalendarClock, tone: 'warn' } as const),
      title: changeWords(one, name, formatDay(one.day, clock)),
      detail: one.note,
      action: { label: 'View source', href: `/${environment}/users/${user_id}/connections?source=${slug}` },
    })),
  )
}

/** Returns sources that fail or are silent; without `reads`, as far as other parts of the page have read them. */
export function useConnectionProblems({ environment, user_id }: UserAddress, { reads = true } = {}): Problems {
  const { data, isError } = useQuery({ ...providersQuery({ environment, user_id }), enabled: reads })
  const clock = useWallClock()
  const known = useKnownConnections({ environment, user_id }, { reads })
  const silent = useAtPresent((now) =>
    [...known.values()].flatMap((one) => (isSilent(one, now) ? one.source.slug : [])).join(' '),
  )
  const overdue = useAtPresent((now) => {
    const isOverdue = (connection: Connection) => {
      const one = known.get(connection.slug)
      return one && firstDataState({ ...one, state: connectionState(connection) }, now) === 'overdue'
    }
    return (data?.providers ?? []).flatMap((connection) => (isOverdue(connection) ? connection.slug : [])).join(' ')
  })
  if (!data) return isError ? null : undefined
  const base = `/${environment}/users/${user_id}`
  const connectionsIn = (slugs: string) => {
    const chosen = new Set(slugs.split(' '))
    return data.providers.filter(({ slug }) => chosen.has(slug))
  }
  return [
    ...unreadableIn(data).map(({ at, id, field }) => ({
      ...({ id: `unreadable source ${at}`, severity: 3, since: null, icon: CircleQuestionMark, tone: 'warn' } as const),
      title: `Source ${id === null ? '' : `${id} `}can’t be read`,
      detail: `The service sent an unexpected value in ${field}.`,
      action: { label: 'View sources', href: `${base}/connections` },
    })),
    ...data.providers.flatMap((connection) => problemOf(connection, base)),
    ...connectionsIn(silent).map((connection) =>
      silenceOf(connection, { known: known.get(connection.slug), base, clock }),
    ),
    ...connectionsIn(overdue).map((connection) =>
      absenceOf(connection, { known: known.get(connection.slug), base, clock }),
    ),
  ]
}
