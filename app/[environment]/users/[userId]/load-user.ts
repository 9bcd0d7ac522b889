/** Server reads shared by the pages of one user, cached for the request. */
import { cache } from 'react'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { getDirectoryUser } from '#lib/domains/users/directory.ts'
import { userInput } from '#lib/domains/users/queries.ts'
import { prefetch, prefetchConsole } from '#lib/kernel/client/prefetch.ts'
import { uuid } from '#lib/kernel/fields.ts'
import { serverContext } from '#lib/pages/context.ts'

/** One spelling for one id; null for what is none. */
export function readUserId(text: string): string | null {
  return uuid.safeParse(text).data ?? null
}

export const loadUser = cache(async (environment: string, user_id: string) =>
  prefetchConsole(getDirectoryUser, userInput({ environment, user_id }), await serverContext(environment)),
)

export const loadUserInfo = cache(async (environment: string, user_id: string) =>
  prefetch(getLatestUserInfo, { params: { user_id } }, await serverContext(environment)),
)
