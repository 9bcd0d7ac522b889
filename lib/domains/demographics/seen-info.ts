/** Which demographics a save replaces; see lib/kernel/record-tag.ts. */
import { recordTag } from '#lib/kernel/record-tag.ts'
import { userInfoWrite } from './user-info-write.ts'

/** Returns the tag of a record as the service returns it, by the fields that a save replaces; null where there is none. */
export function seenInfoTag(info: Readonly<Record<string, unknown>> | null): string {
  return recordTag(info && Object.fromEntries(Object.keys(userInfoWrite.shape).map((name) => [name, info[name]])))
}
