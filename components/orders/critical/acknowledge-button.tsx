'use client'
import { lazy, Suspense, useState } from 'react'
import { Button, type ButtonProps } from '#components/ui/button/button.tsx'
import type { AcknowledgeProps } from './acknowledge-dialog.tsx'

export const AcknowledgeDialog = lazy(() =>
  import('./acknowledge-dialog.tsx').then((part) => ({ default: part.AcknowledgeDialog })),
)

interface AcknowledgeButtonProps extends AcknowledgeProps, Pick<ButtonProps, 'className'> {
  /** Somebody has acknowledged this very result. */
  isTaken?: boolean
}

/** Opens the dialog; it stays in place once the result is acknowledged, so that the focus comes back to it. */
export function AcknowledgeButton({ isTaken = false, className, ...dialog }: AcknowledgeButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look={isTaken ? 'outline' : 'primary'} {...(className && { className })} onPress={() => setOpen(true)}>
        {acknowledgeVerb(dialog, isTaken)}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AcknowledgeDialog {...dialog} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function acknowledgeVerb({ closes }: Pick<AcknowledgeProps, 'closes'>, isTaken: boolean): string {
  if (closes) return 'Close'
  return isTaken ? 'Acknowledge again' : 'Acknowledge'
}
