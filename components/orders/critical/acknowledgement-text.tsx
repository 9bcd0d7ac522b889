'use client'
import { Redact } from '#components/ui/display/redact.tsx'
import { useTimeAgo } from '#components/ui/display/viewer.tsx'
import type { Acknowledgement } from '#lib/domains/orders/critical/critical.ts'

interface AcknowledgementTextProps {
  acknowledgement: Acknowledgement
  /** True for an acknowledgement of an earlier result. */
  isEarlier?: boolean
}

/** Shows who acknowledged, when, and their comment. */
export function AcknowledgementText({ acknowledgement, isEarlier = false }: AcknowledgementTextProps) {
  const { owner_name, at, comment, closes } = acknowledgement
  const age = useTimeAgo(Date.parse(at))
  return (
    <>
      <span translate="no" className="font-control">
        {owner_name}
      </span>{' '}
      <span className="text-ink-3">
        {closes ? `closed it ${age}` : age}
        {isEarlier && ', an earlier result'}
      </span>{' '}
      <span className="text-ink-2">
        <Redact noun="Comment">{comment}</Redact>
      </span>
    </>
  )
}
