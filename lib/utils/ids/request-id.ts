/** The id by which a call is found in the log, in the audit log and on the screen of whoever made it. */
import { newId } from './new-id.ts'

/** The caller's own id where it is a plain one, so that a person can be asked for it; else a new one. */
export function requestId({ headers }: Pick<Request, 'headers'>): string {
  const given = headers.get('x-request-id')
  return given && /^[\w-]{8,64}$/.test(given) ? given : newId()
}
