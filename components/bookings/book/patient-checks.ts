/** Advice before a booking from what is known of the patient beyond the order. Pure. */
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import type { Check } from './preflight.ts'

/** `missing`: the service has none. `failed`: we couldn't ask. */
export type Demographics = 'loading' | 'present' | 'missing' | 'failed'

export interface PatientKnown {
  demographics: Demographics
  /** ZIP and state of the demographics contradict each other. */
  hasWrongZip: boolean
  /** The user's time zone; null where none is set, undefined while it loads. */
  zone: string | null | undefined
  /** Whether the user's time zone couldn't be read. */
  hasZoneFailed: boolean
}

export function patientChecks(known: PatientKnown): Check[] {
  return [known.hasWrongZip ? WRONG_ZIP : DEMOGRAPHICS[known.demographics], zoneCheck(known)]
}

const DEMOGRAPHICS: Readonly<Record<Demographics, Check>> = {
  loading: {
    name: 'demographics',
    level: 'wait',
    title: 'Demographics are loading',
    reason: 'They confirm who the patient is and how to reach them.',
  },
  present: {
    name: 'demographics',
    level: 'ok',
    title: 'Demographics are on file',
    reason: 'The service has a record of this patient.',
  },
  missing: {
    name: 'demographics',
    level: 'look',
    title: 'No demographics on file',
    reason: 'Labs require them. Add them on the user’s page before the draw.',
  },
  failed: {
    name: 'demographics',
    level: 'look',
    title: 'Demographics didn’t load',
    reason: 'We couldn’t check them. Check again before you book.',
  },
}

const WRONG_ZIP: Check = {
  name: 'demographics',
  level: 'look',
  title: 'Demographics: ZIP and state don’t match',
  reason: 'Labs may reject the order. Correct the address on the user’s page before the draw.',
}

function zoneCheck({ zone, hasZoneFailed }: PatientKnown): Check {
  const name = 'zone'
  if (zone) {
    const reason = `${zoneName(zone)}. Agree on the visit in the patient’s time.`
    return { name, level: 'ok', title: 'Time zone is set', reason }
  }
  if (hasZoneFailed) {
    const reason = 'We couldn’t check it. Ask the patient which time zone they’re in.'
    return { name, level: 'look', title: 'Time zone didn’t load', reason }
  }
  if (zone === undefined) {
    return { name, level: 'wait', title: 'Time zone is loading', reason: 'It comes from the user’s profile.' }
  }
  const reason = 'Ask the patient which time zone they’re in before you agree on a time.'
  return { name, level: 'look', title: 'No time zone set', reason }
}
