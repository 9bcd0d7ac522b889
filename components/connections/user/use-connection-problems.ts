'use client'
import { useQuery } from '@tanstack/react-query'
import type { Problem, Problems } from '#components/patterns/states/problem.ts'
import { type Connection, listUserProviders } from '#lib/domains/connections/connection.ts'
import { connectionState } from '#lib/domains/connections/state.ts'
import { isBroken } from '#lib/domains/connections/states.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { serviceQuery } from '#lib/kernel/client/queries.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import { adviceFor } from './status-labels.ts'

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

/** The user's sources that fail. Without `reads`, as far as other parts of the page have read them. */
export function useConnectionProblems({ environment, user_id }: UserAddress, { reads = true } = {}): Problems {
  const query = serviceQuery(listUserProviders, { params: { user_id } }, { environment })
  const { data, isError } = useQuery({ ...query, enabled: reads })
  if (!data) return isError ? null : undefined
  return data.providers.flatMap((connection) => problemOf(connection, `/${environment}/users/${user_id}`))
}
