import { cache } from 'react'
import { listEnvironments, type Operation, offers } from '#lib/domains/environments/environment.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { serverContext } from '#lib/pages/context.ts'
import { demoEnvironments, isDemoRequest } from '#lib/pages/demo.ts'

/** All environments of this console; asked for once a request, whichever part of the page needs them. */
export const loadEnvironments = cache(async () => {
  if (await isDemoRequest()) return demoEnvironments()
  const { environments } = await consoleRequest(listEnvironments, {}, await serverContext(''))
  return environments
})

/** Whether an environment's service is known to have an operation that a remote one may lack. */
export async function offersOperation(id: string, operation: Operation): Promise<boolean> {
  const environment = await findEnvironment(id)
  return environment !== null && offers(environment, operation)
}

export async function findEnvironment(id: string) {
  const environments = await loadEnvironments()
  return environments.find((environment) => environment.id === id) ?? null
}
