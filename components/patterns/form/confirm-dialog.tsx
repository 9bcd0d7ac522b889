import { type ReactNode, useState } from 'react'
import { Input, Label, TextField } from 'react-aria-components'
import { Button } from '#components/ui/button/button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Dialog, DialogTitle } from '#components/ui/dialog/dialog.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { plainSigns } from '#lib/utils/text/typed-text.ts'

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  /** To be typed before the button works. */
  word: string
  /** Repeats the verb of the title. */
  confirm: string
  keep?: string
  note?: string
  isPending?: boolean
  /** Before the text, and along the upper edge. */
  mark?: ReactNode
  edge?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asks for a typed word before something that reaches real people or cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    word,
    confirm,
    keep = 'Cancel',
    note,
    isPending = false,
    mark,
    edge,
    onConfirm,
    onClose,
  } = props
  const [typed, setTyped] = useState('')
  const matches = plainSigns(typed).toLowerCase() === plainSigns(word).toLowerCase()
  return (
    <Dialog isOpen onClose={onClose} dismissable={false} role="alertdialog" className="max-w-[480px]">
      {edge}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (matches && !isPending) onConfirm()
        }}
      >
        <div className="flex gap-3.5 p-5">
          {mark}
          <div className="min-w-0 flex-1">
            <DialogTitle>{title}</DialogTitle>
            <div className="mt-1 text-base text-ink-2">{children}</div>
            <TextField autoFocus value={typed} onChange={setTyped} className="mt-4 flex flex-col gap-1.5">
              <Label className="text-sm font-control text-ink-2">
                Type <Verbatim className="font-mono text-xs font-heading text-ink">{word}</Verbatim> to continue
              </Label>
              <Input
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                className="h-8 rounded-control border border-control bg-surface px-2.5 font-mono text-sm text-ink max-rail:h-11 max-rail:text-lg"
              />
            </TextField>
          </div>
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
          {note && <p className="mr-auto text-xs text-ink-3 max-rail:w-full">{note}</p>}
          <Button onPress={onClose}>
            {keep} <Kbd>Esc</Kbd>
          </Button>
          <PendingButton type="submit" look="primary" isPending={isPending} isDisabled={!matches}>
            {confirm}
          </PendingButton>
        </div>
      </form>
    </Dialog>
  )
}
