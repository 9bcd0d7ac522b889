'use client'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Form, Heading } from 'react-aria-components'
import { Dialog } from '#components/ui/dialog/dialog.tsx'
import { KeptHereFoot } from '#components/ui/dialog/dialog-foot.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { viewName } from '#lib/domains/orders/view-changes.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'

interface ViewFormProps {
  title: string
  confirm: string
  /** The name to begin with. */
  name: string
  /** Why it cannot be sent, whatever its name. */
  problem?: string | null
  onSend: (name: string) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

type Refusal = { fields: Record<string, string>; text: string | null }
const NONE: Refusal = { fields: {}, text: null }

function refusalOf({ issues, message }: RequestError): Refusal {
  const fields = issues.map(({ loc, msg }): [string, string] => [String(loc.at(-1)), msg])
  return { fields: Object.fromEntries(fields), text: fields.some(([field]) => field === 'name') ? null : message }
}

/** A window that asks for the name of a view; what is wrong with it is said at its field. */
export function ViewForm({ title, confirm, name, problem = null, onSend, onClose, children }: ViewFormProps) {
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState(NONE)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending || problem !== null) return
    const given = new FormData(event.currentTarget).get('name')
    setPending(true)
    setRefusal(NONE)
    try {
      await onSend(String(given))
      onClose()
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setRefusal(refusalOf(error))
    } finally {
      setPending(false)
    }
  }
  const wrong = problem ?? refusal.text
  return (
    <Dialog isOpen onClose={onClose} dismissable={false} className="max-w-[440px]" sheet>
      <Form onSubmit={(event) => void submit(event)} validationErrors={refusal.fields} autoComplete="off">
        <div className="flex flex-col gap-4 p-5">
          <Heading slot="title" className="text-lg">
            {title}
          </Heading>
          <Field
            autoFocus
            label="Name"
            name="name"
            defaultValue={name}
            hint="As it stands on the tab. No patient’s name."
            autoComplete="off"
            isRequired
            validate={(text) => viewName.safeParse(text).error?.issues[0]?.message ?? null}
          />
          {children}
          {wrong && (
            <Notice kind="bad" alert>
              {wrong}
            </Notice>
          )}
        </div>
        <KeptHereFoot confirm={confirm} isPending={isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
