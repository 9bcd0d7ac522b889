import type { ReactNode } from 'react'

interface SummaryGridProps {
  attention: ReactNode
  contact: ReactNode
  timeline: ReactNode
  /** Orders and connections. */
  records: ReactNode
}

const COLUMN =
  'contents @min-[860px]/summary:flex @min-[860px]/summary:min-w-0 @min-[860px]/summary:flex-col @min-[860px]/summary:gap-4'

/** The cards of a user's summary: two columns where there is room; on a phone the contact follows what needs attention. */
export function SummaryGrid({ attention, contact, timeline, records }: SummaryGridProps) {
  return (
    <div className="@container/summary relative flex-1 p-4 framed:min-h-0 framed:overflow-y-auto rail:p-6">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[860px]/summary:grid-cols-[minmax(0,1fr)_380px]">
        <div className={COLUMN}>
          <div className="order-1">{attention}</div>
          <div className="order-3 min-w-0">{timeline}</div>
        </div>
        <div className={COLUMN}>
          <div className="order-2 min-w-0">{contact}</div>
          <div className="order-4 flex min-w-0 flex-col gap-4">{records}</div>
        </div>
      </div>
    </div>
  )
}
