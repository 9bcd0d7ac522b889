/** Calls of a test's own to the console and its service: to a server over HTTP, to a demo from one of its pages. */
import type { APIRequestContext, APIResponse, Page } from '@playwright/test'
import { ADMINISTRATOR } from '#e2e/support/servers/server.ts'
import { dismissNotices, listNotices } from '#lib/domains/staff/notices.ts'
import { AUTH_PREFIX, authEndpoints } from '#lib/domains/staff/sign-in.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { consoleAddress } from '#lib/kernel/endpoint.testing.ts'

type ApiAnswer = Pick<APIResponse, 'ok' | 'status' | 'json' | 'text'>

/** `data` is sent as JSON. */
export interface Api {
  get(path: string): Promise<ApiAnswer>
  post(path: string, options: { data: object }): Promise<ApiAnswer>
  patch(path: string, options: { data: object }): Promise<ApiAnswer>
  delete(path: string): Promise<ApiAnswer>
}

type Send = (method: string, path: string, data?: object) => Promise<ApiAnswer>

const apiOf = (send: Send): Api => ({
  get: (path) => send('GET', path),
  post: (path, { data }) => send('POST', path, data),
  patch: (path, { data }) => send('PATCH', path, data),
  delete: (path) => send('DELETE', path),
})

/** The same calls, with paths that begin below `prefix`. */
export function below(api: Api, prefix: string): Api {
  return {
    get: (path) => api.get(`${prefix}${path}`),
    post: (path, options) => api.post(`${prefix}${path}`, options),
    patch: (path, options) => api.patch(`${prefix}${path}`, options),
    delete: (path) => api.delete(`${prefix}${path}`),
  }
}

/** Users from a place of the list on: the import's journeys connect the first 230 of 260. */
export async function someUsers(service: Api, from: number, count: number): Promise<string[]> {
  const answer = await service.get(`/v2/user/?limit=${count}&offset=${from}`)
  return listUsers.response.parse(await answer.json()).users.map(({ user_id }) => user_id)
}

/** Takes away what stands above every page of the administrator whom tests share: it moves what others look at. */
export async function dismissAll(api: Api): Promise<void> {
  const { notices } = listNotices.response.parse(await (await api.get(consoleAddress(listNotices))).json())
  await api.post(consoleAddress(dismissNotices), { data: { ids: notices.map(({ id }) => id) } })
}

/** Changes come from the console's own origin, as a page's do; the administrator gives the password again where that is asked for. */
export function serverApi(request: APIRequestContext, origin: string): Api {
  const send: Send = (method, path, data) =>
    request.fetch(path, {
      method,
      headers: method === 'GET' ? {} : { origin },
      ...(data && { data }),
      // The server closes a connection after five idle seconds, at times just when it is asked again.
      maxRetries: 1,
    })
  return apiOf(async (method, path, data) => {
    const answer = await send(method, path, data)
    if (answer.status() !== 403 || (await answer.json()).code !== 'confirmation_required') return answer
    const { password } = ADMINISTRATOR
    await send('POST', `${AUTH_PREFIX}${authEndpoints.confirm_owner.path}`, { password })
    return send(method, path, data)
  })
}

/** All tabs of a context share one demo, so a tab that no test looks at speaks for them. It opens with the first call. */
export function demoApi(openTab: () => Promise<Page>): Api {
  let tab: Promise<Page> | null = null
  return apiOf(async (method, path, data) => {
    tab ??= openTab()
    const body = data && JSON.stringify(data)
    const { status, text } = await (await tab).evaluate(
      async ([address, init]) => {
        const response = await fetch(address, init)
        return { status: response.status, text: await response.text() }
      },
      [path, { method, ...(body && { body, headers: { 'content-type': 'application/json' } }) }] as const,
    )
    return {
      ok: () => status >= 200 && status < 300,
      status: () => status,
      text: async () => text,
      json: async () => JSON.parse(text),
    }
  })
}
