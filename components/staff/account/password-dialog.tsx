'use client'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Form, Heading } from 'react-aria-components'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Dialog } from '#components/ui/dialog/dialog.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { PasswordField } from '#components/ui/field/password-field.tsx'
import { useOwnChange } from './use-own-change.ts'

interface PasswordDialogProps {
  title: string
  /** What will happen. */
  children: ReactNode
  confirm: string
  onConfirm: (password: string) => Promise<void>
  onClose: () => void
}

/** Asks for the password again before a change that somebody at an unlocked screen must not make. */
export function PasswordDialog({ title, children, confirm, onConfirm, onClose }: PasswordDialogProps) {
  const [password, setPassword] = useState('')
  const { isPending, problems, send } = useOwnChange()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    await send(() => onConfirm(password))
  }
  return (
    <Dialog isOpen onClose={onClose} dismissable={false} className="max-w-[440px]">
      <Form method="post" onSubmit={(event) => void submit(event)} validationErrors={problems.fields}>
        <div className="flex flex-col gap-4 p-5">
          <div>
            <Heading slot="title" className="text-lg">
              {title}
            </Heading>
            <div className="mt-1 text-base text-ink-2">{children}</div>
          </div>
          <PasswordField
            label="Your password"
            name="password"
            isRequired
            autoFocus
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            validate={(text) => (text ? null : 'Enter your password.')}
          />
          {problems.text && (
            <Notice kind="bad" alert>
              {problems.text}
            </Notice>
          )}
        </div>
        <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
          <Button onPress={onClose}>Cancel</Button>
          <PendingButton type="submit" look="primary" isPending={isPending}>
            {confirm}
          </PendingButton>
        </div>
      </Form>
    </Dialog>
  )
}
