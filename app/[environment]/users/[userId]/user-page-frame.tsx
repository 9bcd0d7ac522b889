'use client'
import { type ReactNode, useState } from 'react'
import { SendMessage } from '#components/access/send-message.tsx'
import { ConnectionsCard } from '#components/connections/user/connections-card.tsx'
import { useConnectionProblems, useSourceChangeProblems } from '#components/connections/user/use-connection-problems.ts'
import { UserRequestsCard, useRequestProblems } from '#components/contacts/data-requests.tsx'
import { TimelineCard } from '#components/contacts/timeline-card.tsx'
import { ContactCard } from '#components/demographics/contact-card.tsx'
import { useDemographicsProblems } from '#components/demographics/use-demographics-problems.ts'
import { RecentOrdersCard } from '#components/orders/user/recent-orders-card.tsx'
import { useOrderProblems } from '#components/orders/user/use-order-problems.ts'
import { UserFrame } from '#components/users/detail/user-frame.tsx'
import { AttentionCard, SummaryGrid } from '#components/users/summary/attention-card.tsx'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'

interface UserPageFrameProps extends UserAddress {
  failure: RequestFailure | null
  infoFailure: RequestFailure | null
  children: ReactNode
}

const LINKS = ['portal_link', 'source_link'] as const
/** Only what a page has read anyway: a tab costs no request and no entry in the audit log. */
const KNOWN = { reads: false } as const

/** The frame of a user's pages, whose tabs say what several domains know. */
export function UserPageFrame(props: UserPageFrameProps) {
  const problems = {
    orders: useOrderProblems(props, KNOWN),
    connections: useConnectionProblems(props, KNOWN),
    demographics: useDemographicsProblems(props, props.infoFailure, false),
  }
  const { environment, user_id } = props
  const actions = <SendMessage {...{ environment, user_id }} label="Send link" templates={LINKS} />
  return <UserFrame {...props} problems={problems} actions={actions} />
}

interface UserSummaryProps extends UserAddress {
  infoFailure: RequestFailure | null
  mayEdit: boolean
}

/** The cards of several domains on one page; each loads and fails on its own. */
export function UserSummary({ infoFailure, mayEdit, ...address }: UserSummaryProps) {
  const sources = {
    Orders: useOrderProblems(address),
    Connections: useConnectionProblems(address),
    Demographics: useDemographicsProblems(address, infoFailure, mayEdit),
    'Changes of sources': useSourceChangeProblems(address),
    Requests: useRequestProblems(address),
  }
  // Settled once, so that the card doesn't move away from somebody who adds or finishes a request.
  const [isAsked, setAsked] = useState<boolean | null>(null)
  if (isAsked === null && sources.Requests) setAsked(sources.Requests.length > 0)
  const requests = <UserRequestsCard {...address} />
  return (
    <SummaryGrid
      attention={
        <>
          <AttentionCard sources={sources} />
          {isAsked && requests}
        </>
      }
      contact={<ContactCard {...address} failure={infoFailure} mayEdit={mayEdit} />}
      timeline={<TimelineCard {...address} />}
      records={
        <>
          <RecentOrdersCard {...address} />
          <ConnectionsCard {...address} />
          {!isAsked && requests}
        </>
      }
    />
  )
}
