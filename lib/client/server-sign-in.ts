/** What the pages before sign-in may know. Asked without the visitor's cookies. */
import { type Environment, listEnvironments } from '#lib/contract/console/environments.ts'
import { signInMethods } from './auth.ts'
import { consoleRequest } from './request.ts'
import { serverContext } from './server-context.ts'

export interface SignInOffer {
  environments: Environment[]
  sso: string | null
}

/** Never throws: without an answer there is still the form, which says what is wrong when it is sent. */
export async function signInOffer(): Promise<SignInOffer> {
  const { origin } = await serverContext('')
  const [environments, sso] = await Promise.all([
    consoleRequest(listEnvironments, {}, { origin }).then(
      (answer) => answer.environments,
      () => [],
    ),
    signInMethods(origin).then(
      (answer) => answer.sso?.label ?? null,
      () => null,
    ),
  ])
  return { environments, sso }
}
