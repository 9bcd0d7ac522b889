/** A server that has just been started, asked by its first administrator. */
import { z } from 'zod'
import type { Side } from '#e2e/support/differential/replay.ts'
import { confirmOwner, cookieHeader, signIn } from '#e2e/support/session.ts'
import { ADMINISTRATOR, type TestServer } from './server.ts'

export async function serverSide({ baseURL }: TestServer, name = 'server'): Promise<Side> {
  const cookie = cookieHeader(await confirmOwner(baseURL, await signIn(baseURL, ADMINISTRATOR), ADMINISTRATOR.password))
  return {
    name,
    environment: { id: 'sandbox', label: 'Sandbox' },
    origin: baseURL,
    publicUrl: baseURL,
    async answer(request) {
      request.headers.set('cookie', cookie)
      request.headers.set('origin', baseURL)
      const response = await fetch(request)
      return new URL(request.url).pathname === '/api/console/audit' ? withoutSignIn(response) : response
    },
  }
}

const auditLog = z.looseObject({ entries: z.array(z.looseObject({ action: z.string() })) })

/** Nobody signs in to a demo; that somebody did here to make the calls are the oldest entries of the log. */
async function withoutSignIn(response: Response): Promise<Response> {
  const body: unknown = await response.json()
  const { success, data } = auditLog.safeParse(body)
  const entries = data?.entries.filter(({ action }) => !['sign_in', 'owner_confirmed'].includes(action))
  return Response.json(success ? { ...data, entries } : body, response)
}
