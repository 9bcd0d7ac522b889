import { HardDrive } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Dialog, DialogTitle } from '#components/ui/dialog/dialog.tsx'
import { Icon } from '#components/ui/display/tile.tsx'
import { ApiForm, FormProblem, FormSummary } from './api-form.tsx'
import type { FormHandle } from './use-api-form.ts'

interface DialogFooterProps {
  /** A verb and its thing. */
  confirm: string
  isPending: boolean
  isDisabled?: boolean
  /** No service hears of it, which the footer says. */
  isLocal?: boolean
  /** Sends; without it the button submits the form around it. */
  onConfirm?: () => void
  onClose: () => void
}

export function DialogFooter({ confirm, isPending, isDisabled, isLocal, onConfirm, onClose }: DialogFooterProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
      {isLocal && (
        <p className="mr-auto flex items-center gap-1.5 text-xs text-ink-3 max-rail:w-full">
          <Icon of={HardDrive} size="s" />
          Stored in this console only
        </p>
      )}
      <Button onPress={onClose}>
        Cancel <Kbd>Esc</Kbd>
      </Button>
      <PendingButton
        look="primary"
        isPending={isPending}
        {...(isDisabled !== undefined && { isDisabled })}
        {...(onConfirm ? { onPress: onConfirm } : { type: 'submit' })}
      >
        {confirm}
      </PendingButton>
    </div>
  )
}

interface FormDialogProps {
  api: FormHandle
  title: string
  /** Below the title: what it is about, what will happen. */
  summary?: ReactNode
  confirm: string
  isLocal?: boolean
  /** `post` where a password is asked for. */
  method?: 'post'
  /** On a phone it comes up from below. */
  sheet?: boolean
  /** Why it cannot be sent at all. */
  blocked?: string | null
  onClose: () => void
  children: ReactNode
}

/** A form in a modal window: title, fields, what is wrong, one footer. */
export function FormDialog(props: FormDialogProps) {
  const { api, title, summary, confirm, isLocal = false, method, sheet = false, blocked = null, onClose } = props
  return (
    <Dialog isOpen onClose={onClose} dismissable={false} className="max-w-[480px]" sheet={sheet}>
      <ApiForm api={api} {...(method && { method })}>
        <div className="flex flex-col gap-4 p-5">
          <div>
            <DialogTitle>{title}</DialogTitle>
            {summary && <div className="mt-1 text-base break-words text-ink-2">{summary}</div>}
          </div>
          <FormSummary api={api} />
          {props.children}
          <FormProblem api={blocked === null ? api : { ...api, text: blocked }} />
        </div>
        <DialogFooter confirm={confirm} isPending={api.isPending} isLocal={isLocal} onClose={onClose} />
      </ApiForm>
    </Dialog>
  )
}
