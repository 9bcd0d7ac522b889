import { cache } from 'react'
import { demoEnvironments, isDemoRequest } from '#lib/client/demo/server.ts'
import { consoleRequest } from '#lib/client/request.ts'
import { serverContext } from '#lib/client/server-context.ts'
import { listEnvironments } from '#lib/contract/console/environments.ts'

/** All environments of this console; asked for once a request, whichever part of the page needs them. */
export const loadEnvironments = cache(async () => {
  if (await isDemoRequest()) return demoEnvironments()
  const { environments } = await consoleRequest(listEnvironments, {}, await serverContext(''))
  return environments
})

export async function findEnvironment(id: string) {
  const environments = await loadEnvironments()
  return environments.find((environment) => environment.id === id) ?? null
}
