'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleQuery, serviceQuery } from '#lib/client/queries.ts'
import { consoleRequest, request } from '#lib/client/request.ts'
import { deregisterProvider, listUserProviders } from '#lib/contract/connection.ts'
import { getDirectoryUser } from '#lib/contract/console/directory.ts'

/** Takes a source from a person. Resolves with what the service answered: false where it changed nothing. */
export function useDisconnect(environment: string, user_id: string) {
  const client = useQueryClient()

  /** The list of users shows a person's sources too. It may lag without harm, so that its failure is none of this. */
  const refreshDirectory = async () => {
    const params = { environment, user_id }
    const row = await consoleRequest(getDirectoryUser, { params, query: { fresh: true } }, {})
    client.setQueryData(consoleQuery(getDirectoryUser, { params }, {}).queryKey, row)
  }

  return useMutation({
    mutationFn: async (provider: string) =>
      (await request(deregisterProvider, { params: { user_id, provider } }, { environment })).success,
    onSettled: async () => {
      await client.invalidateQueries(serviceQuery(listUserProviders, { params: { user_id } }, { environment }))
      refreshDirectory().catch(() => undefined)
    },
  })
}
