'use client'
import { useQuery } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { TabLinks } from '#components/patterns/page/tab-links.tsx'
import type { Problems } from '#components/patterns/states/problem.ts'
import { Note } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { useCopy } from '#components/ui/display/copyable-id.tsx'
import { userOrdersQuery } from '#lib/domains/orders/queries.ts'
import { type UserAddress, useUser, useUserInfo } from '#lib/domains/users/queries.ts'
import type { RequestFailure } from '#lib/kernel/client/failure.ts'
import { leave } from '#lib/kernel/client/leave-guard.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { NoUser } from './no-user.tsx'
import { ReachRow } from './reach-row.tsx'
import { TABS } from './tabs.ts'
import { UserHeader } from './user-header.tsx'

interface UserFrameProps extends UserAddress {
  /** Failures of the server's reads of the user and of their demographics. */
  failure: RequestFailure | null
  infoFailure: RequestFailure | null
  /** Problems by the tab that shows them. */
  problems: Readonly<Record<string, Problems>>
  children: ReactNode
}

/** One problem by its name, more by their number. */
function problemWords(problems: Problems): string | undefined {
  if (!problems || problems.length === 0) return undefined
  return problems.length === 1 ? problems[0]?.title : countOf(problems.length, 'problem')
}

/** Frames a user's page: who it is, and tabs. A failed part leaves the rest usable. */
export function UserFrame({ environment, user_id, failure: initial, infoFailure, problems, children }: UserFrameProps) {
  const address = { environment, user_id }
  const { data, failure, refetch } = useUser(address, initial)
  const { info } = useUserInfo(address, infoFailure)
  const { data: orders } = useQuery({ ...userOrdersQuery(environment, user_id), enabled: false })
  const counts: Readonly<Record<string, number | null | undefined>> = {
    connections: data?.user.connected_sources.length,
    orders: orders?.total,
  }
  const base = `/${environment}/users/${user_id}`
  const { copy: copyId } = useCopy(user_id, 'User ID')
  const link = useCopy(() => `${window.location.origin}${window.location.pathname}`, 'Link to this page')
  useShortcuts([
    { strokes: ['c'], label: 'Copy user ID', group: 'Console', words: 'uuid', run: () => void copyId() },
    { strokes: ['y'], label: 'Copy link to user', group: 'Console', words: 'url', run: () => void link.copy() },
  ])
  if (failure?.status === 404 && !data) return <NoUser />
  return (
    <>
      <div className="border-b border-line bg-surface px-4 pt-4 rail:px-6">
        <UserHeader address={address} row={data} info={info} />
        <ReachRow user_id={user_id} info={info} />
        <div className="mt-2.5">
          <TabLinks
            label="User sections"
            tabs={TABS.map(({ path, label, permission }) => ({
              href: path === '' ? base : `${base}/${path}`,
              label,
              permission,
              count: counts[path] ?? undefined,
              problem: problemWords(problems[path]),
            }))}
            onGo={leave}
          />
        </div>
      </div>
      {failure && !data && (
        <Note
          tone="warn"
          icon={WifiOff}
          action={
            <Button look="ghost" onPress={refetch} className="underline underline-offset-3">
              Try again
            </Button>
          }
        >
          This user’s directory entry didn’t load. {failure.detail}
        </Note>
      )}
      {children}
    </>
  )
}
