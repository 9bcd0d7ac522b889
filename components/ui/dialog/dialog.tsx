import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  /** Pressing beside it or Esc closes it; a confirm is closed by Esc and its buttons only. */
  dismissable?: boolean
  /** On a phone it comes up from below. */
  sheet?: boolean
  role?: 'dialog' | 'alertdialog'
  className?: string
  children: ReactNode
}

/** A modal window, called by its `DialogTitle`. */
export function Dialog({
  isOpen,
  onClose,
  dismissable = true,
  sheet = false,
  role = 'dialog',
  className,
  children,
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable={dismissable}
      className={clsx(
        'fixed inset-0 z-50 flex justify-center overflow-y-auto bg-scrim p-4 transition-opacity duration-[180ms] data-[entering]:opacity-0 data-[exiting]:opacity-0',
        sheet ? 'items-center max-rail:items-end max-rail:p-0' : 'items-center',
      )}
    >
      <Modal
        className={clsx(
          'w-full overflow-hidden border border-line-2 bg-surface shadow-3 outline-none transition-transform duration-[180ms] data-[entering]:translate-y-2',
          sheet ? 'rounded-pop max-rail:rounded-b-none' : 'rounded-pop',
          className,
        )}
      >
        <AriaDialog role={role} className="outline-none">
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export function DialogTitle({ children }: { children: ReactNode }) {
  return (
    <Heading slot="title" className="text-lg">
      {children}
    </Heading>
  )
}
