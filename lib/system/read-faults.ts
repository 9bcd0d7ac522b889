/** Reads of the service that failed, in the log. */

import type { ServiceReadFailure } from '#lib/proxy/service-reads.ts'
import { errorFacts } from '#lib/system/log/log.ts'
import type { SystemOptions } from './options.ts'

/** Returns a function that logs a failed read of the service, without anything personal. */
export function logReadFailures(log: SystemOptions['log']): (fault: ServiceReadFailure) => void {
  return ({ act, error, ...call }) => log.warn({ ...call, ...errorFacts(error) }, `the service did not ${act}`)
}
