import { MapPinOff, UserRoundX } from 'lucide-react'
import type { Problems } from '#components/patterns/states/problem.ts'
import { addressZip } from '#lib/domains/demographics/address-zip.ts'
import { useUserInfo } from '#lib/domains/demographics/queries.ts'
import { isOtherState } from '#lib/domains/demographics/zip-states.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'

/** Returns problems that a lab would reject: no demographics, or a ZIP code from another state. */
export function useDemographicsProblems(
  address: UserAddress,
  initial: RequestFailure | null,
  mayEdit: boolean,
): Problems {
  const { info, failure } = useUserInfo(address, initial)
  const href = `/${address.environment}/users/${address.user_id}/demographics`
  if (failure?.status === 404) {
    return [
      {
        id: 'no demographics',
        severity: 4,
        since: null,
        icon: UserRoundX,
        tone: 'warn',
        title: 'No demographics',
        detail: 'Lab tests require them.',
        action: { label: mayEdit ? 'Add demographics' : 'View demographics', href },
      },
    ]
  }
  if (!info) return failure ? null : undefined
  if (!isOtherState(addressZip(info.address), info.address.state)) return []
  return [
    {
      id: 'zip and state',
      severity: 4,
      since: null,
      icon: MapPinOff,
      tone: 'warn',
      title: 'Demographics: ZIP and state don’t match',
      detail: 'Labs may reject new orders.',
      action: { label: mayEdit ? 'Fix demographics' : 'View demographics', href },
    },
  ]
}
