'use client'
/** Reads the patient of a draw: demographics and time zone, next to the order's own data. */
import { addressZip } from '#lib/domains/demographics/address-zip.ts'
import { isOtherState } from '#lib/domains/demographics/zip-states.ts'
import { useUser, useUserInfo } from '#lib/domains/users/queries.ts'
import type { RequestFailure } from '#lib/kernel/client/failure.ts'
import type { Demographics, PatientKnown } from './patient-checks.ts'

export function usePatient(environment: string, user_id: string) {
  const address = { environment, user_id }
  const { info, failure, isFetching, refetch } = useUserInfo(address, null)
  const user = useUser(address, null)
  const zone = user.data && (user.data.user.fallback_time_zone?.id ?? null)
  const known: PatientKnown = {
    demographics: info ? 'present' : demographicsOf(failure),
    hasWrongZip: info !== undefined && info !== null && isOtherState(addressZip(info.address), info.address.state),
    zone,
    hasZoneFailed: zone === undefined && user.failure !== null,
  }
  return {
    info,
    failure,
    known,
    isFetching: isFetching || user.isFetching,
    refetch: () => {
      void refetch()
      user.refetch()
    },
  }
}

function demographicsOf(failure: RequestFailure | null): Demographics {
  if (!failure) return 'loading'
  return failure.status === 404 ? 'missing' : 'failed'
}

export type Patient = ReturnType<typeof usePatient>
