'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deregisterProvider, listUserProviders } from '#lib/domains/connections/connection.ts'
import { useFreshUser } from '#lib/domains/users/queries.ts'
import { serviceQuery } from '#lib/kernel/client/queries.ts'
import { request } from '#lib/kernel/client/request.ts'

/** Takes a source from a person. Resolves with what the service answered: false where it changed nothing. */
export function useDisconnect(environment: string, user_id: string) {
  const client = useQueryClient()
  const refresh = useFreshUser({ environment, user_id })
  return useMutation({
    mutationFn: async (provider: string) =>
      (await request(deregisterProvider, { params: { user_id, provider } }, { environment })).success,
    onSettled: async () => {
      await client.invalidateQueries(serviceQuery(listUserProviders, { params: { user_id } }, { environment }))
      // The list of users shows a person's sources too. It may lag without harm: its failure is none of this.
      refresh().catch(() => undefined)
    },
  })
}
