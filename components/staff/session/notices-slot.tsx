'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { listNotices } from '#lib/domains/staff/notices.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { onConfirmNeeded } from '#lib/kernel/client/session.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'

const OwnerCheck = lazyPart(() => import('#components/staff/account/password-dialog.tsx'), 'OwnerCheck')
const Notices = lazyPart(() => import('./notices.tsx'), 'Notices')

const POLL_INTERVAL_MS = MINUTE
/** Notices refetch when the page regains focus, but not after a short absence. */
const STALE_AFTER_MS = 10_000

/** Tells an open page what administrators did since it was loaded. @param count notices that the server knew of */
export function NoticesSlot({ count }: { count: number }) {
  const { data } = useQuery({
    ...consoleQuery(listNotices, {}, {}),
    ...(count === 0 && { initialData: { notices: [], is_short_of_space: false } }),
    staleTime: STALE_AFTER_MS,
    refetchInterval: POLL_INTERVAL_MS,
    refetchOnWindowFocus: true,
  })
  if (!(data?.notices.length || data?.is_short_of_space)) return null
  return <Notices {...data} />
}

/** Asks the person to prove that it's them when a call needs it, whatever page made it. */
export function OwnerCheckSlot({ hasSecondFactor }: { hasSecondFactor: boolean }) {
  const [asked, setAsked] = useState<{ answer: (isOwner: boolean) => void } | null>(null)
  useEffect(() => onConfirmNeeded(() => new Promise((answer) => setAsked({ answer }))), [])
  if (!asked) return null
  const end = (isOwner: boolean) => {
    asked.answer(isOwner)
    setAsked(null)
  }
  return <OwnerCheck hasSecondFactor={hasSecondFactor} onEnd={end} />
}
