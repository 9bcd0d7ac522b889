import { useState } from 'react'
import { Button, type ButtonProps } from '#components/ui/button/button.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useTimeAgo } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import type { Acknowledgement } from '#lib/domains/orders/critical/critical.ts'
import type { AcknowledgeProps } from './acknowledge-dialog.tsx'

export const AcknowledgeDialog = lazyPart(() => import('./acknowledge-dialog.tsx'), 'AcknowledgeDialog')

interface AcknowledgeButtonProps extends AcknowledgeProps, Pick<ButtonProps, 'className'> {
  /** Somebody has acknowledged this very result. */
  isTaken?: boolean
  /** Another button is the filled one. */
  isQuiet?: boolean
}

/** Opens the dialog; it stays in place once the result is acknowledged, so that the focus comes back to it. */
export function AcknowledgeButton({
  isTaken = false,
  isQuiet = isTaken,
  className,
  ...dialog
}: AcknowledgeButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look={isQuiet ? 'outline' : 'primary'} {...(className && { className })} onPress={() => setOpen(true)}>
        {acknowledgeVerb(dialog, isTaken)}
      </Button>
      {isOpen && <AcknowledgeDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  )
}

function acknowledgeVerb({ closes }: Pick<AcknowledgeProps, 'closes'>, isTaken: boolean): string {
  if (closes) return 'Close'
  return isTaken ? 'Acknowledge again' : 'Acknowledge'
}

interface AcknowledgementTextProps {
  acknowledgement: Acknowledgement
  isEarlier?: boolean
}

export function AcknowledgementText({ acknowledgement, isEarlier = false }: AcknowledgementTextProps) {
  const { owner_name, at, comment, closes } = acknowledgement
  const age = useTimeAgo(Date.parse(at))
  return (
    <>
      <Verbatim className="font-control">{owner_name}</Verbatim>{' '}
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
