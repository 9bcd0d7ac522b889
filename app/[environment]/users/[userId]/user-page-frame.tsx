'use client'
import type { ReactNode } from 'react'
import { useConnectionProblems } from '#components/connections/user/use-connection-problems.ts'
import { useDemographicsProblems } from '#components/demographics/use-demographics-problems.ts'
import { useOrderProblems } from '#components/orders/user/use-order-problems.ts'
import { UserFrame } from '#components/users/detail/user-frame.tsx'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'

interface UserPageFrameProps extends UserAddress {
  failure: RequestFailure | null
  infoFailure: RequestFailure | null
  children: ReactNode
}

/** Only what a page has read anyway: a tab costs no request and no entry in the audit log. */
const KNOWN = { reads: false } as const

/** The frame of a user's pages, whose tabs say what several domains know. */
export function UserPageFrame(props: UserPageFrameProps) {
  const problems = {
    orders: useOrderProblems(props, KNOWN),
    connections: useConnectionProblems(props, KNOWN),
    demographics: useDemographicsProblems(props, props.infoFailure, false),
  }
  return <UserFrame {...props} problems={problems} />
}
