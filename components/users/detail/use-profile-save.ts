'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Conflict } from '#components/patterns/form/conflict-dialog.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { type DirectoryUser, getDirectoryUser } from '#lib/domains/users/directory.ts'
import { type UserAddress, useFreshUser, userInput } from '#lib/domains/users/queries.ts'
import { seenUserTag } from '#lib/domains/users/seen-user.ts'
import { listUsers, type User, type UserUpdate, updateUser } from '#lib/domains/users/user.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest, request } from '#lib/kernel/client/request.ts'
import { saveSeen } from '#lib/kernel/client/save-seen.ts'
import { SEEN_HEADER } from '#lib/kernel/record-tag.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { type ProfileField, profileConflicts, updatedUser } from './profile-changes.ts'

const MASKED_AGAIN =
  'Patient data is masked again, so nothing was saved. Show patient data, then save again. Your changes are still here.'

interface Met {
  /** The user as the service has them now. */
  latest: User
  conflicts: Conflict<ProfileField>[]
}

/** Saves after reading what the service holds now, so that changes of others since the form opened are shown first. */
export function useProfileSave(address: UserAddress, row: DirectoryUser) {
  const client = useQueryClient()
  const readFresh = useFreshUser(address)
  const [met, setMet] = useState<Met | null>(null)
  const { queryKey } = consoleQuery(getDirectoryUser, userInput(address), {})

  /**
   * Returns the user as saved; null where others have changed the same fields, which `met` then has. `base` is what the
   * changes were made to. @throws RequestError
   */
  const save = (update: UserUpdate, base: User) => saveSeen(() => trySave(update, base))

  const trySave = async (update: UserUpdate, base: User): Promise<User | null> => {
    const latest = await consoleRequest(getDirectoryUser, { ...userInput(address), query: { fresh: true } }, {})
    if (latest.problem === null) client.setQueryData(queryKey, latest)
    if (update.fallback_birth_date !== undefined && isMasked(latest.user.fallback_birth_date?.value)) {
      throw new RequestError({ kind: 'input', call: 'profile', detail: MASKED_AGAIN })
    }
    const conflicts = profileConflicts(update, base, latest.user)
    if (conflicts.length > 0) {
      setMet({ latest: latest.user, conflicts })
      return null
    }
    const { environment, user_id } = address
    // The server can't compare with a record that is only known from before.
    const headers = latest.problem === null ? { [SEEN_HEADER]: seenUserTag(latest.user, update) } : {}
    await request(updateUser, { params: { user_id }, body: update }, { environment, headers })
    return updatedUser(latest.user, update, new Date(clockNow()))
  }

  /** Shows the saved user everywhere on the page, then reads them once more. */
  const showSaved = async (user: User) => {
    toast({ kind: 'done', title: 'Profile saved.' })
    client.setQueryData(queryKey, { ...row, user, problem: null })
    void client.invalidateQueries({ queryKey: ['service', address.environment, listUsers.name] })
    const problem = await readFresh().catch((error: unknown) => {
      if (!(error instanceof RequestError)) throw error
      return error.message
    })
    if (problem !== null) toast({ kind: 'failed', title: 'Saved, but the page couldn’t refresh.', text: problem })
  }

  return { met, clearConflict: () => setMet(null), save, showSaved }
}
