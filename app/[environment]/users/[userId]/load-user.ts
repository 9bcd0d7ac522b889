/** What the pages of one user read on the server; asked for once a request, whichever of them needs it. */
import { cache } from 'react'
import { prefetch, prefetchConsole } from '#lib/client/prefetch.ts'
import { serverContext } from '#lib/client/server-context.ts'
import { userInput } from '#lib/client/user-queries.ts'
import { getDirectoryUser } from '#lib/contract/console/directory.ts'
import { uuid } from '#lib/contract/fields.ts'
import { getLatestUserInfo } from '#lib/contract/user-info.ts'

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
