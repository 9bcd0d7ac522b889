/** Reads of the service that failed, in the log. */

import type { ServiceReadFailure } from '#lib/proxy/sources.ts'
import { errorFacts } from '#lib/system/log/log.ts'
import type { SystemOptions } from './options.ts'

/** Returns a callback that logs a failed read of the service as a warning, with the call but none of its data. */
export function logReadFailures(log: SystemOptions['log']): (fault: ServiceReadFailure) => void {
  return ({ act, error, ...call }) => log.warn({ ...call, ...errorFacts(error) }, `the service did not ${act}`)
}
