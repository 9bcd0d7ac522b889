'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Conflict } from '#components/patterns/form/conflict-dialog.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { seenInfoTag } from '#lib/domains/demographics/seen-info.ts'
import { getLatestUserInfo, type UserInfo } from '#lib/domains/demographics/user-info.ts'
import { type UserInfoWrite, updateUserInfo } from '#lib/domains/demographics/user-info-write.ts'
import { type UserAddress, userInfoQuery } from '#lib/domains/users/queries.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { request } from '#lib/kernel/client/request.ts'
import { saveSeen } from '#lib/kernel/client/save-seen.ts'
import { SEEN_HEADER } from '#lib/kernel/record-tag.ts'
import type { InfoField } from './demographics-terms.ts'
import { type InfoValues, infoConflicts, infoValues, isMaskedInfo } from './demographics-values.ts'

/** Returns the service's current record; null for none, undefined where this team can't read it. */
async function readLatest({ environment, user_id }: UserAddress): Promise<UserInfo | null | undefined> {
  try {
    return await request(getLatestUserInfo, { params: { user_id } }, { environment })
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return null
    if (error instanceof RequestError && error.status === 403) return undefined
    throw error
  }
}

const MASKED_MEANWHILE =
  'Patient data is masked again, so nothing was saved. Show patient data, then save. Your changes are still here.'

interface Met {
  /** The service's current record. */
  latest: UserInfo | null
  conflicts: Conflict<InfoField['path']>[]
}

/** Saves after reading what the service holds now, so that changes of others since the form opened are shown first. */
export function useDemographicsSave(address: UserAddress) {
  const client = useQueryClient()
  const [met, setMet] = useState<Met | null>(null)
  /**
   * Returns what was saved; null where something else stood there, which `met` then has. `base` is what the form was
   * filled from, or what its reader has seen since. @throws RequestError
   */
  const save = (write: UserInfoWrite, mine: InfoValues, base: UserInfo | null) =>
    saveSeen(() => trySave(write, mine, base))

  const trySave = async (write: UserInfoWrite, mine: InfoValues, base: UserInfo | null): Promise<UserInfo | null> => {
    const latest = await readLatest(address)
    if (isMaskedInfo(latest)) throw new RequestError({ kind: 'input', call: 'demographics', detail: MASKED_MEANWHILE })
    const conflicts = latest === undefined ? [] : infoConflicts(infoValues(base), infoValues(latest), mine)
    if (latest !== undefined && conflicts.length > 0) {
      setMet({ latest, conflicts })
      return null
    }
    const { environment, user_id } = address
    const headers = latest === undefined ? {} : { [SEEN_HEADER]: seenInfoTag(latest) }
    const saved = await request(updateUserInfo, { params: { user_id }, body: write }, { environment, headers })
    client.setQueryData(userInfoQuery(address).queryKey, saved)
    toast({ kind: 'done', title: 'Demographics saved.' })
    return saved
  }
  return { met, clearConflict: () => setMet(null), save }
}
