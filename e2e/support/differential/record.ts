/** Calls of a script, recorded as those of a demo page are. */
import type { RecordedCall } from './recorded-calls.ts'
import type { Side } from './replay.ts'

/** Returns the body of the answer; undefined where it is no JSON. */
export type Send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<unknown>

export interface Recorder {
  calls: readonly RecordedCall[]
  send: Send
}

export function recorderOf({ origin, answer }: Side): Recorder {
  const calls: RecordedCall[] = []
  return {
    calls,

    async send(method, path, body, headers = {}) {
      const sent = body === undefined ? null : JSON.stringify(body)
      const own = { ...(sent !== null && { 'content-type': 'application/json' }), ...headers }
      const response = await answer(new Request(`${origin}${path}`, { method, headers: own, body: sent }))
      const text = await response.text()
      calls.push({ method, path, headers: own, body: sent, status: response.status, response: text })
      return /[/+]json\b/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined
    },
  }
}
