import { cache } from 'react'
import { isEmbedded, listEnvironments } from '#lib/domains/environments/environment.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { serverContext } from '#lib/pages/context.ts'
import { demoEnvironments, isDemoRequest } from '#lib/pages/demo.ts'

/** All environments of this console; asked for once a request, whichever part of the page needs them. */
export const loadEnvironments = cache(async () => {
  if (await isDemoRequest()) return demoEnvironments()
  const { environments } = await consoleRequest(listEnvironments, {}, await serverContext(''))
  return environments
})

/** Whether users are created and deleted here: only the embedded service is known to do it (gap "create user"). */
export async function managesUsers(id: string): Promise<boolean> {
  const environment = await findEnvironment(id)
  return environment !== null && isEmbedded(environment)
}

export async function findEnvironment(id: string) {
  const environments = await loadEnvironments()
  return environments.find((environment) => environment.id === id) ?? null
}
