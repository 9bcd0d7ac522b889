/** The list of users for the directory: the same way to the service, and the same care, as the proxy's. */
import { z } from 'zod'
import { type ServicePage, SourceFailure, type UserSource } from '#lib/console/directory/source.ts'
import { listUsers, user } from '#lib/contract/user.ts'
import { encodeQuery } from '#lib/contract/wire.ts'
import { cleanAnswer } from '#lib/proxy/answers.ts'
import type { ProxyEnvironment } from '#lib/proxy/app.ts'
import { callUpstream, UPSTREAM_TIMES, UpstreamError, type UpstreamTimes } from '#lib/proxy/upstream.ts'
import { faultDetail } from '#lib/proxy/words.ts'
import { errorFacts } from './log.ts'
import type { SystemOptions } from './options.ts'

export interface UserSourceOptions {
  environments: readonly ProxyEnvironment[]
  key_header: string
  log: SystemOptions['log']
  times?: UpstreamTimes
}

/** One user that cannot be read must not keep the others away. */
const page = listUsers.response.extend({ users: z.array(z.unknown()) })

export function createUserSource({
  environments,
  key_header,
  log,
  times = UPSTREAM_TIMES,
}: UserSourceOptions): UserSource {
  const byId = new Map(environments.map((environment) => [environment.id, environment]))

  return {
    async listUsers(id, query, signal) {
      const environment = byId.get(id)
      if (!environment) throw new SourceFailure('There is no such environment any more.')
      const { label, api_key, upstream } = environment
      const request_id = crypto.randomUUID()
      const headers = { accept: 'application/json', 'x-request-id': request_id, [key_header]: api_key }
      const path = `${listUsers.path}?${encodeQuery(query)}`
      try {
        const call = { endpoint: listUsers, method: listUsers.method, path, headers, body: null, signal }
        return await readPage(cleanAnswer(await callUpstream(upstream, call, times), api_key), label)
      } catch (error) {
        if (signal.aborted || error instanceof SourceFailure) throw error
        if (!(error instanceof UpstreamError)) throw error
        log.warn({ environment: id, fault: error.fault, request_id, ...errorFacts(error) }, 'users could not be listed')
        throw new SourceFailure(faultDetail(listUsers, label, error.fault))
      }
    },
  }
}

/** @throws SourceFailure, UpstreamError */
async function readPage(response: Response, label: string): Promise<ServicePage> {
  const { status, headers } = response
  if (status === 429 || status === 503) {
    const seconds = Number(headers.get('retry-after') ?? 0)
    throw new SourceFailure(
      `The service behind “${label}” asked this console to slow down (status ${status}).`,
      seconds * 1000,
    )
  }
  if (status !== 200) {
    const advice = 'If it lasts, ask whoever runs this console to look at the service.'
    throw new SourceFailure(`The service behind “${label}” did not list its users (status ${status}). ${advice}`)
  }
  const listed = page.safeParse(await json(response))
  if (!listed.success) throw new UpstreamError('broken')
  const users = listed.data.users.map((each) => user.safeParse(each).data).filter((each) => each !== undefined)
  const entries = listed.data.users.length
  return { users, entries, unreadable: entries - users.length, total: listed.data.total }
}

async function json(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw new UpstreamError('broken')
  }
}
